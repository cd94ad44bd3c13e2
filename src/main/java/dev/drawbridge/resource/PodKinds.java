package dev.drawbridge.resource;

import static dev.drawbridge.schema.ApiVersion.*;
import static dev.drawbridge.schema.KubernetesRelease.*;

import dev.drawbridge.schema.ApiVersion;
import dev.drawbridge.schema.KubernetesRelease;
import java.util.List;

/**
 * Kubernetes' own kinds with pods that may use claims. Of their objects the tables have the part that is about claims,
 * from Kubernetes 1.30 on.
 */
final class PodKinds {

    static final KubernetesRelease OLDEST = K8S_1_30;

    private static final List<ServedVersion> CORE = served(CORE_V1);
    private static final List<ServedVersion> APPS = served(APPS_V1);
    private static final List<ServedVersion> BATCH = served(BATCH_V1);
    private static final List<ServedVersion> GROUPS = List.of(
            ServedVersion.version(SCHEDULING_V1ALPHA2, K8S_1_36).removed("1.37"),
            ServedVersion.version(SCHEDULING_V1ALPHA3, K8S_1_37),
            ServedVersion.version(SCHEDULING_V1BETA1, K8S_1_37));
    private static final List<ServedVersion> WORKLOADS = List.of(
            ServedVersion.version(SCHEDULING_V1ALPHA1, K8S_1_35).removed("1.36"),
            ServedVersion.version(SCHEDULING_V1ALPHA2, K8S_1_36).removed("1.37"),
            ServedVersion.version(SCHEDULING_V1ALPHA3, K8S_1_37),
            ServedVersion.version(SCHEDULING_V1BETA1, K8S_1_37));

    // @formatter:off
    static final List<Kind> KINDS = List.of(
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

    private PodKinds() {}

    private static List<ServedVersion> served(ApiVersion version) {
        return List.of(ServedVersion.version(version, OLDEST));
    }
}
