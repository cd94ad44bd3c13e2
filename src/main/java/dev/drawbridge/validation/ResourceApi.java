package dev.drawbridge.validation;

import dev.drawbridge.field.Spelling;
import dev.drawbridge.resource.Kind;
import dev.drawbridge.resource.Kinds;
import dev.drawbridge.schema.ApiVersion;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Served;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The API group {@code resource.k8s.io}: its kinds and versions, and the Kubernetes releases that serve them. It also
 * knows pods and other workloads, which refer to claims.
 */
public final class ResourceApi {

    /** The API group. */
    public static final String GROUP = Kinds.GROUP;

    /** The ends of the names of Kubernetes' own groups. */
    private static final List<String> OWN = List.of(".k8s.io", ".kubernetes.io");

    private ResourceApi() {}

    /** The served kinds, by version and release, oldest first. */
    public static List<Served> served() {
        return Kinds.served();
    }

    /** The newest release that the table has rules for. */
    public static KubernetesRelease newestRelease() {
        return Kinds.newestRelease();
    }

    /** The newest release that serves the kind in this version; empty if none does, or it is unknown. */
    public static Optional<KubernetesRelease> newestServing(String apiVersion, String kind) {
        Optional<ApiVersion> version = version(apiVersion);
        return version.flatMap(known -> Kinds.kind(kind, known).flatMap(one -> Kinds.newestServing(one, known)));
    }

    /** The newest version in which the release serves the kind, up to the given one; empty if there is none. */
    public static Optional<String> newestVersion(String kind, KubernetesRelease release, String notAfter) {
        return version(notAfter)
                .flatMap(limit -> Kinds.versions(kind, release).stream()
                        .filter(version -> version.compareTo(limit) <= 0)
                        .reduce((older, newer) -> newer)
                        .map(ApiVersion::qualified));
    }

    /** Whether one API version of the group is older than the other. */
    public static boolean isOlder(String apiVersion, String other) {
        Optional<ApiVersion> newer = version(other);
        return newer.isPresent()
                && version(apiVersion)
                        .filter(one -> one.compareTo(newer.get()) < 0)
                        .isPresent();
    }

    /** Whether the release serves the kind in the version. */
    public static boolean isServed(String apiVersion, String kind, KubernetesRelease release) {
        return version(apiVersion)
                .filter(version -> kind(apiVersion, kind)
                        .filter(known -> known.isServed(version, release))
                        .isPresent())
                .isPresent();
    }

    /** The versions in which the release serves a kind, such as {@code resource.k8s.io/v1}, the oldest first. */
    public static List<String> versions(String kind, KubernetesRelease release) {
        return Kinds.versions(kind, release).stream().map(ApiVersion::qualified).toList();
    }

    /** Whether the group has a kind with this name in any version. */
    public static boolean isKind(String kind) {
        return Kinds.knows(kind);
    }

    /** Whether objects of the kind are namespaced. */
    public static boolean isNamespaced(String apiVersion, String kind) {
        return kind(apiVersion, kind).map(Kind::namespaced).orElse(false);
    }

    /** Whether the kind has a status subresource. */
    public static boolean hasStatus(String apiVersion, String kind) {
        return kind(apiVersion, kind).map(Kind::hasStatus).orElse(false);
    }

    static Optional<Kind> kind(String apiVersion, String kind) {
        return version(apiVersion).flatMap(version -> Kinds.kind(kind, version));
    }

    /** Whether the kind has pods, or is one of Kubernetes' own workloads: only its claims are validated. */
    public static boolean isWorkload(String apiVersion, String kind) {
        return version(apiVersion)
                .filter(version -> !version.group().equals(GROUP))
                .flatMap(version -> Kinds.kind(kind, version))
                .isPresent();
    }

    /** The served versions and kinds of the group, as Helm names them. */
    public static List<String> namesServedBy(KubernetesRelease release) {
        Set<String> served = new LinkedHashSet<>();
        for (ApiVersion version : ApiVersion.values()) {
            for (Kind kind : Kinds.all()) {
                if (Kinds.kind(kind.name(), version).isPresent() && kind.isServed(version, release)) {
                    served.add(version.qualified());
                    served.add(version.qualified() + "/" + kind.name());
                }
            }
        }
        return List.copyOf(served);
    }

    /**
     * Whether a workload of Kubernetes is in a version that no release serves, such as {@code v1 Deployment}, has a
     * misspelled kind, or has no version or kind: the groups of custom kinds have a dot.
     */
    public static boolean isUnservedWorkload(String apiVersion, String kind) {
        if (group(apiVersion).indexOf('.') >= 0 || isWorkload(apiVersion, kind)) {
            return false;
        }
        if (kind.isEmpty()) {
            return version(apiVersion).isPresent();
        }
        String meant = Spelling.nearest(
                kind, Kinds.workloads().stream().map(Kind::name).toList());
        return kind.equals(meant) || meant != null && !apiVersion.isEmpty();
    }

    /** Whether an API version belongs to the group. */
    public static boolean isOfGroup(String apiVersion) {
        return apiVersion.startsWith(GROUP + "/");
    }

    /**
     * Whether validation applies to objects of the kind: kinds of the group, of a group with its misspelled name, and
     * workloads.
     */
    public static boolean hasRulesFor(String apiVersion, String kind) {
        String group = group(apiVersion);
        return isOurs(group, kind) || isMisspelled(apiVersion, kind) || isWorkload(apiVersion, kind);
    }

    static boolean isOurs(String group, String kind) {
        return group.isEmpty() ? Kinds.knows(kind) : group.equals(GROUP);
    }

    static boolean isMisspelled(String apiVersion, String kind) {
        String group = group(apiVersion);
        return Kinds.knows(kind)
                ? isMisspelled(group)
                : Spelling.nearest(group, List.of(GROUP)) != null
                        && meant(apiVersion, kind).isPresent();
    }

    /**
     * Whether another group has nearly the same name, such as {@code resources.k8s.io} or {@code resource.k8s}, or is
     * one of Kubernetes' own, such as {@code dra.k8s.io} or {@code apps}: no other one has these kinds, and those of
     * custom kinds have a dot.
     */
    static boolean isMisspelled(String group) {
        return GROUP.startsWith(group + ".")
                || group.indexOf('.') < 0
                || OWN.stream().anyMatch(own -> ("." + group).endsWith(own))
                || Spelling.nearest(group, List.of(GROUP)) != null;
    }

    /**
     * The only similar name in the group for an API version and kind that no release serves: another group, kind, or
     * case. Empty if they are valid, or if several names are equally similar.
     */
    public static Optional<TypeName> meant(String apiVersion, String kind) {
        int slash = apiVersion.indexOf('/');
        if (isUnservedWorkload(apiVersion, kind)) {
            return meantWorkload(apiVersion.substring(slash + 1).toLowerCase(Locale.ROOT), kind);
        }
        String group = apiVersion.substring(0, Math.max(slash, 0));
        if (slash < 0 || kind(apiVersion, kind).isPresent() || !group.equals(GROUP) && !isMisspelled(group)) {
            return Optional.empty();
        }
        String version = GROUP + "/" + apiVersion.substring(slash + 1).toLowerCase(Locale.ROOT);
        String name = Kinds.knows(kind)
                ? kind
                : Spelling.only(kind, Kinds.all().stream().map(Kind::name).collect(Collectors.toSet()));
        return name != null && kind(version, name).isPresent()
                ? Optional.of(new TypeName(version, name))
                : Optional.empty();
    }

    /** Another version may have other fields, and several versions of a kind are equally similar. */
    private static Optional<TypeName> meantWorkload(String version, String kind) {
        String name =
                Spelling.only(kind, Kinds.workloads().stream().map(Kind::name).toList());
        List<ApiVersion> versions = Arrays.stream(ApiVersion.values())
                .filter(one -> name != null && Kinds.kind(name, one).isPresent())
                .toList();
        return name != null
                        && versions.size() == 1
                        && versions.get(0).toString().equals(version)
                ? Optional.of(new TypeName(versions.get(0).qualified(), name))
                : Optional.empty();
    }

    /**
     * The name of a type.
     *
     * @param apiVersion the group and version, such as {@code resource.k8s.io/v1}
     * @param kind the kind, such as {@code ResourceClaim}
     */
    public record TypeName(String apiVersion, String kind) {}

    /**
     * The reason why releases, oldest first, have no rules for a kind in a known version: the releases that serve it,
     * and the versions that these releases serve.
     */
    public static String whyNotServed(String apiVersion, String kind, List<KubernetesRelease> releases) {
        ApiVersion version = version(apiVersion).orElseThrow();
        return whyNotServed(Kinds.kind(kind, version).orElseThrow(), version, apiVersion, releases);
    }

    static String whyNotServed(Kind kind, ApiVersion version, String apiVersion, List<KubernetesRelease> releases) {
        return "Kubernetes " + KubernetesRelease.ranges(releases)
                + (releases.size() == 1 ? " does not serve " : " do not serve ") + kind.name() + " in " + apiVersion
                + "; " + Kinds.whoServes(kind, version, releases);
    }

    static Optional<ApiVersion> version(String apiVersion) {
        return ApiVersion.ofObject(apiVersion);
    }

    /** The group; empty if there is none, as in {@code v1}. That of DRA is also known without a version. */
    public static String group(String apiVersion) {
        int slash = apiVersion.indexOf('/');
        return slash >= 0 ? apiVersion.substring(0, slash) : apiVersion.equals(GROUP) ? GROUP : "";
    }
}
