/**
 * The pod templates of objects: a table of kinds ({@link dev.drawbridge.workload.WorkloadKinds}), rows from the
 * settings, and a search by shape for unknown kinds. The entry point is {@link dev.drawbridge.workload.PodTemplates}.
 */
@NullMarked
package dev.drawbridge.workload;

import org.jspecify.annotations.NullMarked;
