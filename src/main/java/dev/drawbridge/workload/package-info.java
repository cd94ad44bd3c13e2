/**
 * Where objects keep the pods that they make: a table of kinds ({@link dev.drawbridge.workload.WorkloadKinds}), what a
 * reader adds to it, and a search by shape for kinds that nobody knows. The entry point is {@link
 * dev.drawbridge.workload.PodTemplates}.
 */
@NullMarked
package dev.drawbridge.workload;

import org.jspecify.annotations.NullMarked;
