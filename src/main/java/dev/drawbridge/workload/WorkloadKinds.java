package dev.drawbridge.workload;

import dev.drawbridge.field.Spelling;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The table of kinds that create pods. Each row is one template; a kind may have several. A source is a repository, a
 * path, and the commit, or the release, of the file that has the field.
 */
public final class WorkloadKinds {

    private static final String K8S = "kubernetes/kubernetes api/openapi-spec/v3 v1.37";
    private static final String RAY =
            "ray-project/kuberay ray-operator/config/samples/ray-cluster.complete.yaml 08792ca";
    private static final String RAY_JOB = "ray-project/kuberay ray-operator/config/samples/ray-job.sample.yaml 0074129";
    private static final String RAY_SERVICE =
            "ray-project/kuberay ray-operator/config/samples/ray-service.sample.yaml 05a8462";
    private static final String RAY_CRON_JOB =
            "ray-project/kuberay ray-operator/apis/ray/v1/raycronjob_types.go feeaf72";
    private static final String KSERVE = "kserve/kserve pkg/apis/serving/v1beta1/podspec.go f3e21fe";
    private static final String LLM =
            "kserve/kserve docs/samples/llmisvc/nvidia-dra/llm-inference-service-pd-qwen2-7b-nvidia-dra.yaml 7b2f2cf";
    private static final String KUBEVIRT = "kubevirt/enhancements veps/sig-compute/10-dra-devices/vep.md 78fe5e4";
    private static final String VM_POOL = "kubevirt/kubevirt staging/src/kubevirt.io/api/pool/v1beta1/types.go d923fdb";
    private static final String TRAINING = "kubeflow/training-operator examples/pytorch/simple.yaml 05d24a7";
    private static final String TENSORFLOW = "kubeflow/training-operator examples/tensorflow/simple.yaml 333601c";
    private static final String XGBOOST = "kubeflow/training-operator examples/xgboost/xgboostjob.yaml 1580d7b";
    private static final String PADDLE = "kubeflow/training-operator examples/paddlepaddle/simple-gpu.yaml d1c2983";
    private static final String JAX = "kubeflow/training-operator examples/jax/cpu-demo/demo.yaml a86c927";
    private static final String MPI = "kubeflow/mpi-operator examples/v2beta1/pi/pi.yaml 3981711";
    private static final String TRAINER = "kubeflow/trainer manifests/base/runtimes/torch_distributed.yaml 0c78efb";
    private static final String TRAIN_JOB = "kubeflow/trainer pkg/apis/trainer/v1alpha1/trainjob_types.go v2.1.0";
    private static final String TRAIN_JOB_PATCH =
            "kubeflow/trainer pkg/apis/trainer/v1alpha1/trainjob_types.go 8c0f505";
    private static final String JOB_SET =
            "kubernetes-sigs/jobset site/static/examples/workload-aware-scheduling/dra/jobset.yaml ae8ef43";
    private static final String LWS = "kubernetes-sigs/lws config/samples/leaderworkerset_multi_template.yaml 2087650";
    private static final String ROLLOUT = "argoproj/argo-rollouts examples/rollout-canary.yaml 05a6891";
    private static final String ARGO = "argoproj/argo-workflows pkg/apis/workflow/v1alpha1/workflow_types.go #16587";
    private static final String KNATIVE = "knative/serving pkg/apis/serving/v1/revision_types.go 7398ed7";
    private static final String VOLCANO = "volcano-sh/apis pkg/apis/batch/v1alpha1/job.go 032c8b6";
    private static final String GROVE =
            "ai-dynamo/grove operator/samples/user-guide/core-concepts/single-node-disaggregated.yaml 6e28231";
    private static final String NIM =
            "NVIDIA/k8s-nim-operator config/samples/nim/serving/advanced/dra/manual/llm.yaml 0b3b189";
    private static final String DYNAMO = "ai-dynamo/dynamo examples/backends/vllm/deploy/agg_xpu_dra.yaml 354e366";
    private static final String SPARK = "kubeflow/spark-operator examples/spark-pi-pod-template.yaml 0c707ad";
    private static final String KUEUE = "kubernetes-sigs/kueue apis/kueue/v1beta1/workload_types.go 00caa31";
    private static final String KRUISE = "openkruise/kruise apis/apps/v1alpha1/cloneset_types.go eea019c";
    private static final String FLINK = "apache/flink-kubernetes-operator examples/pod-template.yaml 0597cbb";
    private static final String MINI_CLUSTER = "flux-framework/flux-operator api/v1alpha2/minicluster_types.go 763b93f";
    private static final String COMPOSITE = "kubernetes/api scheduling/v1beta1/types.go v0.37.1";
    private static final String KEDA = "kedacore/keda apis/keda/v1alpha1/scaledjob_types.go 8b4f083";
    private static final String ROLE_SET = "vllm-project/aibrix api/orchestration/v1alpha1/roleset_types.go e3e10f9";
    private static final String RAY_FLEET =
            "vllm-project/aibrix api/orchestration/v1alpha1/rayclusterfleet_types.go e3e10f9";
    private static final String VOLCANO_CRON =
            "volcano-sh/volcano installer/helm/chart/volcano/crd/bases/batch.volcano.sh_cronjobs.yaml ed72c7c";
    private static final String SANDBOX =
            "ray-project/kuberay ray-operator/config/samples/agent-sandbox/sandbox.yaml deeaf8a";

    // @formatter:off
    /** Groups whose controllers copy templates unchanged into pods, jobs or StatefulSets, except for added fields. */
    static final Set<String> COPIED = Set.of(
        "ray.io", "jobset.x-k8s.io", "leaderworkerset.x-k8s.io", "batch.volcano.sh", "kubeflow.org", "apps.kruise.io",
        "argoproj.io", "grove.io", "agents.x-k8s.io", "keda.sh", "orchestration.aibrix.ai");
    // @formatter:on

    /** Groups whose controllers complete templates from other objects, which may declare claims. */
    static final Set<String> COMPLETED = Set.of("serving.kserve.io", "trainer.kubeflow.org", "nvidia.com");

    // @formatter:off
    static final List<WorkloadKind> ROWS = List.of(
        //               group                     kind                       template                                                         source       how many
        new WorkloadKind("",                       "Pod",                     "spec",                                                          K8S),
        new WorkloadKind("",                       "PodTemplate",             "template.spec",                                                 K8S),
        new WorkloadKind("",                       "ReplicationController",   "spec.template.spec",                                            K8S,         "spec.replicas"),
        new WorkloadKind("apps",                   "ReplicaSet",              "spec.template.spec",                                            K8S,         "spec.replicas"),
        new WorkloadKind("apps",                   "Deployment",              "spec.template.spec",                                            K8S,         "spec.replicas"),
        new WorkloadKind("apps",                   "StatefulSet",             "spec.template.spec",                                            K8S,         "spec.replicas"),
        new WorkloadKind("apps",                   "DaemonSet",               "spec.template.spec",                                            K8S),
        new WorkloadKind("batch",                  "Job",                     "spec.template.spec",                                            K8S,         "spec.parallelism"),
        new WorkloadKind("batch",                  "CronJob",                 "spec.jobTemplate.spec.template.spec",                           K8S,         "spec.jobTemplate.spec.parallelism"),
        new WorkloadKind("batch",                  "Job",                     "spec.scheduling",                                               K8S),
        new WorkloadKind("batch",                  "CronJob",                 "spec.jobTemplate.spec.scheduling",                              K8S),
        new WorkloadKind("scheduling.k8s.io",      "PodGroup",                "spec",                                                          K8S),
        new WorkloadKind("scheduling.k8s.io",      "Workload",                "spec.podGroupTemplates[]",                                      K8S),
        new WorkloadKind("scheduling.k8s.io",       "Workload",                "spec.compositePodGroupTemplates[].podGroupTemplates[]",           COMPOSITE),
        new WorkloadKind("scheduling.k8s.io",       "Workload",                "spec.compositePodGroupTemplates[].compositePodGroupTemplates[].podGroupTemplates[]", COMPOSITE),
        new WorkloadKind("scheduling.k8s.io",       "Workload",                "spec.compositePodGroupTemplates[].compositePodGroupTemplates[].compositePodGroupTemplates[].podGroupTemplates[]", COMPOSITE),
        new WorkloadKind("ray.io",                 "RayCluster",              "spec.headGroupSpec.template.spec",                              RAY),
        new WorkloadKind("ray.io",                 "RayCluster",              "spec.workerGroupSpecs[].template.spec",                         RAY,         "spec.workerGroupSpecs[].replicas", "spec.workerGroupSpecs[].numOfHosts"),
        new WorkloadKind("ray.io",                 "RayJob",                  "spec.rayClusterSpec.headGroupSpec.template.spec",               RAY_JOB),
        new WorkloadKind("ray.io",                 "RayJob",                  "spec.rayClusterSpec.workerGroupSpecs[].template.spec",          RAY_JOB,     "spec.rayClusterSpec.workerGroupSpecs[].replicas", "spec.rayClusterSpec.workerGroupSpecs[].numOfHosts"),
        new WorkloadKind("ray.io",                 "RayJob",                  "spec.submitterPodTemplate.spec",                                RAY_JOB),
        new WorkloadKind("ray.io",                  "RayCronJob",              "spec.jobTemplate.rayClusterSpec.headGroupSpec.template.spec",     RAY_CRON_JOB),
        new WorkloadKind("ray.io",                  "RayCronJob",              "spec.jobTemplate.rayClusterSpec.workerGroupSpecs[].template.spec", RAY_CRON_JOB,         "spec.jobTemplate.rayClusterSpec.workerGroupSpecs[].replicas", "spec.jobTemplate.rayClusterSpec.workerGroupSpecs[].numOfHosts"),
        new WorkloadKind("ray.io",                  "RayCronJob",              "spec.jobTemplate.submitterPodTemplate.spec",                      RAY_CRON_JOB),
        new WorkloadKind("ray.io",                 "RayService",              "spec.rayClusterConfig.headGroupSpec.template.spec",             RAY_SERVICE),
        new WorkloadKind("ray.io",                 "RayService",              "spec.rayClusterConfig.workerGroupSpecs[].template.spec",        RAY_SERVICE, "spec.rayClusterConfig.workerGroupSpecs[].replicas", "spec.rayClusterConfig.workerGroupSpecs[].numOfHosts"),
        new WorkloadKind("serving.kserve.io",      "InferenceService",        "spec.predictor",                                                KSERVE,      "spec.predictor.minReplicas"),
        new WorkloadKind("serving.kserve.io",      "InferenceService",        "spec.predictor.workerSpec",                                     KSERVE),
        new WorkloadKind("serving.kserve.io",      "InferenceService",        "spec.transformer",                                              KSERVE,      "spec.transformer.minReplicas"),
        new WorkloadKind("serving.kserve.io",      "InferenceService",        "spec.explainer",                                                KSERVE,      "spec.explainer.minReplicas"),
        new WorkloadKind("serving.kserve.io",      "LLMInferenceService",     "spec.template",                                                 LLM,         "spec.replicas"),
        new WorkloadKind("serving.kserve.io",      "LLMInferenceService",     "spec.worker",                                                   LLM,         "spec.replicas"),
        new WorkloadKind("serving.kserve.io",      "LLMInferenceService",     "spec.prefill.template",                                         LLM,         "spec.prefill.replicas"),
        new WorkloadKind("serving.kserve.io",      "LLMInferenceService",     "spec.prefill.worker",                                           LLM,         "spec.prefill.replicas"),
        new WorkloadKind("serving.kserve.io",      "LLMInferenceServiceConfig", "spec.template",                                               LLM),
        new WorkloadKind("serving.kserve.io",      "LLMInferenceServiceConfig", "spec.worker",                                                 LLM),
        new WorkloadKind("kubevirt.io",            "VirtualMachine",          "spec.template.spec",                                            KUBEVIRT),
        new WorkloadKind("kubevirt.io",            "VirtualMachineInstance",  "spec",                                                          KUBEVIRT),
        new WorkloadKind("kubevirt.io",            "VirtualMachineInstanceReplicaSet", "spec.template.spec",                                   KUBEVIRT,    "spec.replicas"),
        new WorkloadKind("pool.kubevirt.io",        "VirtualMachinePool",      "spec.virtualMachineTemplate.spec.template.spec",                  VM_POOL,         "spec.replicas"),
        new WorkloadKind("kubeflow.org",           "PyTorchJob",              "spec.pytorchReplicaSpecs{}.template.spec",                      TRAINING,    "spec.pytorchReplicaSpecs{}.replicas"),
        new WorkloadKind("kubeflow.org",           "TFJob",                   "spec.tfReplicaSpecs{}.template.spec",                           TENSORFLOW,  "spec.tfReplicaSpecs{}.replicas"),
        new WorkloadKind("kubeflow.org",           "XGBoostJob",              "spec.xgbReplicaSpecs{}.template.spec",                          XGBOOST,     "spec.xgbReplicaSpecs{}.replicas"),
        new WorkloadKind("kubeflow.org",           "PaddleJob",               "spec.paddleReplicaSpecs{}.template.spec",                       PADDLE,      "spec.paddleReplicaSpecs{}.replicas"),
        new WorkloadKind("kubeflow.org",           "JAXJob",                  "spec.jaxReplicaSpecs{}.template.spec",                          JAX,         "spec.jaxReplicaSpecs{}.replicas"),
        new WorkloadKind("kubeflow.org",           "MPIJob",                  "spec.mpiReplicaSpecs{}.template.spec",                          MPI,         "spec.mpiReplicaSpecs{}.replicas"),
        new WorkloadKind("trainer.kubeflow.org",   "TrainJob",                "spec.podTemplateOverrides[].spec",                              TRAIN_JOB),
        // As of v2.3 patches have no claims; a proposal adds them here.
        new WorkloadKind("trainer.kubeflow.org",    "TrainJob",                "spec.runtimePatches[].trainingRuntimeSpec.template.spec.replicatedJobs[].template.spec.template.spec", TRAIN_JOB_PATCH),
        new WorkloadKind("trainer.kubeflow.org",   "TrainingRuntime",         "spec.template.spec.replicatedJobs[].template.spec.template.spec", TRAINER,   "spec.template.spec.replicatedJobs[].replicas", "spec.template.spec.replicatedJobs[].template.spec.parallelism"),
        new WorkloadKind("jobset.x-k8s.io",        "JobSet",                  "spec.replicatedJobs[].template.spec.template.spec",             JOB_SET,     "spec.replicatedJobs[].replicas", "spec.replicatedJobs[].template.spec.parallelism"),
        new WorkloadKind("leaderworkerset.x-k8s.io", "LeaderWorkerSet",       "spec.leaderWorkerTemplate.leaderTemplate.spec",                 LWS,         "spec.replicas"),
        new WorkloadKind("leaderworkerset.x-k8s.io", "LeaderWorkerSet",       "spec.leaderWorkerTemplate.workerTemplate.spec",                 LWS,         "spec.replicas", "spec.leaderWorkerTemplate.size")
                                                                                                                                                           .besideLeader("spec.leaderWorkerTemplate.leaderTemplate"),
        new WorkloadKind("argoproj.io",            "Rollout",                 "spec.template.spec",                                            ROLLOUT,     "spec.replicas"),
        new WorkloadKind("argoproj.io",            "Workflow",                "spec",                                                          ARGO).claimsIn(PodTemplate.ANYWHERE),
        new WorkloadKind("argoproj.io",            "WorkflowTemplate",        "spec",                                                          ARGO).claimsIn(PodTemplate.ANYWHERE),
        new WorkloadKind("argoproj.io",            "ClusterWorkflowTemplate", "spec",                                                          ARGO).claimsIn(PodTemplate.ANYWHERE),
        new WorkloadKind("argoproj.io",            "CronWorkflow",            "spec.workflowSpec",                                             ARGO).claimsIn(PodTemplate.ANYWHERE),
        new WorkloadKind("serving.knative.dev",    "Service",                 "spec.template.spec",                                            KNATIVE),
        new WorkloadKind("serving.knative.dev",    "Configuration",           "spec.template.spec",                                            KNATIVE),
        new WorkloadKind("batch.volcano.sh",       "Job",                     "spec.tasks[].template.spec",                                    VOLCANO,     "spec.tasks[].replicas"),
        new WorkloadKind("batch.volcano.sh",        "CronJob",                 "spec.jobTemplate.spec.tasks[].template.spec",                    VOLCANO_CRON, "spec.jobTemplate.spec.tasks[].replicas"),
        new WorkloadKind("keda.sh",                 "ScaledJob",               "spec.jobTargetRef.template.spec",                                KEDA,         "spec.jobTargetRef.parallelism"),
        new WorkloadKind("orchestration.aibrix.ai", "PodSet",                  "spec.template.spec",                                             ROLE_SET,     "spec.podGroupSize"),
        new WorkloadKind("orchestration.aibrix.ai", "RoleSet",                 "spec.roles[].template.spec",                                     ROLE_SET,     "spec.roles[].replicas", "spec.roles[].podGroupSize"),
        new WorkloadKind("orchestration.aibrix.ai", "StormService",            "spec.template.spec.roles[].template.spec",                       ROLE_SET,     "spec.replicas", "spec.template.spec.roles[].replicas", "spec.template.spec.roles[].podGroupSize"),
        new WorkloadKind("orchestration.aibrix.ai", "RayClusterFleet",         "spec.template.spec.headGroupSpec.template.spec",                 RAY_FLEET,    "spec.replicas"),
        new WorkloadKind("orchestration.aibrix.ai", "RayClusterFleet",         "spec.template.spec.workerGroupSpecs[].template.spec",            RAY_FLEET,    "spec.replicas", "spec.template.spec.workerGroupSpecs[].replicas", "spec.template.spec.workerGroupSpecs[].numOfHosts"),
        new WorkloadKind("grove.io",               "PodCliqueSet",            "spec.template.cliques[].spec.podSpec",                          GROVE,       "spec.replicas", "spec.template.cliques[].spec.replicas"),
        new WorkloadKind("grove.io",               "PodClique",               "spec.podSpec",                                                  GROVE,       "spec.replicas"),
        new WorkloadKind("apps.nvidia.com",        "NIMService",              "spec",                                                          NIM,         "spec.replicas").claimsIn("draResources"),
        new WorkloadKind("nvidia.com",             "DynamoGraphDeployment",   "spec.services{}.extraPodSpec",                                  DYNAMO,      "spec.services{}.replicas"),
        new WorkloadKind("nvidia.com",             "DynamoComponentDeployment", "spec.extraPodSpec",                                           DYNAMO,      "spec.replicas"),
        new WorkloadKind("sparkoperator.k8s.io",   "SparkApplication",        "spec.driver.template.spec",                                     SPARK),
        new WorkloadKind("sparkoperator.k8s.io",   "SparkApplication",        "spec.executor.template.spec",                                   SPARK,       "spec.executor.instances"),
        new WorkloadKind("kueue.x-k8s.io",         "Workload",                "spec.podSets[].template.spec",                                  KUEUE,       "spec.podSets[].count"),
        new WorkloadKind("apps.kruise.io",         "CloneSet",                "spec.template.spec",                                            KRUISE,      "spec.replicas"),
        new WorkloadKind("apps.kruise.io",         "StatefulSet",             "spec.template.spec",                                            KRUISE,      "spec.replicas"),
        new WorkloadKind("apps.kruise.io",         "DaemonSet",               "spec.template.spec",                                            KRUISE),
        new WorkloadKind("flink.apache.org",       "FlinkDeployment",         "spec.podTemplate.spec",                                         FLINK),
        new WorkloadKind("flink.apache.org",       "FlinkDeployment",         "spec.jobManager.podTemplate.spec",                              FLINK,       "spec.jobManager.replicas"),
        new WorkloadKind("flink.apache.org",       "FlinkDeployment",         "spec.taskManager.podTemplate.spec",                             FLINK,       "spec.taskManager.replicas"),
        new WorkloadKind("flux-framework.org",      "MiniCluster",             "spec",                                                            MINI_CLUSTER,         "spec.size"),
        new WorkloadKind("agents.x-k8s.io",        "Sandbox",                 "spec.podTemplate.spec",                                         SANDBOX));
    // @formatter:on

    private static final Map<String, List<WorkloadKind>> BY_KIND = byKind();

    /** The names of kinds in any group, a quick test: most objects are of other kinds. */
    private static final Set<String> NAMES = BY_KIND.keySet().stream()
            .map(key -> key.substring(key.indexOf('/') + 1))
            .collect(Collectors.toSet());

    private WorkloadKinds() {}

    private static Map<String, List<WorkloadKind>> byKind() {
        Map<String, List<WorkloadKind>> byKind = new HashMap<>();
        for (WorkloadKind row : ROWS) {
            byKind.computeIfAbsent(row.group() + "/" + row.kind(), none -> new ArrayList<>())
                    .add(row);
        }
        // A cluster runtime differs from a namespaced one only in scope.
        byKind.put("trainer.kubeflow.org/ClusterTrainingRuntime", byKind.get("trainer.kubeflow.org/TrainingRuntime"));
        return byKind;
    }

    /**
     * The group that is meant by another one for a custom kind of the table; empty if none is. Groups of other projects
     * have a dot, and may have a kind of the same name.
     */
    static String meantGroup(String group, String kind) {
        List<String> groups = ROWS.stream()
                .filter(row -> row.kind().equals(kind) && !isKubernetesOwn(row.group()))
                .map(WorkloadKind::group)
                .distinct()
                .toList();
        boolean isKnown = groups.isEmpty() || BY_KIND.containsKey(group + "/" + kind);
        String near = isKnown ? "" : Spelling.nearest(group, groups);
        boolean isOther = group.indexOf('.') >= 0 || kind.equals("Service");
        return near != null ? near : isOther ? "" : groups.get(0);
    }

    /** Kubernetes' own groups, whose kinds with pods are all in the table. */
    static boolean isKubernetesOwn(String group) {
        return group.isEmpty()
                || group.indexOf('.') < 0
                || group.endsWith(".k8s.io") && !group.contains(".x-k8s.io") && !group.startsWith("sparkoperator");
    }

    static List<WorkloadKind> of(String group, String kind) {
        return NAMES.contains(kind) ? BY_KIND.getOrDefault(group + "/" + kind, List.of()) : List.of();
    }
}
