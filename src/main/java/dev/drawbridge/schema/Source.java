package dev.drawbridge.schema;

/**
 * Where Kubernetes has a rule. What its validation code asks is asked of every update. What a Go type declares, in {@code +k8s:} tags, is not
 * asked again of what an update leaves as it is stored.
 *
 * <p>Source: {@code k8s.io/apiserver/pkg/registry/rest/validate.go}, {@code ValidateDeclarativelyWithMigrationChecks}.
 */
enum Source {
    /** In its validation code. */
    CODE,
    /** In the tags of a Go type. */
    TAGS,
    /** In both. */
    BOTH
}
