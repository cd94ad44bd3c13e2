package dev.drawbridge.rbac;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.manifest.Manifest;
import java.util.List;
import java.util.Set;

/** A RoleBinding or ClusterRoleBinding; the namespace in which it grants is empty for the whole cluster. */
record RoleBinding(String namespace, String roleKind, String role, List<RoleSubject> subjects) {

    // @formatter:off
    /** Default roles without a rule about DRA. Source: {@code bootstrappolicy/policy.go, namespace_policy.go}. */
    private static final Set<String> DEFAULTS = Set.of(
        "extension-apiserver-authentication-reader", "system::leader-locking-kube-scheduler", "system:auth-delegator",
        "system:basic-user", "system:discovery", "system:kubelet-api-admin", "system:monitoring",
        "system:persistent-volume-provisioner", "system:public-info-viewer", "system:service-account-issuer-discovery",
        "system:volume-scheduler");
    // @formatter:on

    static RoleBinding of(Manifest manifest, String unnamed) {
        String namespace = manifest.kind().startsWith("Cluster") ? "" : manifest.namespace(unnamed);
        ObjectValue role = manifest.object().object("roleRef");
        List<RoleSubject> subjects = manifest.object().list("subjects").objects().stream()
                .map(subject -> RoleSubject.of(subject, namespace))
                .toList();
        return new RoleBinding(namespace, role.string("kind"), role.string("name"), subjects);
    }

    /** Whether it grants nothing about DRA, wherever its role is. */
    boolean isOfOthers() {
        return DEFAULTS.contains(role);
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
