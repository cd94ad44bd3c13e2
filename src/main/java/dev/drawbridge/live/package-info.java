/**
 * A cluster, or a dump of one: {@link dev.drawbridge.live.ClusterSnapshot} has its objects at one time, and the kinds
 * that could not be read. {@code why} explains pending pods, {@code doctor} checks the cluster. Nothing here writes to
 * a cluster.
 */
@NullMarked
package dev.drawbridge.live;

import org.jspecify.annotations.NullMarked;
