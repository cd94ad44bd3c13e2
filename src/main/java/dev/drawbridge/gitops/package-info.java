/**
 * The merge gate: what changed between a base and a head, each object paired with what it was, validated as the updates that a cluster
 * would get. The only package that uses JGit. The entry point is {@link dev.drawbridge.gitops.Gate}.
 */
@NullMarked
package dev.drawbridge.gitops;

import org.jspecify.annotations.NullMarked;
