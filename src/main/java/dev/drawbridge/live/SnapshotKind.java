package dev.drawbridge.live;

import dev.drawbridge.manifest.Manifest;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A kind of object that affects pods and their devices, or reports about them. */
public enum SnapshotKind {
    // @formatter:off
    NODE("Node", "", "nodes", "no", false),
    POD("Pod", "", "pods", "po", true),
    EVENT("Event", "", "events", "ev", true),
    RESOURCE_QUOTA("ResourceQuota", "", "resourcequotas", "quota", true),
    DEVICE_CLASS("DeviceClass", "resource.k8s.io", "deviceclasses", "deviceclass", false),
    RESOURCE_SLICE("ResourceSlice", "resource.k8s.io", "resourceslices", "slice", false),
    RESOURCE_CLAIM("ResourceClaim", "resource.k8s.io", "resourceclaims", "claim", true),
    RESOURCE_CLAIM_TEMPLATE("ResourceClaimTemplate", "resource.k8s.io", "resourceclaimtemplates", "template", true),
    DEVICE_TAINT_RULE("DeviceTaintRule", "resource.k8s.io", "devicetaintrules", "taintrule", false),
    DEPLOYMENT("Deployment", "apps", "deployments", "deploy", true),
    REPLICA_SET("ReplicaSet", "apps", "replicasets", "rs", true),
    STATEFUL_SET("StatefulSet", "apps", "statefulsets", "sts", true),
    DAEMON_SET("DaemonSet", "apps", "daemonsets", "ds", true),
    JOB("Job", "batch", "jobs", "job", true),
    POD_GROUP("PodGroup", "scheduling.k8s.io", "podgroups", "pg", true),
    KUEUE_WORKLOAD("Workload", "kueue.x-k8s.io", "workloads", "wl", true),

    // For predictions of pods that do not exist yet.
    LIMIT_RANGE("LimitRange", "", "limitranges", "limits", true),
    PRIORITY_CLASS("PriorityClass", "scheduling.k8s.io", "priorityclasses", "pc", false),
    AUTOSCALER("HorizontalPodAutoscaler", "autoscaling", "horizontalpodautoscalers", "hpa", true),

    // For checks of the cluster, and not of a pod.
    NAMESPACE("Namespace", "", "namespaces", "ns", false),
    WEBHOOK("ValidatingWebhookConfiguration", "admissionregistration.k8s.io", "validatingwebhookconfigurations", "vwc", false),
    ENDPOINT_SLICE("EndpointSlice", "discovery.k8s.io", "endpointslices", "eps", true),

    // For checks of the cluster: who may write which part of a claim's status.
    ROLE("Role", "rbac.authorization.k8s.io", "roles", "role", true),
    CLUSTER_ROLE("ClusterRole", "rbac.authorization.k8s.io", "clusterroles", "clusterrole", false),
    ROLE_BINDING("RoleBinding", "rbac.authorization.k8s.io", "rolebindings", "rolebinding", true),
    CLUSTER_ROLE_BINDING("ClusterRoleBinding", "rbac.authorization.k8s.io", "clusterrolebindings", "clusterrolebinding", false),

    // For checks of objects to be written: what the API server denies.
    ADMISSION_POLICY("ValidatingAdmissionPolicy", "admissionregistration.k8s.io", "validatingadmissionpolicies", "vap", false),
    ADMISSION_POLICY_BINDING("ValidatingAdmissionPolicyBinding", "admissionregistration.k8s.io", "validatingadmissionpolicybindings", "vapb", false);
    // @formatter:on

    /** The kinds of {@code kubectl get}, in the order of the documentation; not every cluster serves the others. */
    private static final List<SnapshotKind> OPTIONAL =
            List.of(DEVICE_TAINT_RULE, POD_GROUP, KUEUE_WORKLOAD, ADMISSION_POLICY, ADMISSION_POLICY_BINDING);

    private static final Set<SnapshotKind> OF_ROLES = EnumSet.range(ROLE, CLUSTER_ROLE_BINDING);
    private static final Set<SnapshotKind> OF_POLICIES = EnumSet.range(ADMISSION_POLICY, ADMISSION_POLICY_BINDING);

    private final String kind;
    private final String group;
    private final String plural;
    private final String shortName;
    private final boolean isNamespaced;

    SnapshotKind(String kind, String group, String plural, String shortName, boolean isNamespaced) {
        this.kind = kind;
        this.group = group;
        this.plural = plural;
        this.shortName = shortName;
        this.isNamespaced = isNamespaced;
    }

    /** The kind of an object; null for other kinds. */
    public static @Nullable SnapshotKind of(String apiVersion, String kind) {
        int slash = apiVersion.indexOf('/');
        String group = slash < 0 ? "" : apiVersion.substring(0, slash);
        return Arrays.stream(values())
                .filter(each -> each.kind.equals(kind) && each.group.equals(group))
                .findFirst()
                .orElse(null);
    }

    /** The kind with this name, as kubectl accepts it; null for other kinds. */
    public static @Nullable SnapshotKind named(String word) {
        int dot = word.indexOf('.');
        String name = dot < 0 ? word : word.substring(0, dot);
        String group = dot < 0 ? "" : word.substring(dot + 1);
        return Arrays.stream(values())
                .filter(each -> group.isEmpty() || each.group.equals(group))
                .filter(each -> name.equalsIgnoreCase(each.kind)
                        || name.equalsIgnoreCase(each.plural)
                        || name.equalsIgnoreCase(each.shortName))
                .findFirst()
                .orElse(null);
    }

    /** Whether a cluster may have no objects of it, or not serve it. */
    public boolean isOptional() {
        return OPTIONAL.contains(this);
    }

    /** Whether it is a kind of admission policies. */
    public boolean isPolicy() {
        return OF_POLICIES.contains(this);
    }

    public static List<SnapshotKind> all() {
        return List.of(values());
    }

    /** The kinds of a fleet, without pods. */
    public static List<SnapshotKind> ofFleets() {
        return those(SnapshotKind::isOfFleets);
    }

    public static List<SnapshotKind> ofPods() {
        return those(kind -> kind.compareTo(KUEUE_WORKLOAD) <= 0 || kind == NAMESPACE);
    }

    /** The kinds for checks of the cluster. */
    public static List<SnapshotKind> ofTheWhole() {
        return those(kind -> kind.isOfFleets()
                || kind == POD
                || kind == EVENT
                || kind.compareTo(NAMESPACE) >= 0 && !kind.isPolicy());
    }

    /** The kinds of roles and their bindings. */
    public static List<SnapshotKind> ofRoles() {
        return List.copyOf(OF_ROLES);
    }

    /** The kinds on which the decisions of admission policies depend, without parameters. */
    public static List<SnapshotKind> ofPolicies() {
        return those(kind -> kind.isPolicy() || OF_ROLES.contains(kind) || kind == NAMESPACE);
    }

    private static List<SnapshotKind> those(Predicate<SnapshotKind> which) {
        return Arrays.stream(values()).filter(which).toList();
    }

    private boolean isOfFleets() {
        return this == NODE || group.equals("resource.k8s.io");
    }

    /** Whether an object of a fleet may decide about new objects: a policy, or what it may refer to. */
    public static boolean mayConcernPolicies(Manifest object) {
        SnapshotKind kind = of(object.apiVersion(), object.kind());
        return kind == null || kind == RESOURCE_QUOTA || ofPolicies().contains(kind);
    }

    /** The API group; empty for the core group. */
    public String group() {
        return group;
    }

    /** The name of its collection, such as {@code deviceclasses}. */
    public String plural() {
        return plural;
    }

    public boolean isNamespaced() {
        return isNamespaced;
    }

    /** The kind as in objects, such as {@code DeviceClass}. */
    @Override
    public String toString() {
        return kind;
    }
}
