/**
 * Speeds up the start of commands and the server. {@code src/bench/startup.sh} measures each part: the processor time
 * of a start without it. A part that saves less than 5 % is removed.
 *
 * <p>Measured with Java 25 on two shared cores:
 *
 * <ul>
 * <li>An archive of the classes of a training run, made by {@code bin/drawbridge} at the first start by a Java: without
 * it {@code serve} takes 1.4 times as long, {@code check} 2.3, a merge gate 1.6, {@code fit} 2.7. Check, gate,
 * {@code fit} and {@code lsp} share one ({@link CheckTraining}): one of its own saved check 2 to 4 %, {@code fit} 5 %;
 * the first findings of an editor come after 40 % of the time. The server has {@link ServeTraining}.
 * <li>Spring's beans as code, generated at the build: 12 to 22 % of a start of the server. {@link GeneratedBeans} turns
 * them off if a setting may change which beans there are.
 * <li>Named auto-configurations instead of all of Spring Boot's: 13 %, and 8 MB.
 * <li>Lazy beans: 17 %.
 * <li>Metrics of the process added once the server is ready: 6 %.
 * <li>High thresholds of the optimizing compiler for the server, none for commands: 12 % and 49 %.
 * <li>No recorded profiles of methods in an archive: 4 to 5 % of a start of the server, 10 % of a check.
 * <li>One warm-up question about the cluster's devices ({@code ClusterFleet}): the first claim would wait 240 ms, more
 * than the limit of 100 ms.
 * </ul>
 *
 * <p>Removed, since they saved less: an archive for the gate next to that of check (3.6 %), twenty rounds of
 * practice on an invented fleet, and equality of records by hand (3 to 4 % of a check of one file).
 */
@NullMarked
package dev.drawbridge.startup;

import org.jspecify.annotations.NullMarked;
