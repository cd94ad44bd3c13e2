package dev.drawbridge.policy;

import dev.drawbridge.constraint.cel.Authorizer;
import dev.drawbridge.constraint.cel.Authorizer.Access;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.policy.AdmissionRequest.User;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The roles of a cluster with their bindings, and the user whom they give access.
 *
 * <p>Source: {@code k8s.io/kubernetes/plugin/pkg/auth/authorizer/rbac/rbac.go}; {@code pkg/registry/rbac/validation}.
 *
 * @param objects roles and bindings, among others
 */
public record Roles(List<ObjectValue> objects, User user) implements Authorizer {

    private static final String MASTERS = "system:masters";

    public Roles {
        objects = List.copyOf(objects);
    }

    @Override
    public @Nullable Boolean allows(Access access) {
        User asked = access.user() == null ? user : serviceAccount(access.user());
        if (asked.groups().contains(MASTERS)) {
            return true;
        }
        for (ObjectValue binding : objects) {
            boolean isOfCluster = binding.string("kind").equals("ClusterRoleBinding");
            boolean isThere = isOfCluster
                    || binding.string("kind").equals("RoleBinding")
                            && !access.namespace().isEmpty()
                            && namespace(binding).equals(access.namespace());
            if (isThere
                    && binding.list("subjects").objects().stream().anyMatch(one -> isSubject(one, asked))
                    && rules(binding).stream().anyMatch(rule -> allows(rule, access, isOfCluster))) {
                return true;
            }
        }
        return false;
    }

    private static User serviceAccount(String name) {
        String[] parts = name.split(":", -1);
        return new User(name, "", List.of("system:serviceaccounts", "system:serviceaccounts:" + parts[2]), Map.of());
    }

    private static String namespace(ObjectValue object) {
        return object.object("metadata").string("namespace");
    }

    private static boolean isSubject(ObjectValue subject, User user) {
        String name = subject.string("name");
        return switch (subject.string("kind")) {
            case "User" -> name.equals(user.name());
            case "Group" -> user.groups().contains(name);
            default -> user.name().equals("system:serviceaccount:" + subject.string("namespace") + ":" + name);
        };
    }

    private List<ObjectValue> rules(ObjectValue binding) {
        ObjectValue reference = binding.object("roleRef");
        List<ObjectValue> rules = new ArrayList<>();
        for (ObjectValue role : objects) {
            boolean isMeant = role.string("kind").equals(reference.string("kind"))
                    && role.object("metadata").string("name").equals(reference.string("name"))
                    && (role.string("kind").equals("ClusterRole")
                            || namespace(role).equals(namespace(binding)));
            if (isMeant) {
                rules.addAll(role.list("rules").objects());
            }
        }
        return rules;
    }

    private static boolean allows(ObjectValue rule, Access access, boolean isOfCluster) {
        if (!has(rule, "verbs", access.verb())) {
            return false;
        }
        if (!access.path().isEmpty()) {
            return isOfCluster
                    && rule.list("nonResourceURLs").texts().stream()
                            .anyMatch(url -> url.equals(access.path())
                                    || url.endsWith("*")
                                            && access.path().startsWith(url.substring(0, url.length() - 1)));
        }
        List<String> resources = rule.list("resources").texts();
        String resource =
                access.subresource().isEmpty() ? access.resource() : access.resource() + "/" + access.subresource();
        List<String> names = rule.list("resourceNames").texts();
        return has(rule, "apiGroups", access.group())
                && (resources.contains("*")
                        || resources.contains(resource)
                        || !access.subresource().isEmpty() && resources.contains("*/" + access.subresource()))
                && (names.isEmpty() || names.contains(access.name()));
    }

    private static boolean has(ObjectValue rule, String field, String wanted) {
        List<String> all = rule.list(field).texts();
        return all.contains("*") || all.contains(wanted);
    }
}
