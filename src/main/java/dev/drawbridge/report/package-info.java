/**
 * Findings, and how they are written for people and for programs: one file a format. {@link
 * dev.drawbridge.report.Format} is the entry point.
 */
@NullMarked
package dev.drawbridge.report;

import org.jspecify.annotations.NullMarked;
