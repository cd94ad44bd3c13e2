package dev.drawbridge.rbac;

import dev.drawbridge.constraint.cel.Authorizer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Answers the access checks of expressions by roles and bindings.
 *
 * <p>Source: {@code k8s.io/kubernetes/plugin/pkg/auth/authorizer/rbac/rbac.go}; {@code pkg/registry/rbac/validation}.
 *
 * @param isWhole whether these are all roles of a cluster: otherwise, what none of them allows is not known
 * @param user the user of the request; null if not known
 */
public record RoleAuthorizer(
        RbacObjects objects, boolean isWhole, @Nullable String user, List<String> groups) implements Authorizer {

    private static final String GROUP = "Group";

    @Override
    public @Nullable Boolean allows(Access access) {
        String name = access.user() == null ? user : access.user();
        if (name == null) {
            return null;
        }
        RoleSubject subject = RoleSubject.named(name);
        List<RoleSubject> subjects = new ArrayList<>(List.of(subject));
        if (access.user() == null) {
            groups.forEach(group -> subjects.add(new RoleSubject(GROUP, "", group)));
        } else {
            // A service account of an expression is not authenticated.
            subjects.addAll(subject.groups().subList(0, 2));
        }
        boolean isAllowed = subjects.contains(new RoleSubject(GROUP, "", "system:masters"))
                || objects.bindings().stream()
                        .filter(binding -> binding.namespace().isEmpty()
                                || binding.namespace().equals(access.namespace()))
                        .filter(binding -> subjects.stream().anyMatch(binding.subjects()::contains))
                        .flatMap(binding -> objects.roles().stream()
                                .filter(binding::refersTo)
                                .flatMap(role -> objects.rules(role, binding.namespace()).stream()))
                        .anyMatch(grant -> allows(grant, access));
        return isAllowed || isWhole ? Boolean.valueOf(isAllowed) : null;
    }

    private static boolean allows(Grants.Grant grant, Access access) {
        if (!access.path().isEmpty()) {
            return grant.isEverywhere() && grant.rule().allowsPath(access.verb(), access.path());
        }
        String subresource = access.subresource().isEmpty() ? "" : "/" + access.subresource();
        List<String> names = grant.rule().resourceNames();
        return grant.rule().allows(access.verb(), access.group(), access.resource() + subresource)
                && (names.isEmpty() || names.contains(access.name()));
    }
}
