package dev.drawbridge.policy;

import dev.drawbridge.constraint.cel.AdmissionProgram;
import dev.drawbridge.constraint.cel.ApiStruct;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.policy.AdmissionRequest.GroupVersion;
import dev.drawbridge.policy.Policy.ParamKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The objects that bindings may name as parameters.
 *
 * <p>Source: {@code k8s.io/apiserver/pkg/admission/plugin/policy/generic/policy_dispatcher.go}, CollectParams.
 *
 * @param objects any objects of the cluster
 * @param extent what is not found
 * @param resources the scopes of custom kinds
 */
public record Parameters(
        List<ObjectValue> objects, List<ObjectValue> deleted, Extent extent, CustomResources resources) {

    /** Whether the cluster has other objects and kinds than the given ones. */
    public enum Extent {
        /** Of what is not found nothing is known. */
        SOME,
        /** No other objects, but perhaps other kinds. */
        ALL_OBJECTS,
        /** No other objects, and no other kinds. */
        ALL_KINDS
    }

    public Parameters {
        objects = List.copyOf(objects);
        deleted = List.copyOf(deleted);
    }

    /**
     * The parameters of a binding.
     *
     * @param values empty if the binding is skipped
     * @param problem why the binding is misconfigured; null if it is not
     */
    record Found(List<Object> values, @Nullable String problem) {}

    /** Why a kind cannot be one of parameters; null if it can. */
    @Nullable
    String problem(@Nullable ParamKind kind) {
        return extent != Extent.ALL_KINDS
                        || kind == null
                        || ApiTypes.named(GroupVersion.parse(kind.apiVersion()), kind.kind())
                                .isPresent()
                        || objects.stream().anyMatch(object -> isOf(kind, object))
                ? null
                : "failed to find resource referenced by paramKind: '" + kind + "'";
    }

    private static boolean isOf(ParamKind kind, ObjectValue object) {
        return object.string("kind").equals(kind.kind())
                && object.string("apiVersion").equals(kind.apiVersion());
    }

    /** The parameters of a binding with this spec for a request in a namespace. */
    Found of(@Nullable ParamKind kind, ObjectValue binding, String requestNamespace) throws UndecidedException {
        if (kind == null || !binding.has("paramRef")) {
            return new Found(List.of(AdmissionProgram.NULL), null);
        }
        ObjectValue reference = binding.object("paramRef");
        String given = reference.string("namespace");
        boolean isNamespaced = resources.isNamespaced(kind.apiVersion(), kind.kind());
        if (!isNamespaced && !given.isEmpty()) {
            return new Found(List.of(), "paramRef.namespace must not be provided for a cluster-scoped `paramKind`");
        }
        String namespace = !isNamespaced ? "" : given.isEmpty() ? requestNamespace : given;
        if (isNamespaced && namespace.isEmpty()) {
            if (!resources.isKnown(kind.apiVersion(), kind.kind())) {
                throw new UndecidedException(
                        "the scope of " + kind.kind() + ": its CustomResourceDefinition is not in the input");
            }
            return new Found(
                    List.of(),
                    "cannot use namespaced paramRef in policy binding that matches cluster-scoped resources");
        }
        List<Object> found = new ArrayList<>();
        LabelSelector selector = new LabelSelector(reference.object("selector"));
        String name = reference.string("name");
        Predicate<ObjectValue> isMeant = object -> {
            ObjectValue metadata = object.object("metadata");
            return isOf(kind, object)
                    && metadata.string("namespace").equals(namespace)
                    && (name.isEmpty()
                            ? selector.matches(metadata.object("labels"))
                            : metadata.string("name").equals(name));
        };
        objects.stream().filter(isMeant).forEach(object -> found.add(value(kind, object)));
        boolean isDeleted = !name.isEmpty() && deleted.stream().anyMatch(isMeant);
        if (found.isEmpty() && extent == Extent.SOME && !isDeleted) {
            throw new UndecidedException("the parameters: no " + kind.kind() + " "
                    + (name.isEmpty() ? "with the labels" : (isNamespaced ? namespace + "/" : "") + name)
                    + " in the input");
        }
        return found.isEmpty() && !reference.string("parameterNotFoundAction").equals("Allow")
                ? new Found(List.of(), "no params found for policy binding with `Deny` parameterNotFoundAction")
                : new Found(found, null);
    }

    private static Object value(ParamKind kind, ObjectValue object) {
        return ApiTypes.named(GroupVersion.parse(kind.apiVersion()), kind.kind())
                .map(type -> ApiStruct.untyped(withoutManagers(ApiTypes.struct(type, object))))
                .orElseGet(() -> ApiTypes.untyped(object));
    }

    private static Map<String, Object> withoutManagers(Map<String, Object> object) {
        if (object.get("metadata") instanceof Map<?, ?> metadata) {
            metadata.remove("managedFields");
        }
        return object;
    }
}
