package dev.drawbridge.policy;

import dev.drawbridge.constraint.cel.ApiStruct;
import dev.drawbridge.document.Document;
import dev.drawbridge.document.JsonReader;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.policy.AdmissionRequest.GroupVersion;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.validation.ResourceApi;
import dev.drawbridge.validation.Scheme;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the server sets in an object before policies see it: metadata, status and defaults.
 *
 * <p>Source: {@code k8s.io/apiserver/pkg/registry/rest/create.go}, update.go; {@code k8s.io/kubernetes/pkg/registry},
 * PrepareForCreate and PrepareForUpdate.
 */
record Defaulting(
        Scheme scheme,
        KubernetesRelease release,
        GateSettings gates,
        AdmissionRequest request,
        Map<String, Object> object,
        ObjectValue sent,
        GroupVersion version) {

    private static final String METADATA = "metadata";
    private static final String STATUS = "status";
    private static final String TIME_ADDED = "timeAdded";

    // @formatter:off
    private static final Set<String> WITH_GENERATION = Set.of(
        "Pod", "Deployment", "Job", "StatefulSet", "DaemonSet", "ReplicaSet", "ReplicationController", "CronJob",
        "ResourceSlice", "DeviceClass", "DeviceTaintRule", "PodTemplate");

    private static final Set<String> CLEARED = Set.of(
        "resourceVersion", "selfLink", "deletionTimestamp", "deletionGracePeriodSeconds", "generation");

    private static final Set<String> KEPT = Set.of(
        "uid", "creationTimestamp", "generation", "resourceVersion", "namespace", "selfLink", "managedFields");
    // @formatter:on

    /** The Namespace of a request: its own fields, without a kind. */
    static Map<String, Object> namespace(Map<String, Object> namespace) {
        namespace.remove("kind");
        namespace.remove("apiVersion");
        TypedFields.of(namespace, METADATA).remove("managedFields");
        TypedFields.of(namespace, METADATA).remove("ownerReferences");
        return namespace;
    }

    /**
     * The object with what the server sets.
     *
     * @param isNew whether it is the new object of the request
     * @param stored the old object of an update; null for none
     */
    Map<String, Object> run(boolean isNew, @Nullable Map<String, Object> stored) {
        boolean isCreated = isNew && request.operation().equals("CREATE");
        String kind = sent.string("kind");
        if (version.group().equals(ResourceApi.GROUP)) {
            scheme.defaults(version.toString(), kind, sent, release, gates)
                    .forEach((path, value) -> set(path, json(value)));
        } else {
            PodDefaults.set(kind, object, gates.in(release));
        }
        if (isNew) {
            taints(kind, now());
        }
        if (isCreated && request.place().subresource().isEmpty()) {
            created(kind);
        } else if (isNew && stored != null) {
            updated(stored);
        } else if (!isNew) {
            TypedFields.of(object, METADATA).put("managedFields", managed());
        }
        return object;
    }

    private void created(String kind) {
        Map<String, Object> metadata = TypedFields.of(object, METADATA);
        metadata.put("uid", UUID.randomUUID().toString());
        metadata.put("creationTimestamp", now());
        metadata.put("name", request.place().name());
        metadata.keySet().removeAll(CLEARED);
        if (!request.place().namespace().isEmpty()) {
            metadata.put("namespace", request.place().namespace());
        }
        metadata.put("managedFields", managed());
        if (WITH_GENERATION.contains(kind)) {
            metadata.put("generation", 1L);
        }
        resetStatus(kind);
    }

    private static String now() {
        return Clock.systemUTC().instant().truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private List<Object> managed() {
        Map<String, Object> managed = new ApiStruct();
        managed.putAll(Map.of("manager", "drawbridge", "operation", "Update"));
        managed.putAll(Map.of("apiVersion", version.toString(), "fieldsType", "FieldsV1"));
        return TypedFields.list(List.of(managed));
    }

    private void resetStatus(String kind) {
        if (object.containsKey(STATUS)) {
            String type = ApiTypes.named(version, kind).orElseThrow();
            ApiTypes.fields(type).stream()
                    .filter(field -> field.name().equals(STATUS))
                    .findFirst()
                    .ifPresent(field -> object.put(STATUS, ApiTypes.struct(field.type(), ObjectValue.EMPTY)));
        }
        PodDefaults.created(kind, object, now());
    }

    /** Sets the time of taints that have none. */
    private void taints(String kind, String now) {
        Map<String, Object> spec = TypedFields.of(object, "spec");
        if (kind.equals("DeviceTaintRule") && spec.get("taint") instanceof Map<?, ?> taint) {
            TypedFields.as(taint).putIfAbsent(TIME_ADDED, now);
        }
        if (kind.equals("ResourceSlice")) {
            for (Map<String, Object> device : TypedFields.items(spec, "devices")) {
                Map<String, Object> basic = TypedFields.of(device, "basic");
                TypedFields.items(device.containsKey("basic") ? basic : device, "taints")
                        .forEach(taint -> taint.putIfAbsent(TIME_ADDED, now));
            }
        }
    }

    private void updated(Map<String, Object> before) {
        if (request.place().subresource().equals(STATUS)) {
            Object status = object.get(STATUS);
            object.clear();
            object.putAll(before);
            if (status != null) {
                object.put(STATUS, status);
            }
        } else if (before.containsKey(STATUS)) {
            object.put(STATUS, before.get(STATUS));
        }
        Map<String, Object> metadata = TypedFields.of(object, METADATA);
        for (String field : KEPT) {
            if (TypedFields.of(before, METADATA).containsKey(field)) {
                metadata.put(field, TypedFields.of(before, METADATA).get(field));
            } else {
                metadata.remove(field);
            }
        }
        if (!Objects.equals(object.get("spec"), before.get("spec"))
                && metadata.get("generation") instanceof Long generation) {
            metadata.put("generation", generation + 1);
        }
    }

    private static @Nullable Object json(String text) {
        return JsonReader.withoutPositions(ReadLimits.DEFAULT).read(text.getBytes(StandardCharsets.UTF_8))
                        instanceof Document document
                ? ApiTypes.untyped(document.value())
                : null;
    }

    /** Sets a field below the object, where its parents exist. */
    private void set(FieldPath path, @Nullable Object value) {
        Object parent = object;
        List<FieldPath> steps = path.steps();
        for (FieldPath step : steps.subList(0, steps.size() - 1)) {
            String name = step.name();
            if (name == null) {
                parent = parent instanceof List<?> list ? list.get(step.index()) : null;
            } else {
                parent = parent instanceof Map<?, ?> map ? map.get(name) : null;
            }
        }
        String last = steps.get(steps.size() - 1).name();
        if (parent instanceof Map<?, ?> && last != null && value != null) {
            TypedFields.as(parent).put(last, value);
        }
    }
}
