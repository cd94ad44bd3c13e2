package dev.drawbridge.policy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The defaults of pods and of what creates them.
 *
 * <p>Source: {@code k8s.io/kubernetes/pkg/apis/core/v1/defaults.go}, apps/v1, batch/v1; the admission plugins Priority
 * and DefaultTolerationSeconds.
 */
final class PodDefaults {

    private static final long SECONDS = 300;
    private static final long FILE_MODE = 0644;

    private PodDefaults() {}

    static void set(String kind, Map<String, Object> object) {
        Map<String, Object> spec = TypedFields.of(object, "spec");
        switch (kind) {
            case "Pod" -> pod(spec, true);
            case "Deployment" -> {
                put(spec, "replicas", 1L);
                put(spec, "revisionHistoryLimit", 10L);
                put(spec, "progressDeadlineSeconds", 600L);
                strategy(TypedFields.of(spec, "strategy"));
                template(spec);
            }
            case "StatefulSet", "ReplicaSet", "ReplicationController" -> {
                put(spec, "replicas", 1L);
                template(spec);
            }
            case "DaemonSet" -> template(spec);
            case "Job" -> job(spec);
            case "CronJob" -> {
                put(spec, "concurrencyPolicy", "Allow");
                put(spec, "suspend", false);
                put(spec, "successfulJobsHistoryLimit", 3L);
                put(spec, "failedJobsHistoryLimit", 1L);
                job(TypedFields.of(TypedFields.of(spec, "jobTemplate"), "spec"));
            }
            case "PodTemplate" -> pod(TypedFields.of(TypedFields.of(object, "template"), "spec"), false);
            default -> {
                // Has no defaults that expressions see.
            }
        }
    }

    static void status(String kind, Map<String, Object> object) {
        if (kind.equals("Pod")) {
            Map<String, Object> status = new LinkedHashMap<>();
            status.put("phase", "Pending");
            status.put("qosClass", qualityOfService(TypedFields.of(object, "spec")));
            object.put("status", status);
        }
    }

    /** Source: {@code k8s.io/kubernetes/pkg/apis/core/v1/helper/qos}. */
    private static String qualityOfService(Map<String, Object> spec) {
        List<Map<String, Object>> all = new ArrayList<>(TypedFields.items(spec, "containers"));
        all.addAll(TypedFields.items(spec, "initContainers"));
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

    private static void put(Map<String, Object> map, String key, Object value) {
        map.putIfAbsent(key, value);
    }

    private static void strategy(Map<String, Object> strategy) {
        put(strategy, "type", "RollingUpdate");
        if ("RollingUpdate".equals(strategy.get("type"))) {
            Map<String, Object> rolling = child(strategy, "rollingUpdate");
            put(rolling, "maxUnavailable", "25%");
            put(rolling, "maxSurge", "25%");
        }
    }

    private static void job(Map<String, Object> spec) {
        if (!spec.containsKey("completions") && !spec.containsKey("parallelism")) {
            spec.put("completions", 1L);
        }
        put(spec, "parallelism", 1L);
        put(spec, "backoffLimit", 6L);
        put(spec, "completionMode", "NonIndexed");
        put(spec, "suspend", false);
        put(spec, "podReplacementPolicy", "TerminatingOrFailed");
        template(spec);
    }

    private static void template(Map<String, Object> spec) {
        pod(TypedFields.of(TypedFields.of(spec, "template"), "spec"), false);
    }

    private static void pod(Map<String, Object> spec, boolean isPod) {
        put(spec, "restartPolicy", "Always");
        put(spec, "dnsPolicy", "ClusterFirst");
        put(spec, "terminationGracePeriodSeconds", 30L);
        put(spec, "schedulerName", "default-scheduler");
        put(spec, "securityContext", new LinkedHashMap<>());
        if (isPod) {
            put(spec, "enableServiceLinks", true);
            put(spec, "priority", 0L);
            put(spec, "preemptionPolicy", "PreemptLowerPriority");
            tolerate(spec);
        }
        for (String field : List.of("containers", "initContainers", "ephemeralContainers")) {
            TypedFields.items(spec, field).forEach(container -> container(container, isPod));
        }
        TypedFields.items(spec, "volumes").forEach(PodDefaults::volume);
    }

    private static void tolerate(Map<String, Object> spec) {
        List<Map<String, Object>> all = new ArrayList<>(TypedFields.items(spec, "tolerations"));
        for (String key : List.of("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable")) {
            boolean isTolerated = all.stream()
                    .anyMatch(one -> (key.equals(one.get("key")) || !one.containsKey("key"))
                            && ("NoExecute".equals(one.get("effect")) || !one.containsKey("effect")));
            if (!isTolerated) {
                Map<String, Object> toleration = new LinkedHashMap<>();
                toleration.put("key", key);
                toleration.put("operator", "Exists");
                toleration.put("effect", "NoExecute");
                toleration.put("tolerationSeconds", SECONDS);
                all.add(toleration);
            }
        }
        spec.put("tolerations", all);
    }

    private static void container(Map<String, Object> container, boolean isPod) {
        put(container, "terminationMessagePath", "/dev/termination-log");
        put(container, "terminationMessagePolicy", "File");
        put(container, "imagePullPolicy", pullPolicy(String.valueOf(container.get("image"))));
        TypedFields.items(container, "ports").forEach(port -> put(port, "protocol", "TCP"));
        for (String name : List.of("livenessProbe", "readinessProbe", "startupProbe")) {
            if (container.get(name) instanceof Map<?, ?> probe) {
                probe(TypedFields.as(probe));
            }
        }
        for (Map<String, Object> variable : TypedFields.items(container, "env")) {
            Map<String, Object> field = TypedFields.of(TypedFields.of(variable, "valueFrom"), "fieldRef");
            if (!field.isEmpty()) {
                put(field, "apiVersion", "v1");
            }
        }
        Map<String, Object> resources = TypedFields.of(container, "resources");
        if (isPod && resources.get("limits") instanceof Map<?, ?> limits) {
            Map<String, Object> requests = child(resources, "requests");
            TypedFields.as(limits).forEach(requests::putIfAbsent);
        }
    }

    private static void probe(Map<String, Object> probe) {
        put(probe, "timeoutSeconds", 1L);
        put(probe, "periodSeconds", 10L);
        put(probe, "successThreshold", 1L);
        put(probe, "failureThreshold", 3L);
        if (probe.get("httpGet") instanceof Map<?, ?> http) {
            put(TypedFields.as(http), "path", "/");
            put(TypedFields.as(http), "scheme", "HTTP");
        }
    }

    private static String pullPolicy(String image) {
        String last = image.substring(image.lastIndexOf('/') + 1);
        boolean isLatest = !last.contains("@") && (!last.contains(":") || last.endsWith(":latest"));
        return isLatest ? "Always" : "IfNotPresent";
    }

    private static void volume(Map<String, Object> volume) {
        for (String source : List.of("secret", "configMap", "downwardAPI", "projected")) {
            if (volume.get(source) instanceof Map<?, ?> fields) {
                put(TypedFields.as(fields), "defaultMode", FILE_MODE);
            }
        }
        if (volume.get("hostPath") instanceof Map<?, ?> path) {
            put(TypedFields.as(path), "type", "");
        }
    }

    private static Map<String, Object> child(Map<String, Object> parent, String key) {
        return TypedFields.as(parent.computeIfAbsent(key, none -> new LinkedHashMap<>()));
    }
}
