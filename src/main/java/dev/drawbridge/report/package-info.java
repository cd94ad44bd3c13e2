/** Findings as text for people. {@link dev.drawbridge.report.TextReport} is the door. */
@NullMarked
package dev.drawbridge.report;

import org.jspecify.annotations.NullMarked;
