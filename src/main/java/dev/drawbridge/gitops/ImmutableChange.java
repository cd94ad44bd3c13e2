package dev.drawbridge.gitops;

import dev.drawbridge.document.Locator;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.validation.Validator;
import java.nio.file.Path;

/** A change that no update can make, in words: what it was, where that stood, and that another object could take its place. */
final class ImmutableChange {

    private ImmutableChange() {}

    /** Whether the engine's error is one. */
    static boolean is(FieldError error) {
        return error.origin() == Origin.IMMUTABLE;
    }

    /**
     * The error with what the base said.
     *
     * @param base the document in the base
     * @param old its object in the head's version
     * @param consumers who is disturbed; empty where none is known
     */
    static FieldError explained(
            FieldError error,
            Manifest base,
            ObjectValue old,
            Manifest head,
            String baseName,
            String consumers,
            Validator validator) {
        Difference difference = Difference.first(
                error.path(), Locator.value(old, error.path()), Locator.value(head.object(), error.path()));
        Position was = Locator.ofValue(old, difference.path());
        Position is = Locator.ofValue(head.object(), difference.path());
        String unset = validator
                .defaultOf(head.apiVersion(), head.kind(), difference.path())
                .map(value -> "unset (default " + value + ")")
                .orElse("unset");
        String detail = "field is immutable. " + difference.sentence(unset) + " (it was at "
                + base.file() + (was == null ? "" : ":" + was)
                + (Path.of(base.file()).startsWith(baseName) ? "" : " in " + baseName) + ")";
        // A status is the cluster's: it does not come back with the object.
        if (error.path().isBelow("status")) {
            return new FieldError(error.type(), error.path(), null, detail, error.origin(), is);
        }
        String remedy = ". recreate needed: delete the object and create it again"
                + (consumers.isEmpty() ? "" : "; this disturbs " + consumers);
        return new FieldError(error.type(), error.path(), null, detail + remedy, Origin.RECREATE, is);
    }

    /** Of an object that Kubernetes cannot convert. */
    static FieldError ofVersion(Manifest base, Manifest head) {
        String detail = "recreate needed: Kubernetes does not convert " + base.kind() + " from " + base.apiVersion()
                + " to " + head.apiVersion() + "; delete the object, then create it in the new version";
        return new FieldError(ErrorType.INVALID, FieldPath.of("apiVersion"), null, detail, Origin.RECREATE, null);
    }
}
