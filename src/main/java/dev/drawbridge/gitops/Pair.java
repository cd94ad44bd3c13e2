package dev.drawbridge.gitops;

import dev.drawbridge.manifest.Manifest;
import org.jspecify.annotations.Nullable;

/**
 * An object as it was and as it becomes.
 *
 * @param base what it was; null where it is new
 * @param head what it becomes; null where it is deleted
 */
record Pair(@Nullable Manifest base, @Nullable Manifest head) {}
