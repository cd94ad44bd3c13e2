package dev.drawbridge.policy;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.policy.AdmissionRequest.GroupVersion;
import dev.drawbridge.policy.AdmissionRequest.Place;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rules by which a policy or a binding matches a request.
 *
 * <p>Source: {@code k8s.io/apiserver/pkg/admission/plugin/policy/matching/matching.go}; {@code
 * webhook/predicates/rules}.
 */
record MatchResources(ObjectValue rules) {

    private static final String NAMESPACES = "namespaces";

    /** The label that every Namespace has. */
    static final String NAME_LABEL = "kubernetes.io/metadata.name";

    /** The version in which the object is seen if the request matches; empty if it does not match. */
    Optional<GroupVersion> matched(AdmissionRequest request, List<GroupVersion> equivalents) throws UndecidedException {
        if (!isObjectSelected(request)
                || rule("excludeResourceRules", request, equivalents).isPresent()) {
            return Optional.empty();
        }
        Optional<GroupVersion> matched = rules.list("resourceRules").size() == 0
                ? Optional.of(request.place().version())
                : rule("resourceRules", request, equivalents);
        return matched.isPresent() && isNamespaceSelected(request) ? matched : Optional.empty();
    }

    private boolean isNamespaceSelected(AdmissionRequest request) throws UndecidedException {
        LabelSelector selector = new LabelSelector(rules.object("namespaceSelector"));
        Place place = request.place();
        boolean isNamespace = place.resource().equals(NAMESPACES);
        if (selector.isEmpty() || place.namespace().isEmpty() && !isNamespace) {
            return true;
        }
        boolean isWritten = isNamespace && place.subresource().isEmpty() && request.object() != null;
        if (!isWritten && request.namespaceObject() == null) {
            if (!selector.isAbout(NAME_LABEL)) {
                throw new UndecidedException("the labels of namespace " + place.namespace());
            }
            ObjectValue name = ObjectValue.EMPTY.with(NAME_LABEL, new StringValue(place.namespace(), null));
            return selector.matches(name);
        }
        return selector.matches(labels(isWritten ? request.object() : request.namespaceObject()));
    }

    private boolean isObjectSelected(AdmissionRequest request) {
        LabelSelector selector = new LabelSelector(rules.object("objectSelector"));
        return selector.isEmpty()
                || isSelected(selector, request.object())
                || isSelected(selector, request.oldObject());
    }

    private static boolean isSelected(LabelSelector selector, @Nullable ObjectValue object) {
        return object != null && selector.matches(labels(object));
    }

    private static ObjectValue labels(@Nullable Value object) {
        return ObjectValue.orEmpty(object).object("metadata").object("labels");
    }

    private Optional<GroupVersion> rule(String field, AdmissionRequest request, List<GroupVersion> equivalents) {
        List<ObjectValue> all = rules.list(field).objects();
        if (all.stream().anyMatch(rule -> matches(rule, request.place().version(), request))) {
            return Optional.of(request.place().version());
        }
        if (rules.string("matchPolicy").equals("Exact")) {
            return Optional.empty();
        }
        for (ObjectValue rule : all) {
            for (GroupVersion equivalent : equivalents) {
                if (!equivalent.equals(request.place().version()) && matches(rule, equivalent, request)) {
                    return Optional.of(equivalent);
                }
            }
        }
        return Optional.empty();
    }

    private static boolean matches(ObjectValue rule, GroupVersion version, AdmissionRequest request) {
        List<String> names = rule.list("resourceNames").texts();
        Place place = request.place();
        return isInScope(rule.string("scope"), place)
                && isOneOf(rule, "operations", request.operation())
                && isOneOf(rule, "apiGroups", version.group())
                && isOneOf(rule, "apiVersions", version.version())
                && rule.list("resources").texts().stream()
                        .anyMatch(one -> isResource(one, place.resource(), place.subresource()))
                && (names.isEmpty() || names.contains(place.name()));
    }

    private static boolean isInScope(String scope, Place place) {
        boolean isOfCluster = place.namespace().isEmpty()
                || place.resource().equals(NAMESPACES) && place.version().equals(new GroupVersion("", "v1"));
        return switch (scope) {
            case "Namespaced" -> !isOfCluster;
            case "Cluster" -> isOfCluster;
            default -> true;
        };
    }

    static boolean isOneOf(ObjectValue rule, String field, String wanted) {
        List<String> all = rule.list(field).texts();
        return all.contains("*") || all.contains(wanted);
    }

    /** Whether a pattern of a rule names all that another one does. */
    static boolean isResource(String pattern, String other) {
        int slash = other.indexOf('/');
        return slash < 0
                ? isResource(pattern, other, "")
                : isResource(pattern, other.substring(0, slash), other.substring(slash + 1));
    }

    /** Whether a pattern of a rule names a resource; the subresource may be empty. */
    static boolean isResource(String pattern, String resource, String subresource) {
        int slash = pattern.indexOf('/');
        String ofResource = slash < 0 ? pattern : pattern.substring(0, slash);
        String ofSubresource = slash < 0 ? "" : pattern.substring(slash + 1);
        return (ofResource.equals("*") || ofResource.equals(resource))
                && (ofSubresource.equals("*") || ofSubresource.equals(subresource));
    }
}
