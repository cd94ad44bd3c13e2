package dev.drawbridge.policy;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldPath;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The rules for {@code matchConstraints}, {@code matchResources} and selectors of labels.
 *
 * <p>Source: {@code k8s.io/kubernetes/pkg/apis/admissionregistration/validation/validation.go}, validateMatchResources;
 * {@code k8s.io/apimachinery/pkg/apis/meta/v1/validation}, ValidateLabelSelector.
 */
record MatchDefinition(DefinitionErrors errors) {

    /** Checks which requests a policy or binding matches. */
    void matchResources(ObjectValue rules, FieldPath path) {
        errors.oneOf(rules, path, "matchPolicy", "Equivalent", "Exact");
        selector(rules.object("namespaceSelector"), path.child("namespaceSelector"));
        selector(rules.object("objectSelector"), path.child("objectSelector"));
        for (String field : List.of("resourceRules", "excludeResourceRules")) {
            ListValue all = rules.list(field);
            for (int i = 0; i < all.size(); i++) {
                rule(ObjectValue.orEmpty(all.get(i)), path.child(field).index(i));
            }
        }
    }

    /** Checks a selector of labels. */
    void selector(ObjectValue selector, FieldPath path) {
        ListValue expressions = selector.list("matchExpressions");
        errors.labels(selector.object("matchLabels"), path.child("matchLabels"));
        for (int i = 0; i < expressions.size(); i++) {
            ObjectValue expression = ObjectValue.orEmpty(expressions.get(i));
            FieldPath place = path.child("matchExpressions").index(i);
            int values = expression.list("values").size();
            String operator = expression.string("operator");
            switch (operator) {
                case "In", "NotIn" -> {
                    if (values == 0) {
                        errors.required(place.child("values"), "must be specified when `operator` is 'In' or 'NotIn'");
                    }
                }
                case "Exists", "DoesNotExist" -> {
                    if (values > 0) {
                        errors.add(
                                place.child("values"),
                                ErrorType.FORBIDDEN,
                                "Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
                    }
                }
                default -> errors.invalid(place.child("operator"), operator, "not a valid selector operator");
            }
            errors.qualifiedName(expression.string("key"), place.child("key"));
            List<String> all = expression.list("values").texts();
            for (int k = 0; k < all.size(); k++) {
                errors.labelValue(all.get(k), place.child("values").index(k));
            }
        }
    }

    private void rule(ObjectValue rule, FieldPath path) {
        List<String> names = rule.list("resourceNames").texts();
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < names.size(); i++) {
            FieldPath place = path.child("resourceNames").index(i);
            errors.pathSegment(names.get(i), place);
            if (!seen.add(names.get(i))) {
                errors.duplicate(place, names.get(i));
            }
        }
        each(rule, path, "operations", "operations");
        ListValue operations = rule.list("operations");
        for (int i = 0; i < operations.size(); i++) {
            errors.oneOf(
                    path.child("operations").index(i),
                    StringValue.orEmpty(operations.get(i)),
                    "*",
                    "CONNECT",
                    "CREATE",
                    "DELETE",
                    "UPDATE");
        }
        each(rule, path, "apiGroups", "API groups");
        each(rule, path, "apiVersions", "API versions");
        ListValue versions = rule.list("apiVersions");
        for (int i = 0; i < versions.size(); i++) {
            if (StringValue.orEmpty(versions.get(i)).isEmpty()) {
                errors.required(path.child("apiVersions").index(i), "");
            }
        }
        resources(rule.list("resources"), path.child("resources"));
        errors.oneOf(rule, path, "scope", "*", "Cluster", "Namespaced");
    }

    /** Checks a list that must have an entry, and no other than {@code "*"} if it has that. */
    private void each(ObjectValue rule, FieldPath path, String field, String things) {
        ListValue values = rule.list(field);
        if (values.size() == 0) {
            errors.required(path.child(field), "");
        }
        if (values.size() > 1 && values.texts().contains("*")) {
            errors.invalid(path.child(field), values, "if '*' is present, must not specify other " + things);
        }
    }

    private void resources(ListValue resources, FieldPath path) {
        if (resources.size() == 0) {
            errors.required(path, "");
        }
        Set<String> allOf = new HashSet<>();
        Set<String> ofAll = new HashSet<>();
        boolean hasPlain = false;
        for (int i = 0; i < resources.size(); i++) {
            String both = StringValue.orEmpty(resources.get(i));
            if (both.isEmpty()) {
                errors.required(path.index(i), "");
                continue;
            }
            int slash = both.indexOf('/');
            if (slash < 0) {
                hasPlain = !both.equals("*");
                continue;
            }
            String resource = both.substring(0, slash);
            String subresource = both.substring(slash + 1);
            if (allOf.contains(resource)) {
                errors.invalid(path.index(i), both, "if '" + resource + "/*' is present, must not specify " + both);
            }
            if (ofAll.contains(subresource)) {
                errors.invalid(path.index(i), both, "if '*/" + subresource + "' is present, must not specify " + both);
            }
            if (subresource.equals("*")) {
                allOf.add(resource);
            } else if (resource.equals("*")) {
                ofAll.add(subresource);
            }
        }
        List<String> all = resources.texts();
        if (resources.size() > 1 && all.contains("*/*")) {
            errors.invalid(path, resources, "if '*/*' is present, must not specify other resources");
        }
        if (all.contains("*") && hasPlain) {
            errors.invalid(path, resources, "if '*' is present, must not specify other resources without subresources");
        }
    }
}
