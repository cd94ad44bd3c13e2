package dev.drawbridge.rbac;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.manifest.Manifest;
import java.util.List;

/**
 * A RoleBinding or ClusterRoleBinding.
 *
 * @param namespace the namespace in which it grants; empty for the whole cluster
 * @param roleKind the kind of the role
 * @param role the name of the role
 */
record RoleBinding(String namespace, String roleKind, String role, List<RoleSubject> subjects) {

    static RoleBinding of(Manifest manifest, String unnamed) {
        String namespace = manifest.kind().startsWith("Cluster") ? "" : manifest.namespace(unnamed);
        ObjectValue role = manifest.object().object("roleRef");
        List<RoleSubject> subjects = manifest.object().list("subjects").objects().stream()
                .map(subject -> RoleSubject.of(subject, namespace))
                .toList();
        return new RoleBinding(namespace, role.string("kind"), role.string("name"), subjects);
    }

    boolean refersTo(Role other) {
        return role.equals(other.name())
                && roleKind.equals(other.kind())
                && (other.isClusterRole() || namespace.equals(other.namespace()));
    }

    boolean isOf(RoleSubject subject) {
        return subjects.contains(subject) || subject.groups().stream().anyMatch(subjects::contains);
    }
}
