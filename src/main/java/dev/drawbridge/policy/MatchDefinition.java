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
            DefinitionErrors.each(rules.list(field), path.child(field), this::rule);
        }
    }

    void selector(ObjectValue selector, FieldPath path) {
        errors.labels(selector.object("matchLabels"), path.child("matchLabels"));
        FieldPath expressions = path.child("matchExpressions");
        DefinitionErrors.each(selector.list("matchExpressions"), expressions, (expression, place) -> {
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
            DefinitionErrors.eachText(expression.list("values"), place.child("values"), errors::labelValue);
        });
    }

    private void rule(ObjectValue rule, FieldPath path) {
        Set<String> seen = new HashSet<>();
        DefinitionErrors.eachText(rule.list("resourceNames"), path.child("resourceNames"), (name, place) -> {
            errors.pathSegment(name, place);
            errors.unique(place, name, seen);
        });
        entries(rule, path, "operations", "operations");
        DefinitionErrors.eachText(
                rule.list("operations"),
                path.child("operations"),
                (operation, place) -> errors.oneOf(place, operation, "*", "CONNECT", "CREATE", "DELETE", "UPDATE"));
        entries(rule, path, "apiGroups", "API groups");
        entries(rule, path, "apiVersions", "API versions");
        DefinitionErrors.eachText(
                rule.list("apiVersions"),
                path.child("apiVersions"),
                (version, place) -> errors.has(place, version, ""));
        resources(rule.list("resources"), path.child("resources"));
        errors.oneOf(rule, path, "scope", "*", "Cluster", "Namespaced");
    }

    /** Checks a list that must have an entry, and no other than {@code "*"} if it has that. */
    private void entries(ObjectValue rule, FieldPath path, String field, String things) {
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
            if (!errors.has(path.index(i), both, "")) {
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
