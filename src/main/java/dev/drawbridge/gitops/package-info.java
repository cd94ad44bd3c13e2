/**
 * The merge gate: what changed between a base and a head, each object beside what it was, judged as the updates that a cluster would be
 * asked for. The only room that knows JGit. The door is {@link dev.drawbridge.gitops.Gate}.
 */
@NullMarked
package dev.drawbridge.gitops;

import org.jspecify.annotations.NullMarked;
