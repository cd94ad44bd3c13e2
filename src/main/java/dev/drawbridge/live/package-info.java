/**
 * A cluster, or a dump of one, and what is found out about the whole: {@link dev.drawbridge.live.ClusterSnapshot} is
 * what was seen of it at one time, and what could not be seen. {@code why} finds why pods are pending. Nothing here
 * writes to a cluster.
 */
@NullMarked
package dev.drawbridge.live;

import org.jspecify.annotations.NullMarked;
