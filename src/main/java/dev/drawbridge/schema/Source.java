package dev.drawbridge.schema;

/**
 * Where Kubernetes has a rule. What its validation code needs is checked on every update. What a Go type declares, in {@code +k8s:} tags, is not
 * validated again of what an update leaves as it is stored.
 *
 * <p>Source: {@code k8s.io/apiserver/pkg/registry/rest/validate.go}, {@code ValidateDeclarativelyWithMigrationChecks}.
 */
enum Source {
    /** In its validation code. */
    CODE,
    /** In the tags of a Go type. */
    TAGS,
    /** In both. */
    BOTH;

    /** Where the tags are checked; before, most of what they say was compared with the validation code and not enforced. */
    static final Availability TAGS_ASKED = Availability.since(KubernetesRelease.K8S_1_37);

    /** Where they are checked on what an update changes only. Of the kind that 1.36 brought, nothing else was checked there already. */
    static final Availability TAGS_ASKED_ON_CHANGE =
            Availability.since(KubernetesRelease.K8S_1_36).andOn(Request.UPDATE, Request.UPDATE_STATUS);
}
