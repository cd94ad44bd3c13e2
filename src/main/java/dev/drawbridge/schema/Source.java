package dev.drawbridge.schema;

/**
 * Where Kubernetes has a rule. What its validation code needs is checked on every update. What a Go type declares, in
 * {@code +k8s:} tags, is not validated again of what an update leaves as it is stored.
 *
 * <p>Source: {@code k8s.io/apiserver/pkg/registry/rest/validate.go}, {@code ValidateDeclarativelyWithMigrationChecks}.
 */
public enum Source {
    /** In its validation code. */
    CODE,
    /** In the tags of a Go type. */
    TAGS,
    /** In both. */
    BOTH;

    /** What two columns say together: the one that says something. */
    Source and(Source other) {
        if (this != CODE && other != CODE && this != other) {
            throw new IllegalArgumentException("declared by the Go type alone, and not alone");
        }
        return this == CODE ? other : this;
    }
}
