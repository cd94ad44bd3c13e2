/** Workloads and fleets from files: {@link dev.drawbridge.fit.input.Workloads} finds what needs devices. */
@NullMarked
package dev.drawbridge.fit.input;

import org.jspecify.annotations.NullMarked;
