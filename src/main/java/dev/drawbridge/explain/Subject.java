package dev.drawbridge.explain;

import dev.drawbridge.resource.Kind;
import dev.drawbridge.schema.ApiVersion;
import dev.drawbridge.schema.Availability;
import dev.drawbridge.schema.FieldFacts;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.ObjectSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A kind in a version and a release. */
record Subject(Kind kind, ApiVersion version, KubernetesRelease release) {

    /** Whether the version has the row in the release. */
    boolean has(Availability where) {
        return where.exists(version, release);
    }

    /** The fields that the object has there. */
    List<FieldFacts> fields(ObjectSchema object) {
        return FieldFacts.of(object).stream()
                .filter(field -> has(field.where()))
                .toList();
    }

    /** The field of this name. */
    Optional<FieldFacts> field(ObjectSchema object, String name) {
        return fields(object).stream()
                .filter(field -> field.name().equals(name))
                .findFirst();
    }

    /** The field of this name that the version has in other releases. */
    Optional<FieldFacts> fieldElsewhere(ObjectSchema object, String name) {
        return FieldFacts.of(object).stream()
                .filter(field ->
                        field.name().equals(name) && !releases(field.where()).isEmpty())
                .findFirst();
    }

    // @formatter:off
    /** The types of k8s.io/api/core/v1 that the templates of workloads are made of. */
    private static final Set<String> OF_PODS = Set.of(
        "PodTemplateSpec", "PodSpec", "PodResourceClaim", "ClaimSource", "Container", "EphemeralContainer",
        "ResourceRequirements", "ResourceClaim");
    // @formatter:on

    /** The groups of workloads, whose own types are others. */
    private static final Set<String> OF_WORKLOADS = Set.of("apps", "batch");

    /**
     * The file of the API in which a Go type is.
     *
     * @param type the kind, or a type in it
     */
    String source(String type) {
        String own = version.group();
        String group = OF_WORKLOADS.contains(own) && OF_PODS.contains(type) ? "" : own;
        int dot = group.indexOf('.');
        String folder = group.isEmpty() ? "core" : dot < 0 ? group : group.substring(0, dot);
        return "k8s.io/api/" + folder + "/" + (group.equals(own) ? version : "v1") + "/types.go";
    }

    /**
     * The releases in which this version has the row, such as {@code 1.34 to 1.36}; empty if it is in all remaining
     * ones.
     */
    String releases(Availability where) {
        List<KubernetesRelease> served = new ArrayList<>();
        for (KubernetesRelease one : KubernetesRelease.values()) {
            if (kind.isServed(version, one)) {
                served.add(one);
            }
        }
        List<KubernetesRelease> having =
                served.stream().filter(one -> where.exists(version, one)).toList();
        if (having.isEmpty() || having.size() == served.size()) {
            return "";
        }
        KubernetesRelease first = having.get(0);
        KubernetesRelease last = having.get(having.size() - 1);
        if (last == served.get(served.size() - 1)) {
            return "since " + first;
        }
        if (first == served.get(0)) {
            return "until " + last;
        }
        return first == last ? "in " + first : first + " to " + last;
    }

    @Override
    public String toString() {
        return version.qualified() + " " + kind.name() + " in Kubernetes " + release;
    }
}
