package dev.drawbridge.schema;

/**
 * The source of a rule in Kubernetes. Validation code is run on every update; declarations of Go types ({@code +k8s:}
 * tags) are checked only for values that the update changes.
 *
 * <p>Source: {@code k8s.io/apiserver/pkg/registry/rest/validate.go}, {@code ValidateDeclarativelyWithMigrationChecks}.
 */
public enum Source {
    CODE,
    TAGS,
    BOTH;

    /** The combination of two columns: the one that is specified. */
    Source and(Source other) {
        if (this != CODE && other != CODE && this != other) {
            throw new IllegalArgumentException("declared by the Go type alone, and not alone");
        }
        return this == CODE ? other : this;
    }
}
