package dev.drawbridge.manifest;

import dev.drawbridge.document.StringValue;
import dev.drawbridge.field.Position;
import org.jspecify.annotations.Nullable;

/**
 * Why kustomize build fails.
 *
 * @param place the path that does not exist; or what identifies the failure in base and head
 * @param text what is wrong and what to do; empty for a path that does not exist
 * @param isOfRestriction whether kustomize fails only without {@code --load-restrictor LoadRestrictionsNone}
 */
public record KustomizeFailure(
        String kustomization, String place, @Nullable Position position, String text, boolean isOfRestriction) {

    /** A path that does not exist. */
    public KustomizeFailure(String kustomization, String place) {
        this(kustomization, place, null, "", false);
    }

    /** What kustomize refuses; its text identifies it. */
    public KustomizeFailure(String kustomization, @Nullable Position position, String text, String advice) {
        this(kustomization, text, position, text + ", and kustomize build fails" + advice, false);
    }

    /** A file that is not below the folder of the kustomization that lists it. */
    public static KustomizeFailure ofRestriction(String kustomization, StringValue entry) {
        String text = entry.value() + " is outside of the folder";
        KustomizeFailure failure = new KustomizeFailure(
                kustomization, entry.position(), text, "; list a kustomization in the folder of the file");
        return new KustomizeFailure(kustomization, text, entry.position(), failure.text, true);
    }

    /** This, identified otherwise. */
    public KustomizeFailure as(String identity) {
        return new KustomizeFailure(kustomization, identity, position, text, isOfRestriction);
    }
}
