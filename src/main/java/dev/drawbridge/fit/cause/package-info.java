/**
 * Why a workload gets no devices, as values: {@link dev.drawbridge.fit.cause.FitCause}, its facts, and the changes that
 * would help. The sentences are columns of their kinds, and are made when a report prints them. No decision is made
 * here.
 */
@NullMarked
package dev.drawbridge.fit.cause;

import org.jspecify.annotations.NullMarked;
