package dev.drawbridge.validation;

import dev.drawbridge.field.Spelling;
import dev.drawbridge.resource.Kind;
import dev.drawbridge.resource.Kinds;
import dev.drawbridge.schema.ApiVersion;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Served;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The API group {@code resource.k8s.io}: its kinds and versions, and the Kubernetes releases that serve them. It also
 * knows pods and other workloads, which refer to claims.
 */
public final class ResourceApi {

    public static final String GROUP = Kinds.GROUP;

    /** The ends of the names of Kubernetes' own groups. */
    private static final List<String> OWN = List.of(".k8s.io", ".kubernetes.io");

    private static final String ADMISSION = "admissionregistration.k8s.io";
    private static final String END = ".k8s.io";

    // @formatter:off
    /** Groups of Kubernetes that have this end, or that it may be added to by mistake. */
    private static final Set<String> KUBERNETES = Set.of(
        "admission", "apiextensions", "apiregistration", "apps", "authentication", "authorization", "autoscaling",
        "batch", "certificates", "coordination", "core", "discovery", "events", "extensions", "networking", "node",
        "policy", "scheduling", "storage");
    // @formatter:on

    /** Types of Kubernetes outside the group; loaded with the first that has no rules here. */
    private static final class Known {

        /** Kinds of Kubernetes for which there are other rules, and those with similar names. */
        private static final List<TypeName> OTHERS = List.of(
                new TypeName(ADMISSION + "/v1", "ValidatingAdmissionPolicy"),
                new TypeName(ADMISSION + "/v1", "ValidatingAdmissionPolicyBinding"),
                new TypeName(ADMISSION + "/v1", "MutatingAdmissionPolicy"),
                new TypeName(ADMISSION + "/v1", "MutatingAdmissionPolicyBinding"),
                new TypeName("v1", "ResourceQuota"));

        /**
         * The release that removed a version of a workload, by type. Source: the deprecated API migration guide of
         * kubernetes.io.
         */
        private static final Map<String, String> REMOVED = Map.of(
                "apps/v1beta1 Deployment", "1.16",
                "apps/v1beta1 StatefulSet", "1.16",
                "apps/v1beta2 DaemonSet", "1.16",
                "apps/v1beta2 Deployment", "1.16",
                "apps/v1beta2 ReplicaSet", "1.16",
                "apps/v1beta2 StatefulSet", "1.16",
                "extensions/v1beta1 DaemonSet", "1.16",
                "extensions/v1beta1 Deployment", "1.16",
                "extensions/v1beta1 ReplicaSet", "1.16",
                "batch/v1beta1 CronJob", "1.25");

        /** The workloads of Kubernetes in each version, the newest first, and the others. */
        private static final List<TypeName> TYPES = types();

        /** Their names, and names made of the words of the others, with the one that is meant. */
        private static final Map<String, String> NAMES =
                Spelling.byWords(OTHERS.stream().map(TypeName::kind).toList());

        static {
            TYPES.forEach(type -> NAMES.put(type.kind, type.kind));
        }

        private static List<TypeName> types() {
            List<TypeName> types = new ArrayList<>(OTHERS);
            for (ApiVersion version : ApiVersion.values()) {
                for (Kind kind : Kinds.workloads()) {
                    if (Kinds.kind(kind.name(), version).isPresent()) {
                        types.add(0, new TypeName(version.qualified(), kind.name()));
                    }
                }
            }
            return types;
        }
    }

    private ResourceApi() {}

    /** The served kinds, by version and release, oldest first. */
    public static List<Served> served() {
        return Kinds.served();
    }

    /** The newest release that the table has rules for. */
    public static KubernetesRelease newestRelease() {
        return KubernetesRelease.NEWEST;
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

    /** Whether objects of the kind have a namespace, also in a version of the group that it does not have. */
    public static boolean isNamespaced(String apiVersion, String kind) {
        return kind(apiVersion, kind)
                .or(() -> isOfGroup(apiVersion)
                        ? Kinds.newestVersion(kind).flatMap(version -> Kinds.kind(kind, version))
                        : Optional.empty())
                .map(Kind::namespaced)
                .orElse(false);
    }

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
     * Whether a workload, policy, binding or quota of Kubernetes is in a version or group that no release serves, such
     * as {@code v1 Deployment}, has a misspelled kind, or has no version or kind.
     */
    public static boolean isUnserved(String apiVersion, String kind) {
        return kind.isEmpty()
                ? version(apiVersion).isPresent() && !isOfGroup(apiVersion)
                : unserved(apiVersion, kind).isPresent();
    }

    /** Whether {@link #isUnserved} is about a policy, a binding or a quota, which need not mention claims. */
    public static boolean isUnservedOther(String apiVersion, String kind) {
        return unserved(apiVersion, kind).filter(Known.OTHERS::contains).isPresent();
    }

    /** What a type of Kubernetes that no release serves probably means, in its newest version; no placeholder does. */
    static Optional<TypeName> unserved(String apiVersion, String kind) {
        boolean isOurs = Kinds.knows(kind) || kind(apiVersion, kind).isPresent();
        if (isOurs || (apiVersion + kind).indexOf('{') >= 0) {
            return Optional.empty();
        }
        String nearest = Spelling.nearest(kind, Known.NAMES.keySet());
        String name = nearest == null ? null : Known.NAMES.get(nearest);
        boolean isServed = Known.TYPES.contains(new TypeName(apiVersion, kind))
                || kind.equals(name) && apiVersion.matches(ADMISSION + "/v1(alpha1|beta1)");
        return Known.TYPES.stream()
                .filter(one -> one.kind.equals(name) && !isServed && (kind.equals(name) || !apiVersion.isEmpty()))
                .filter(one -> isNear(group(apiVersion), group(one.apiVersion)))
                .findFirst();
    }

    /** The type that a type which no release serves probably means; a type that is served, or custom, itself. */
    public static TypeName probable(String apiVersion, String kind) {
        return unserved(apiVersion, kind)
                .or(() -> meant(apiVersion, kind))
                .or(() -> newest(apiVersion, kind))
                .orElseGet(() -> new TypeName(apiVersion, kind));
    }

    /** The newest version of a kind of the group, maybe misspelled, in a version without it. */
    private static Optional<TypeName> newest(String apiVersion, String kind) {
        String name = isOurs(group(apiVersion), kind) || isMisspelled(apiVersion, kind) ? Kinds.misspelled(kind) : null;
        return name == null
                        || kind(apiVersion, kind).isPresent()
                        || versions(name, newestRelease()).isEmpty()
                ? Optional.empty()
                : Kinds.newestVersion(name).map(version -> new TypeName(version.qualified(), name));
    }

    /**
     * Whether another group may mean one of Kubernetes. Groups of custom kinds have a dot. Those of other projects may
     * end in {@code .k8s.io}, too, but have no kinds that are named like policies.
     */
    private static boolean isNear(String group, String own) {
        String first = group.endsWith(END) ? group.substring(0, group.length() - END.length()) : group;
        return group.equals(own)
                || first.indexOf('.') < 0
                        && (first.equals(group) || KUBERNETES.contains(first) || own.equals(ADMISSION))
                || own.equals(ADMISSION) && Spelling.nearest(group, List.of(own)) != null;
    }

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
        Optional<TypeName> unserved = unserved(apiVersion, kind);
        if (unserved.isPresent()) {
            String version = apiVersion.substring(slash + 1).toLowerCase(Locale.ROOT);
            return unserved.filter(one -> isOnly(kind, one, version));
        }
        String group = apiVersion.substring(0, Math.max(slash, 0));
        if (slash < 0 || kind(apiVersion, kind).isPresent() || !group.equals(GROUP) && !isMisspelled(group)) {
            return Optional.empty();
        }
        String version = GROUP + "/" + apiVersion.substring(slash + 1).toLowerCase(Locale.ROOT);
        String name = Kinds.misspelled(kind);
        return name != null && kind(version, name).isPresent()
                ? Optional.of(new TypeName(version, name))
                : Optional.empty();
    }

    /** Another version may have other fields, and several versions or kinds may be equally similar. */
    private static boolean isOnly(String kind, TypeName meant, String version) {
        long versions =
                Known.TYPES.stream().filter(one -> one.kind.equals(meant.kind)).count();
        return versions == 1
                && ("/" + meant.apiVersion).endsWith("/" + version)
                && meant.kind.equals(Spelling.only(kind, Known.NAMES.keySet()));
    }

    /** The name of a type. */
    public record TypeName(String apiVersion, String kind) {

        /** What to write instead of another type: what differs from it. */
        String hint(String otherVersion, String otherKind) {
            String removal = Known.REMOVED.get(otherVersion + " " + otherKind);
            if (removal != null) {
                return "Kubernetes " + removal + " removed it; use " + apiVersion;
            }
            boolean isVersion = kind.equals(otherKind);
            boolean isKind = group(apiVersion).equals(group(otherVersion));
            return "did you mean " + (isVersion ? apiVersion : isKind ? kind : apiVersion + " " + kind) + "?";
        }
    }

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
