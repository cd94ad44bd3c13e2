package dev.drawbridge.manifest;

import dev.drawbridge.field.Position;
import org.jspecify.annotations.Nullable;

/**
 * Why kustomize build fails.
 *
 * @param place the path that does not exist; or what identifies the failure in base and head
 * @param text what is wrong and what to do; empty for a path that does not exist
 */
public record KustomizeFailure(
        String kustomization, String place, @Nullable Position position, String text) {

    /** A path that does not exist. */
    public KustomizeFailure(String kustomization, String place) {
        this(kustomization, place, null, "");
    }

    /** What kustomize refuses; its text identifies it. */
    public KustomizeFailure(String kustomization, @Nullable Position position, String text, String advice) {
        this(kustomization, text, position, text + ", and kustomize build fails" + advice);
    }

    /** This, identified otherwise. */
    public KustomizeFailure as(String identity) {
        return new KustomizeFailure(kustomization, identity, position, text);
    }
}
