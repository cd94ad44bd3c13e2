/**
 * The command line: {@link dev.drawbridge.cli.Cli} is the entry point, a class a command. Streams come in, an exit code
 * goes out; no Spring.
 */
@NullMarked
package dev.drawbridge.cli;

import org.jspecify.annotations.NullMarked;
