package dev.drawbridge.resource;

import static dev.drawbridge.schema.ApiVersion.APPS_V1;
import static dev.drawbridge.schema.ApiVersion.BATCH_V1;
import static dev.drawbridge.schema.ApiVersion.CORE_V1;
import static dev.drawbridge.schema.ApiVersion.SCHEDULING_V1ALPHA1;
import static dev.drawbridge.schema.ApiVersion.SCHEDULING_V1ALPHA2;
import static dev.drawbridge.schema.ApiVersion.SCHEDULING_V1ALPHA3;
import static dev.drawbridge.schema.ApiVersion.SCHEDULING_V1BETA1;
import static dev.drawbridge.schema.Availability.in;
import static dev.drawbridge.schema.Availability.since;
import static dev.drawbridge.schema.Availability.until;
import static dev.drawbridge.schema.KubernetesRelease.K8S_1_30;
import static dev.drawbridge.schema.KubernetesRelease.K8S_1_35;
import static dev.drawbridge.schema.KubernetesRelease.K8S_1_36;
import static dev.drawbridge.schema.KubernetesRelease.K8S_1_37;

import dev.drawbridge.schema.ApiVersion;
import dev.drawbridge.schema.Availability;
import dev.drawbridge.schema.KubernetesRelease;
import java.util.List;

/**
 * Kubernetes' own kinds with pods that may use claims. Of their objects the tables have the part that is about claims, from Kubernetes 1.30
 * on.
 */
final class WorkloadKinds {

    /** The first release whose rules of pods the table has. */
    static final KubernetesRelease OLDEST = K8S_1_30;

    private static final List<Availability> CORE = served(CORE_V1);
    private static final List<Availability> APPS = served(APPS_V1);
    private static final List<Availability> BATCH = served(BATCH_V1);
    private static final List<Availability> GROUPS = List.of(
            in(SCHEDULING_V1ALPHA2).and(since(K8S_1_36)).and(until(K8S_1_36)),
            in(SCHEDULING_V1ALPHA3).and(since(K8S_1_37)),
            in(SCHEDULING_V1BETA1).and(since(K8S_1_37)));
    private static final List<Availability> WORKLOADS = List.of(
            in(SCHEDULING_V1ALPHA1).and(since(K8S_1_35)).and(until(K8S_1_35)),
            in(SCHEDULING_V1ALPHA2).and(since(K8S_1_36)).and(until(K8S_1_36)),
            in(SCHEDULING_V1ALPHA3).and(since(K8S_1_37)),
            in(SCHEDULING_V1BETA1).and(since(K8S_1_37)));
    private static final List<Deprecation> NOWHERE = List.of();

    // @formatter:off
    static final List<Kind> KINDS = List.of(
        //       kind                     resource                  namespaced status  served     deprecated table
        new Kind("Pod",                   "pods",                   true,      true,   CORE,      NOWHERE,   Table.POD),
        new Kind("PodTemplate",           "podtemplates",           true,      false,  CORE,      NOWHERE,   Table.POD_TEMPLATE),
        new Kind("ReplicationController", "replicationcontrollers", true,      false,  CORE,      NOWHERE,   Table.REPLICATION_CONTROLLER),
        new Kind("ReplicaSet",            "replicasets",            true,      false,  APPS,      NOWHERE,   Table.REPLICA_SET),
        new Kind("Deployment",            "deployments",            true,      false,  APPS,      NOWHERE,   Table.DEPLOYMENT),
        new Kind("StatefulSet",           "statefulsets",           true,      false,  APPS,      NOWHERE,   Table.STATEFUL_SET),
        new Kind("DaemonSet",             "daemonsets",             true,      false,  APPS,      NOWHERE,   Table.DAEMON_SET),
        new Kind("Job",                   "jobs",                   true,      false,  BATCH,     NOWHERE,   Table.JOB),
        new Kind("CronJob",               "cronjobs",               true,      false,  BATCH,     NOWHERE,   Table.CRON_JOB),
        new Kind("PodGroup",              "podgroups",              true,      true,   GROUPS,    NOWHERE,   Table.POD_GROUP),
        new Kind("Workload",              "workloads",              true,      false,  WORKLOADS, NOWHERE,   Table.WORKLOAD));
    // @formatter:on

    private WorkloadKinds() {}

    private static List<Availability> served(ApiVersion version) {
        return List.of(in(version).and(since(OLDEST)));
    }
}
