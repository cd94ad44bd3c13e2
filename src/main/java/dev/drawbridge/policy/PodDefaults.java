package dev.drawbridge.policy;

import dev.drawbridge.constraint.cel.ApiStruct;
import dev.drawbridge.constraint.content.Images;
import dev.drawbridge.port.Quantity;
import dev.drawbridge.schema.FeatureGate;
import dev.drawbridge.schema.FeatureGates;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The defaults of pods and of what creates them that depend on other fields; the rest are in api-defaults.txt.
 *
 * <p>Source: {@code k8s.io/kubernetes/pkg/apis/core/v1/defaults.go}, apps/v1, batch/v1; the admission plugins Priority
 * and DefaultTolerationSeconds.
 */
final class PodDefaults {

    private static final long SECONDS = 300;
    private static final String ROLLING = "RollingUpdate";
    private static final String BATCH = "batch.kubernetes.io/";

    static void set(String kind, Map<String, Object> object, FeatureGates gates) {
        Map<String, Object> spec = TypedFields.of(object, "spec");
        switch (kind) {
            case "Pod" -> pod(spec);
            case "Deployment" -> {
                rolling(TypedFields.of(spec, "strategy"), "25%", "25%");
                template(spec);
            }
            case "StatefulSet" -> {
                statefulSet(spec, gates);
                template(spec);
            }
            case "DaemonSet" -> {
                rolling(TypedFields.of(spec, "updateStrategy"), 1L, 0L);
                child(child(object, "metadata"), "annotations")
                        .putIfAbsent("deprecated.daemonset.template.generation", "1");
                template(spec);
            }
            case "ReplicaSet", "ReplicationController" -> template(spec);
            case "Job" -> {
                job(spec);
                if (TypedFields.of(template(spec), "metadata").get("labels") instanceof Map<?, ?> labels) {
                    child(object, "metadata").putIfAbsent("labels", labels);
                }
            }
            case "CronJob" -> template(TypedFields.of(TypedFields.of(spec, "jobTemplate"), "spec"));
            case "PodTemplate" -> template(object);
            default -> {
                // Has no defaults that expressions see.
            }
        }
    }

    /** Sets what a new object gets, from {@code pkg/registry}, PrepareForCreate of each kind. */
    static void created(String kind, Map<String, Object> object, String now) {
        Map<String, Object> spec = TypedFields.of(object, "spec");
        if (kind.equals("Job") && Boolean.FALSE.equals(spec.get("manualSelector"))) {
            select(spec, TypedFields.of(object, "metadata"));
        }
        if (kind.equals("Pod")) {
            Map<String, Object> status = new ApiStruct();
            status.put("phase", "Pending");
            status.put("qosClass", qualityOfService(spec));
            if (!TypedFields.items(spec, "schedulingGates").isEmpty()) {
                Map<String, Object> gated = ApiTypes.bundled("core.v1.PodCondition", "gated-condition.json");
                gated.put("lastTransitionTime", now);
                status.put("conditions", TypedFields.list(List.of(gated)));
            }
            object.put("status", status);
        }
    }

    /** Source: {@code k8s.io/kubernetes/pkg/apis/core/v1/helper/qos}. */
    private static String qualityOfService(Map<String, Object> spec) {
        List<Map<String, Object>> all = new ArrayList<>();
        if (spec.containsKey("resources")) {
            all.add(spec);
        } else {
            all.addAll(TypedFields.items(spec, "containers"));
            all.addAll(TypedFields.items(spec, "initContainers"));
        }
        boolean isGuaranteed = true;
        boolean isBestEffort = true;
        for (Map<String, Object> container : all) {
            Map<String, Object> resources = TypedFields.of(container, "resources");
            Map<String, Object> limits = TypedFields.of(resources, "limits");
            Map<String, Object> requests = TypedFields.of(resources, "requests");
            for (String resource : List.of("cpu", "memory")) {
                Object limit = limits.get(resource);
                isBestEffort &= isZero(limit) && isZero(requests.get(resource));
                isGuaranteed &= limit != null && !isZero(limit) && limit.equals(requests.getOrDefault(resource, limit));
            }
        }
        return isBestEffort ? "BestEffort" : isGuaranteed ? "Guaranteed" : "Burstable";
    }

    private static boolean isZero(@Nullable Object quantity) {
        return quantity == null || quantity.equals("0");
    }

    /** Selects the pods of a job by its uid. */
    private static void select(Map<String, Object> spec, Map<String, Object> metadata) {
        Map<String, Object> labels = child(child(child(spec, "template"), "metadata"), "labels");
        for (String prefix : List.of("", BATCH)) {
            labels.putIfAbsent(prefix + "job-name", metadata.get("name"));
            labels.putIfAbsent(prefix + "controller-uid", metadata.get("uid"));
        }
        child(child(spec, "selector"), "matchLabels").putIfAbsent(BATCH + "controller-uid", metadata.get("uid"));
    }

    private static void rolling(Map<String, Object> strategy, Object maxUnavailable, Object maxSurge) {
        if (ROLLING.equals(strategy.get("type"))) {
            Map<String, Object> rolling = child(strategy, "rollingUpdate");
            rolling.putIfAbsent("maxUnavailable", maxUnavailable);
            rolling.putIfAbsent("maxSurge", maxSurge);
        }
    }

    private static void statefulSet(Map<String, Object> spec, FeatureGates gates) {
        Map<String, Object> strategy = child(spec, "updateStrategy");
        if (strategy.putIfAbsent("type", ROLLING) == null) {
            child(strategy, "rollingUpdate");
        }
        if (ROLLING.equals(strategy.get("type")) && strategy.containsKey("rollingUpdate")) {
            Map<String, Object> rolling = child(strategy, "rollingUpdate");
            rolling.putIfAbsent("partition", 0L);
            if (gates.has(FeatureGate.MAX_UNAVAILABLE_STATEFUL_SET)) {
                rolling.putIfAbsent("maxUnavailable", 1L);
            }
        }
        for (Map<String, Object> claim : TypedFields.items(spec, "volumeClaimTemplates")) {
            claim.putAll(Map.of("kind", "PersistentVolumeClaim", "apiVersion", "v1"));
        }
    }

    private static void job(Map<String, Object> spec) {
        if (!spec.containsKey("parallelism")) {
            spec.putIfAbsent("completions", 1L);
            spec.put("parallelism", 1L);
        }
        spec.putIfAbsent("backoffLimit", spec.containsKey("backoffLimitPerIndex") ? (long) Integer.MAX_VALUE : 6L);
        spec.putIfAbsent("completionMode", "NonIndexed");
        spec.putIfAbsent("suspend", false);
        spec.putIfAbsent(
                "podReplacementPolicy", spec.containsKey("podFailurePolicy") ? "Failed" : "TerminatingOrFailed");
        spec.putIfAbsent("manualSelector", false);
    }

    /** Sets defaults in the template of an owner of pods, and returns the template. */
    private static Map<String, Object> template(Map<String, Object> owner) {
        Map<String, Object> template = TypedFields.of(owner, "template");
        containers(TypedFields.of(template, "spec"));
        return template;
    }

    private static List<Map<String, Object>> containers(Map<String, Object> spec) {
        // The former name of the field has the same value, by conversion.
        Object account = spec.getOrDefault("serviceAccountName", spec.get("serviceAccount"));
        if (account != null) {
            spec.putAll(Map.of("serviceAccountName", account, "serviceAccount", account));
        }
        List<Map<String, Object>> all = new ArrayList<>();
        for (String field : List.of("containers", "initContainers", "ephemeralContainers")) {
            all.addAll(TypedFields.items(spec, field));
        }
        all.forEach(one -> one.putIfAbsent("imagePullPolicy", Images.pullPolicy(String.valueOf(one.get("image")))));
        return all;
    }

    private static void pod(Map<String, Object> spec) {
        spec.putIfAbsent("enableServiceLinks", true);
        spec.putIfAbsent("priority", 0L);
        spec.putIfAbsent("preemptionPolicy", "PreemptLowerPriority");
        tolerate(spec);
        for (Map<String, Object> container : containers(spec)) {
            Map<String, Object> resources = TypedFields.of(container, "resources");
            requestLimits(resources);
            for (Map<String, Object> port : TypedFields.items(container, "ports")) {
                if (Boolean.TRUE.equals(spec.get("hostNetwork"))) {
                    port.putIfAbsent("hostPort", port.get("containerPort"));
                }
            }
        }
        Map<String, Object> whole = TypedFields.of(spec, "resources");
        if (whole.get("limits") instanceof Map<?, ?>) {
            for (String resource : List.of("cpu", "memory")) {
                Quantity amount = request(spec, resource);
                if (amount.sign() > 0) {
                    child(whole, "requests").putIfAbsent(resource, amount.text());
                }
            }
            requestLimits(whole);
        }
    }

    /** Source: {@code k8s.io/component-helpers/resource/helpers.go}, AggregateContainerRequests. */
    private static Quantity request(Map<String, Object> spec, String resource) {
        Quantity started = Quantity.ZERO;
        Quantity most = Quantity.ZERO;
        for (String field : List.of("initContainers", "containers")) {
            for (Map<String, Object> container : TypedFields.items(spec, field)) {
                Object amount = TypedFields.of(TypedFields.of(container, "resources"), "requests")
                        .get(resource);
                Quantity own = amount == null ? null : Quantity.parse(amount.toString());
                Quantity now = own == null ? started : started.plus(own);
                most = now.compareTo(most) > 0 ? now : most;
                if (field.equals("containers") || "Always".equals(container.get("restartPolicy"))) {
                    started = now;
                }
            }
        }
        return most;
    }

    private static void requestLimits(Map<String, Object> resources) {
        if (resources.get("limits") instanceof Map<?, ?> limits) {
            Map<String, Object> requests = child(resources, "requests");
            TypedFields.as(limits).forEach(requests::putIfAbsent);
        }
    }

    private static void tolerate(Map<String, Object> spec) {
        List<Map<String, Object>> all = new ArrayList<>(TypedFields.items(spec, "tolerations"));
        for (String key : List.of("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable")) {
            boolean isTolerated = all.stream()
                    .anyMatch(one -> (key.equals(one.get("key")) || !one.containsKey("key"))
                            && ("NoExecute".equals(one.get("effect")) || !one.containsKey("effect")));
            if (!isTolerated) {
                Map<String, Object> toleration = new ApiStruct();
                toleration.putAll(Map.of("key", key, "operator", "Exists", "effect", "NoExecute"));
                toleration.put("tolerationSeconds", SECONDS);
                all.add(toleration);
            }
        }
        spec.put("tolerations", TypedFields.list(all));
    }

    private static Map<String, Object> child(Map<String, Object> parent, String key) {
        return TypedFields.as(parent.computeIfAbsent(key, none -> new ApiStruct()));
    }
}
