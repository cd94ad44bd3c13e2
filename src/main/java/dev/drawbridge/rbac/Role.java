package dev.drawbridge.rbac;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.policy.LabelSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A Role or ClusterRole.
 *
 * @param namespace empty for a ClusterRole
 * @param selectors the label selectors of the ClusterRoles whose rules it gets; empty if it is not aggregated
 */
public record Role(
        String kind,
        String namespace,
        String name,
        ObjectValue labels,
        List<PolicyRule> rules,
        List<ObjectValue> selectors,
        Manifest source) {

    static final String CLUSTER_ROLE = "ClusterRole";

    static Role of(Manifest manifest, String namespace) {
        ObjectValue object = manifest.object();
        List<PolicyRule> rules = new ArrayList<>();
        object.list("rules").forEachObject((i, rule) -> rules.add(PolicyRule.of(rule, i)));
        return new Role(
                manifest.kind(),
                manifest.kind().equals(CLUSTER_ROLE) ? "" : manifest.namespace(namespace),
                manifest.name(),
                object.object("metadata").object("labels"),
                List.copyOf(rules),
                object.object("aggregationRule").list("clusterRoleSelectors").objects(),
                manifest);
    }

    /** Whether a rule of its own permits to write the status of claims, by name. */
    public boolean mayWriteStatus() {
        return rules.stream().anyMatch(rule -> rule.names(Requirement.GROUP, PolicyRule.STATUS, PolicyRule.WRITES));
    }

    boolean isClusterRole() {
        return kind.equals(CLUSTER_ROLE);
    }

    /** Whether each API server brings its rules up to date. Source: {@code bootstrappolicy/policy.go}. */
    boolean isBuiltIn() {
        return labels.string("kubernetes.io/bootstrapping").equals("rbac-defaults");
    }

    /** Whether its labels say that Kubernetes or another controller adds its rules to another role. */
    boolean isPart() {
        return IntStream.range(0, labels.size()).anyMatch(i -> labels.key(i).contains("aggregate-to"));
    }

    /** Whether this aggregated role gets the rules of the other one. */
    boolean selects(Role other) {
        return other != this
                && other.isClusterRole()
                && selectors.stream().anyMatch(selector -> new LabelSelector(selector).matches(other.labels));
    }

    /** The kind and name, such as {@code Role ml/driver}. */
    @Override
    public String toString() {
        return kind + " " + (namespace.isEmpty() ? name : namespace + "/" + name);
    }
}
