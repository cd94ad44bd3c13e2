/**
 * Talks to clusters, through fabric8's client: what of a cluster a fleet is made of, listed once or watched. Loaded
 * only where a command line or a setting names a cluster. {@link dev.drawbridge.cluster.ClusterClient} is the door. No
 * rule and no decision may come in.
 */
@NullMarked
package dev.drawbridge.cluster;

import org.jspecify.annotations.NullMarked;
