package dev.drawbridge.resource;

import static dev.drawbridge.resource.ServedVersion.version;
import static dev.drawbridge.schema.ApiVersion.*;
import static dev.drawbridge.schema.KubernetesRelease.*;

import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Spelling;
import dev.drawbridge.schema.ApiVersion;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Served;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The kinds of {@code resource.k8s.io}: their names, the releases that serve them, and their tables. */
public final class Kinds {

    public static final String GROUP = ApiVersion.GROUP;

    // @formatter:off
    private static final List<ServedVersion> CLASSIC = List.of(
        version(V1ALPHA2, K8S_1_27)                                 .removed("1.31"));
    private static final List<ServedVersion> SCHEDULING = List.of(
        version(V1ALPHA2, K8S_1_27)                                 .removed("1.31"),
        version(V1ALPHA3, K8S_1_31)                                 .removed("1.32"));
    private static final List<ServedVersion> TAINTING = List.of(
        version(V1ALPHA3, K8S_1_33)         .deprecated(K8S_1_36),
        version(V1BETA2,  K8S_1_36)                                 .removed("1.42"),
        version(V1,       K8S_1_37));
    private static final List<ServedVersion> POOL_STATUS = List.of(
        version(V1ALPHA3, K8S_1_36));
    private static final List<ServedVersion> MODERN = List.of(
        version(V1ALPHA3, K8S_1_31)                                 .removed("1.34"),
        version(V1BETA1,  K8S_1_32)         .deprecated(K8S_1_35)   .removed("1.38"),
        version(V1BETA2,  K8S_1_33)         .deprecated(K8S_1_36)   .removed("1.39"),
        version(V1,       K8S_1_34));
    private static final List<ServedVersion> STRUCTURED = List.of(
        version(V1ALPHA2, K8S_1_30)                                 .removed("1.31"));
    private static final KubernetesRelease OLDEST_OF_WORKLOADS = K8S_1_30;
    private static final List<ServedVersion> CORE = List.of(version(CORE_V1, OLDEST_OF_WORKLOADS));
    private static final List<ServedVersion> APPS = List.of(version(APPS_V1, OLDEST_OF_WORKLOADS));
    private static final List<ServedVersion> BATCH = List.of(version(BATCH_V1, OLDEST_OF_WORKLOADS));
    private static final List<ServedVersion> GROUPS = List.of(
        version(SCHEDULING_V1ALPHA2, K8S_1_36).removed("1.37"),
        version(SCHEDULING_V1ALPHA3, K8S_1_37),
        version(SCHEDULING_V1BETA1, K8S_1_37));
    private static final List<ServedVersion> WORKLOADS = List.of(
        version(SCHEDULING_V1ALPHA1, K8S_1_35).removed("1.36"),
        version(SCHEDULING_V1ALPHA2, K8S_1_36).removed("1.37"),
        version(SCHEDULING_V1ALPHA3, K8S_1_37),
        version(SCHEDULING_V1BETA1, K8S_1_37));

    private static final List<Kind> KINDS = List.of(
        //       kind                       resource                    namespaced status  served                table
        new Kind("ResourceClaim",           "resourceclaims",           true,      true,   CLASSIC,              () -> ClassicSchema.RESOURCE_CLAIM),
        new Kind("ResourceClaimTemplate",   "resourceclaimtemplates",   true,      false,  CLASSIC,              () -> ClassicSchema.RESOURCE_CLAIM_TEMPLATE),
        new Kind("ResourceClaim",           "resourceclaims",           true,      true,   MODERN,               () -> ResourceClaimSchema.RESOURCE_CLAIM),
        new Kind("ResourceClaimTemplate",   "resourceclaimtemplates",   true,      false,  MODERN,               () -> ResourceClaimSchema.RESOURCE_CLAIM_TEMPLATE),
        new Kind("DeviceClass",             "deviceclasses",            false,     false,  MODERN,               () -> DeviceClassSchema.DEVICE_CLASS),
        new Kind("ResourceSlice",           "resourceslices",           false,     false,  MODERN,               () -> ResourceSliceSchema.RESOURCE_SLICE),
        new Kind("DeviceTaintRule",         "devicetaintrules",         false,     true,   TAINTING,             () -> DeviceTaintRuleSchema.DEVICE_TAINT_RULE),
        new Kind("ResourcePoolStatusRequest", "resourcepoolstatusrequests", false, true,  POOL_STATUS,          () -> ResourcePoolStatusRequestSchema.RESOURCE_POOL_STATUS_REQUEST),
        new Kind("ResourceClass",           "resourceclasses",          false,     false,  CLASSIC,              () -> ClassicSchema.RESOURCE_CLASS),
        new Kind("PodSchedulingContext",    "podschedulingcontexts",    true,      true,   SCHEDULING,          () -> ClassicSchema.POD_SCHEDULING_CONTEXT),
        new Kind("ResourceSlice",           "resourceslices",           false,     false,  STRUCTURED,           () -> NamedResourcesSchema.RESOURCE_SLICE),
        new Kind("ResourceClaimParameters", "resourceclaimparameters",  true,      false,  STRUCTURED,           () -> ClassicSchema.RESOURCE_CLAIM_PARAMETERS),
        new Kind("ResourceClassParameters", "resourceclassparameters",  true,      false,  STRUCTURED,           () -> ClassicSchema.RESOURCE_CLASS_PARAMETERS));

    /**
     * Kubernetes' own kinds with pods that may use claims. Of their objects the tables have the part that is about
     * claims, from Kubernetes 1.30 on.
     */
    private static final List<Kind> WORKLOAD_KINDS = List.of(
        //       kind                     resource                  namespaced status  served table
        new Kind("Pod",                   "pods",                   true,      true,   CORE, () -> PodSchema.POD),
        new Kind("PodTemplate",           "podtemplates",           true,      false,  CORE, () -> WorkloadSchema.POD_TEMPLATE),
        new Kind("ReplicationController", "replicationcontrollers", true,      false,  CORE, () -> WorkloadSchema.REPLICATION_CONTROLLER),
        new Kind("ReplicaSet",            "replicasets",            true,      false,  APPS, () -> WorkloadSchema.REPLICA_SET),
        new Kind("Deployment",            "deployments",            true,      false,  APPS, () -> WorkloadSchema.DEPLOYMENT),
        new Kind("StatefulSet",           "statefulsets",           true,      false,  APPS, () -> WorkloadSchema.STATEFUL_SET),
        new Kind("DaemonSet",             "daemonsets",             true,      false,  APPS, () -> WorkloadSchema.DAEMON_SET),
        new Kind("Job",                   "jobs",                   true,      false,  BATCH, () -> WorkloadSchema.JOB),
        new Kind("CronJob",               "cronjobs",               true,      false,  BATCH, () -> WorkloadSchema.CRON_JOB),
        new Kind("PodGroup",              "podgroups",              true,      true,   GROUPS, () -> PodGroupSchema.POD_GROUP),
        new Kind("Workload",              "workloads",              true,      false,  WORKLOADS, () -> PodGroupSchema.WORKLOAD));
    // @formatter:on

    private static final Map<ApiVersion, Map<String, Kind>> BY_VERSION = byVersion();

    private static final KubernetesRelease[] RELEASES = KubernetesRelease.values();

    /** Loaded with the first name that is no kind. */
    private static final class Words {

        /** The kinds in use, and names made of their words, with the kind that is meant. */
        private static final Map<String, String> MEANT = Spelling.byWords(KINDS.stream()
                .map(Kind::name)
                .filter(name -> !versions(name, KubernetesRelease.NEWEST).isEmpty())
                .toList());
    }

    private Kinds() {}

    private static Map<ApiVersion, Map<String, Kind>> byVersion() {
        Map<ApiVersion, Map<String, Kind>> kinds = new EnumMap<>(ApiVersion.class);
        for (List<Kind> all : List.of(KINDS, WORKLOAD_KINDS)) {
            for (Kind kind : all) {
                for (ServedVersion one : kind.served()) {
                    kinds.computeIfAbsent(one.version(), any -> new HashMap<>()).put(kind.name(), kind);
                }
            }
        }
        return kinds;
    }

    public static List<Kind> all() {
        return KINDS;
    }

    /** Kubernetes' own kinds with pods, and its workload kinds. Their tables have only the fields about claims. */
    public static List<Kind> workloads() {
        return WORKLOAD_KINDS;
    }

    /** The first release for which there are rules of {@link #workloads}. */
    public static KubernetesRelease oldestOfWorkloads() {
        return OLDEST_OF_WORKLOADS;
    }

    /** The kind of this name in this version; empty if the table has none. */
    public static Optional<Kind> kind(String name, ApiVersion version) {
        return Optional.ofNullable(BY_VERSION.getOrDefault(version, Map.of()).get(name));
    }

    /** Whether the group has a kind of this name in any version. */
    public static boolean knows(String name) {
        return KINDS.stream().anyMatch(kind -> kind.name().equals(name));
    }

    /** The released releases by served version, oldest first. */
    public static List<Served> served() {
        return served(KINDS);
    }

    private static List<Served> served(List<Kind> all) {
        List<Served> rows = new ArrayList<>();
        for (ApiVersion version : ApiVersion.values()) {
            Map<List<KubernetesRelease>, List<String>> kinds = new LinkedHashMap<>();
            for (Kind kind : all) {
                List<KubernetesRelease> releases = Arrays.stream(RELEASES)
                        .filter(release -> release.preview().isEmpty() && kind.isServed(version, release))
                        .toList();
                if (!releases.isEmpty()) {
                    kinds.computeIfAbsent(releases, none -> new ArrayList<>()).add(kind.name());
                }
            }
            kinds.forEach((releases, names) ->
                    rows.add(new Served(version, releases.get(0), releases.get(releases.size() - 1), names)));
        }
        return rows;
    }

    /** The newest release that is out and serves the kind in the version, else a preview; empty if none does. */
    public static Optional<KubernetesRelease> newestServing(Kind kind, ApiVersion version) {
        KubernetesRelease newest = null;
        for (KubernetesRelease release : RELEASES) {
            boolean isNewer = newest == null || release.compareTo(KubernetesRelease.NEWEST) <= 0;
            newest = isNewer && kind.isServed(version, release) ? release : newest;
        }
        return Optional.ofNullable(newest);
    }

    /** The releases that serve the kind in the version, and the versions in which those releases serve it. */
    public static String whoServes(Kind kind, ApiVersion version, List<KubernetesRelease> asked) {
        String releases = served(List.of(kind)).stream()
                .filter(row -> row.version() == version && row.kinds().contains(kind.name()))
                .map(row -> row.releases(" to ") + (row.since() == row.until() ? " does" : " do"))
                .collect(Collectors.joining(", "));
        Map<String, List<KubernetesRelease>> byVersions = new LinkedHashMap<>();
        for (KubernetesRelease release : asked) {
            String versions = versions(kind.name(), release).stream()
                    .map(ApiVersion::toString)
                    .collect(Collectors.joining(", "));
            byVersions
                    .computeIfAbsent(versions.isEmpty() ? "in no version" : "in " + versions, any -> new ArrayList<>())
                    .add(release);
        }
        String others = byVersions.entrySet().stream()
                .map(row -> KubernetesRelease.ranges(row.getValue())
                        + (row.getValue().size() == 1 ? " serves it " : " serve it ")
                        + row.getKey())
                .collect(Collectors.joining("; "));
        return releases + "; " + others;
    }

    /** Why the table has no such kind: no release serves it, or the object's version or kind is no text. */
    public static String whyUnknown(String apiVersion, String kind, Value object) {
        if (apiVersion.isEmpty()) {
            return missing(object, "apiVersion", newestVersion(kind).orElse(V1).qualified());
        }
        return kind.isEmpty()
                ? missing(object, "kind", kinds(apiVersion))
                : "no release from " + RELEASES[0] + " to " + KubernetesRelease.NEWEST + " serves " + apiVersion + " "
                        + kind;
    }

    /** The error of a field without text, with a value that it may have. */
    public static String missing(Value object, String field, String example) {
        Value written = ObjectValue.orEmpty(object).get(field);
        String problem = written == null || written instanceof StringValue || written instanceof NullValue
                ? "is missing"
                : "expected a string, found " + written.typeName();
        return problem + "; set it, such as " + example;
    }

    private static String kinds(String apiVersion) {
        Optional<ApiVersion> version = ApiVersion.ofObject(apiVersion);
        return Stream.concat(KINDS.stream(), WORKLOAD_KINDS.stream())
                .filter(kind -> version.map(kind::isInVersion).orElse(kind == KINDS.get(0)))
                .map(Kind::name)
                .collect(Collectors.joining(", "));
    }

    /** A suggestion for an unknown kind: another version, or another of these kinds; empty if there is none. */
    public static String hint(String kind) {
        String nearest = Spelling.nearest(kind, Words.MEANT.keySet());
        String meant = nearest == null ? kind : Words.MEANT.get(nearest);
        return newestVersion(kind)
                .filter(newest -> kind.equals(meant))
                .map(newest -> "did you mean " + newest.qualified() + "?")
                .orElse(nearest == null ? "" : "did you mean " + meant + "?");
    }

    /** The only kind that a name is a misspelling of; null if there is none, or a name of other words is as near. */
    public static @Nullable String misspelled(String name) {
        String nearest = knows(name) ? name : Spelling.only(name, Words.MEANT.keySet());
        return nearest == null || knows(nearest) ? nearest : null;
    }

    /** The newest version that has the kind; empty if it is unknown. */
    public static Optional<ApiVersion> newestVersion(String kind) {
        return Arrays.stream(ApiVersion.values())
                .filter(version -> kind(kind, version).isPresent())
                .reduce((older, newer) -> newer);
    }

    /** The versions in which the release serves the kind, the oldest first. */
    public static List<ApiVersion> versions(String kind, KubernetesRelease release) {
        return Arrays.stream(ApiVersion.values())
                .filter(version -> kind(kind, version)
                        .filter(one -> one.isServed(version, release))
                        .isPresent())
                .toList();
    }

    /**
     * The first release after this one that is out and no longer serves the kind in the version; empty if every later
     * one does.
     */
    public static Optional<KubernetesRelease> removal(Kind kind, ApiVersion version, KubernetesRelease release) {
        for (int i = release.ordinal() + 1; i <= KubernetesRelease.NEWEST.ordinal(); i++) {
            if (!kind.isServed(version, RELEASES[i])) {
                return Optional.of(RELEASES[i]);
            }
        }
        return Optional.empty();
    }
}
