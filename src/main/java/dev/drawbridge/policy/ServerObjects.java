package dev.drawbridge.policy;

import dev.drawbridge.constraint.cel.ApiStruct;
import dev.drawbridge.constraint.cel.Unknown;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.policy.AdmissionRequest.GroupVersion;
import dev.drawbridge.policy.AdmissionRequest.User;
import dev.drawbridge.schema.Converted;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.validation.ResourceApi;
import dev.drawbridge.validation.Scheme;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The objects of requests as expressions see them: defaulted, typed, in the version of the matched rule.
 *
 * @param areStored whether old objects are those of the server; otherwise, a status that they lack is not known
 * @param hasAccounts whether its admission plugin ServiceAccount is on, as it is by default
 */
public record ServerObjects(
        Scheme scheme, KubernetesRelease release, GateSettings gates, boolean areStored, boolean hasAccounts) {

    private static final String STATUS = "status";

    /** What the API server gives each stored object. */
    private static final List<String> OF_SERVER = List.of("uid", "creationTimestamp", "resourceVersion");

    /** What is not known if the user is not. */
    public static final String USER = "the user of the request";

    private static final Unknown NOBODY = new Unknown(USER, Map.of());

    /** The other versions in which the server has the resource. */
    List<GroupVersion> equivalents(AdmissionRequest request) {
        String group = request.place().version().group();
        if (!group.equals(ResourceApi.GROUP)) {
            return List.of();
        }
        return ResourceApi.versions(request.place().kind(), release).stream()
                .map(GroupVersion::parse)
                .toList();
    }

    @Nullable
    Object namespace(AdmissionRequest request) {
        ObjectValue namespace = request.namespaceObject();
        if (namespace == null && !request.place().namespace().isEmpty()) {
            String what = "namespace " + request.place().namespace();
            Map<String, Object> labels =
                    Map.of(MatchResources.NAME_LABEL, request.place().namespace());
            Map<String, Object> metadata =
                    Map.of("name", request.place().namespace(), "labels", new Unknown(what, labels));
            return new Unknown(what, Map.of("metadata", new Unknown(what, metadata)));
        }
        return namespace == null || request.place().namespace().isEmpty()
                ? null
                : shown(Defaulting.namespace(ApiTypes.struct("core.v1.Namespace", namespace)));
    }

    /**
     * The new or the old object of a request.
     *
     * @param stored what expressions see of the old object, for the new one
     */
    @Nullable
    Object seen(AdmissionRequest request, GroupVersion version, boolean isNew, @Nullable Object stored) {
        ObjectValue sent = isNew ? request.object() : request.oldObject();
        if (sent == null) {
            return null;
        }
        String kind = sent.string("kind");
        GroupVersion from = GroupVersion.parse(sent.string("apiVersion"));
        ObjectValue object = isNew || !areStored ? kept(sent, from, isNew ? request.oldObject() : null) : sent;
        ObjectValue whole = object;
        if (!from.equals(version) && from.group().equals(ResourceApi.GROUP)) {
            object = scheme.converted(from.toString(), kind, whole, version.toString(), release)
                    .map(Converted::object)
                    .orElse(whole);
            from = version;
        }
        Optional<String> type = ApiTypes.named(from, kind);
        if (type.isEmpty()) {
            return ApiTypes.untyped(object);
        }
        Map<String, Object> typed = ApiTypes.struct(type.get(), object);
        typed.put("kind", kind);
        typed.put("apiVersion", from.toString());
        if (!isNew && !areStored) {
            Map<String, Object> metadata = TypedFields.of(typed, "metadata");
            OF_SERVER.forEach(field ->
                    metadata.putIfAbsent(field, Unknown.text("the " + field + " of the object in the cluster")));
            if (typed.containsKey(STATUS) && !object.has(STATUS)) {
                typed.put(STATUS, new Unknown("the status of the object in the cluster", Map.of()));
            }
        }
        Map<String, Object> before = stored instanceof Map<?, ?> ? TypedFields.as(stored) : null;
        Map<String, Object> made =
                new Defaulting(scheme, release, gates, request, typed, object, from).run(isNew, before);
        boolean isCreated = isNew && request.operation().equals("CREATE");
        if (hasAccounts && kind.equals("Pod") && (isCreated || !areStored)) {
            ServiceAccounts.admit(made);
        }
        return shown(made);
    }

    /**
     * A value of a Go type, which expressions see as such since 1.37, and before as its JSON.
     *
     * <p>Source: {@code k8s.io/apiserver/pkg/admission/plugin/cel/activation.go}, newActivation.
     */
    private Object shown(Object typed) {
        return release.compareTo(KubernetesRelease.K8S_1_37) < 0 ? ApiStruct.untyped(typed) : typed;
    }

    /** What an object has before it is stored, in its own version. */
    private ObjectValue kept(ObjectValue object, GroupVersion version, @Nullable ObjectValue old) {
        String kind = object.string("kind");
        ObjectValue stored = old == null
                ? null
                : scheme.converted(old.string("apiVersion"), kind, old, version.toString(), release)
                        .map(Converted::object)
                        .orElse(null);
        return scheme.kept(version.toString(), kind, object, stored, release, gates);
    }

    /** The value of {@code authorizer.requestResource}. */
    static Map<String, String> requestResource(AdmissionRequest request) {
        return Map.of(
                "group", request.place().version().group(),
                "resource", request.place().resource(),
                "subresource", request.place().subresource(),
                "namespace", request.place().namespace(),
                "name", request.place().name());
    }

    /**
     * The value of {@code request}.
     *
     * @param kindVersion the version in which the object is seen
     * @param resourceVersion the version of the matched rule
     */
    Object request(AdmissionRequest request, GroupVersion kindVersion, GroupVersion resourceVersion) {
        Map<String, Object> value = new ApiStruct();
        value.put("kind", kind(request, kindVersion));
        value.put("resource", resource(request, resourceVersion));
        put(value, "subResource", request.place().subresource());
        value.put("requestKind", kind(request, request.place().version()));
        value.put("requestResource", resource(request, request.place().version()));
        put(value, "requestSubResource", request.place().subresource());
        put(value, "name", request.place().name());
        put(value, "namespace", request.place().namespace());
        value.put("operation", request.operation());
        value.put("userInfo", user(request.sender().user()));
        value.put("dryRun", request.sender().dryRun());
        value.put("options", options(request));
        return shown(value);
    }

    private static Object user(@Nullable User user) {
        if (user == null) {
            return NOBODY;
        }
        Map<String, Object> value = new ApiStruct();
        put(value, "username", user.name());
        put(value, "uid", user.uid());
        if (!user.groups().isEmpty()) {
            value.put("groups", user.groups());
        }
        if (user.extra() == null) {
            return new Unknown("the uid or extra of the user", value);
        }
        if (!user.extra().isEmpty()) {
            value.put("extra", user.extra());
        }
        return value;
    }

    private static Map<String, Object> options(AdmissionRequest request) {
        Map<String, Object> sent = request.sender().options();
        Map<String, Object> options = new LinkedHashMap<>(sent == null ? Map.of() : sent);
        String operation = request.operation();
        options.put("kind", operation.charAt(0) + operation.substring(1).toLowerCase(Locale.ROOT) + "Options");
        options.put("apiVersion", "meta.k8s.io/v1");
        if (request.sender().dryRun()) {
            options.put("dryRun", List.of("All"));
        }
        return sent == null ? new Unknown("the options of the request", options) : options;
    }

    private static void put(Map<String, Object> map, String key, String value) {
        if (!value.isEmpty()) {
            map.put(key, value);
        }
    }

    private static Map<String, Object> kind(AdmissionRequest request, GroupVersion version) {
        return named(request.kindVersion(version), "kind", request.place().kind());
    }

    private static Map<String, Object> resource(AdmissionRequest request, GroupVersion version) {
        return named(version, "resource", request.place().resource());
    }

    private static Map<String, Object> named(GroupVersion version, String what, String name) {
        Map<String, Object> named = new ApiStruct();
        named.putAll(Map.of("group", version.group(), "version", version.version(), what, name));
        return named;
    }
}
