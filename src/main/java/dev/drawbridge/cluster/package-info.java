/**
 * Access to clusters through fabric8's client: lists or watches the objects that make up a fleet. Loaded only if a
 * command line or a setting names a cluster. {@link dev.drawbridge.cluster.ClusterClient} is the entry point. Rules and
 * decisions do not belong here.
 */
@NullMarked
package dev.drawbridge.cluster;

import org.jspecify.annotations.NullMarked;
