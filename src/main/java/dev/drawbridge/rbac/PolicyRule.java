package dev.drawbridge.rbac;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Position;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A rule of a role. Source: {@code pkg/apis/rbac/v1/evaluation_helpers.go}: only {@code *} and {@code *}{@code
 * /SUBRESOURCE} are wildcards of resources.
 *
 * @param paths {@code nonResourceURLs}
 * @param index its place in {@code rules}
 * @param position null if it is not from a text
 */
record PolicyRule(
        List<String> groups,
        List<String> resources,
        List<String> verbs,
        List<String> resourceNames,
        List<String> paths,
        int index,
        @Nullable Position position) {

    static final String ANY = "*";

    /** The subresource that holds what schedulers and drivers write. */
    static final String STATUS = "resourceclaims/status";

    /** The verbs of requests that write it. */
    static final List<String> WRITES = List.of("update", "patch");

    static PolicyRule of(ObjectValue rule, int index) {
        return new PolicyRule(
                rule.list("apiGroups").texts(),
                rule.list("resources").texts(),
                rule.list("verbs").texts(),
                rule.list("resourceNames").texts(),
                rule.list("nonResourceURLs").texts(),
                index,
                rule.position());
    }

    /** Whether it allows the verb on the resource, such as {@code resourceclaims/status}, by whatever name. */
    boolean allows(String verb, String group, String resource) {
        int slash = resource.indexOf('/');
        return has(verbs, verb)
                && has(groups, group)
                && (has(resources, resource) || slash > 0 && resources.contains(ANY + resource.substring(slash)));
    }

    boolean allowsPath(String verb, String path) {
        return has(verbs, verb)
                && paths.stream()
                        .anyMatch(one -> one.equals(path)
                                || one.endsWith(ANY) && path.startsWith(one.substring(0, one.length() - 1)));
    }

    /** Whether it names this resource, or its group and subresource, with one of the verbs or all. */
    boolean names(String group, String resource, List<String> some) {
        boolean isNamed = resources.contains(resource) || groups.contains(group) && !has(resources, resource);
        return isNamed && some.stream().anyMatch(verb -> allows(verb, group, resource));
    }

    private static boolean has(List<String> texts, String text) {
        return texts.contains(ANY) || texts.contains(text);
    }
}
