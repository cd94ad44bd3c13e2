package dev.drawbridge.rbac;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.Placeholders;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The roles, bindings and components of a file or a cluster.
 *
 * @param roles the roles; the objects of those that have nothing to do with DRA have no rules
 * @param components the workloads that look like components of dynamic resource allocation
 */
public record RbacObjects(List<Role> roles, List<RoleBinding> bindings, List<Component> components) {

    /** Nothing: what most files have. */
    public static final RbacObjects NONE = new RbacObjects(List.of(), List.of(), List.of());

    /** A word of every text with a role or a binding. */
    public static final String WORD = "rbac.authorization.k8s.io";

    private static final String GROUP = WORD + "/";
    private static final Set<String> WORKLOADS =
            Set.of("Deployment", "DaemonSet", "StatefulSet", "ReplicaSet", "Pod", "Job");

    /**
     * The objects among these.
     *
     * @param namespace the namespace of objects that name none
     */
    public static RbacObjects of(List<Manifest> manifests, String namespace) {
        List<Role> roles = new ArrayList<>();
        List<RoleBinding> bindings = new ArrayList<>();
        List<Component> components = new ArrayList<>();
        for (Manifest manifest : manifests) {
            String kind = manifest.kind();
            boolean isOfGroup = manifest.apiVersion().startsWith(GROUP);
            if (isOfGroup && Placeholders.in(manifest.object()) == null && kind.endsWith("RoleBinding")) {
                bindings.add(RoleBinding.of(manifest, namespace));
            } else if (isOfGroup && Placeholders.in(manifest.object()) == null && kind.endsWith("Role")) {
                roles.add(Role.of(manifest, namespace));
            } else if (WORKLOADS.contains(kind)) {
                components.add(component(manifest, namespace));
            }
        }
        if (roles.isEmpty() && bindings.isEmpty()) {
            components.removeIf(component -> component.program() == null && !component.isDriver());
        }
        return roles.isEmpty() && bindings.isEmpty() && components.isEmpty()
                ? NONE
                : new RbacObjects(List.copyOf(roles), List.copyOf(bindings), List.copyOf(components));
    }

    private static Component component(Manifest manifest, String namespace) {
        ObjectValue spec = manifest.object().object("spec");
        boolean isPod = manifest.kind().equals("Pod");
        List<ObjectValue> owners =
                manifest.object().object("metadata").list("ownerReferences").objects();
        return Component.of(
                isPod ? spec : spec.object("template").object("spec"),
                manifest.kind(),
                owners.isEmpty() ? manifest.kind() : owners.get(0).string("kind"),
                manifest.namespace(namespace),
                manifest.name());
    }

    /** Whether a text may have one of them: a cheap test. */
    public static boolean mayBeIn(String text) {
        return text.contains(GROUP) || text.contains("scheduler") || text.contains("autoscaler");
    }

    public static RbacObjects joined(List<RbacObjects> parts) {
        List<Role> roles = parts.stream().flatMap(part -> part.roles.stream()).toList();
        return roles.isEmpty()
                ? NONE
                : new RbacObjects(
                        roles,
                        parts.stream().flatMap(part -> part.bindings.stream()).toList(),
                        parts.stream().flatMap(part -> part.components.stream()).toList());
    }

    /** The rules of a role that applies in a namespace; those of others if it is aggregated. */
    List<Grants.Grant> rules(Role role, String namespace) {
        List<Grants.Grant> grants = new ArrayList<>();
        Set<Role> seen = new LinkedHashSet<>(List.of(role));
        for (List<Role> next = List.of(role); !next.isEmpty(); ) {
            List<Role> more = new ArrayList<>();
            for (Role one : next) {
                // The control plane overwrites the rules of an aggregated role.
                if (one.selectors().isEmpty()) {
                    one.rules().forEach(rule -> grants.add(new Grants.Grant(one, rule, namespace)));
                } else {
                    roles.stream().filter(one::selects).filter(seen::add).forEach(more::add);
                }
            }
            next = more;
        }
        return grants;
    }
}
