/**
 * Explains why pods are pending. {@link dev.drawbridge.live.why.Why} is the entry point: for each pod {@link
 * dev.drawbridge.live.why.PodWhy} runs the checks, in the order in which a pod meets the causes, and each returns
 * {@link dev.drawbridge.live.ClusterFinding}s. The causes, with their fixes, are the rows of {@link
 * dev.drawbridge.live.why.Cause}.
 */
@NullMarked
package dev.drawbridge.live.why;

import org.jspecify.annotations.NullMarked;
