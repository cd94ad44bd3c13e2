package dev.drawbridge.rbac;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Suggestion;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A permission that a role, or a subject with several, lacks.
 *
 * @param missing the requirements: all of them for reading, one of them for a part of a status
 * @param role the role with the rule that needs another one
 * @param rule the rule; null if it is the role as a whole
 * @param subject who lacks it, and its workload; empty if the role is not bound in the input
 * @param reason why a rule that looks like it does not count; empty if there is none
 * @param isSure whether no part of a status can be written: false if only a part cannot that such a component writes
 */
public record AccessGap(
        List<Requirement> missing,
        Role role,
        @Nullable PolicyRule rule,
        List<String> verbs,
        String subject,
        String reason,
        boolean isSure) {

    /** Whether it is about writing a claim's status, which the API server decides. */
    public boolean isOfStatus() {
        return !missing.get(0).purpose().isEmpty();
    }

    /** The rule of a check that finds it. */
    public Origin origin() {
        return isOfStatus() ? Origin.CLAIM_STATUS_ACCESS : Origin.SCHEDULER_ACCESS;
    }

    /** The field of the role. */
    public FieldPath path() {
        return rule == null ? FieldPath.of("rules") : FieldPath.of("rules").index(rule.index());
    }

    public String message() {
        Requirement first = missing.get(0);
        String by = subject.isEmpty() ? "" : " (" + subject + ")";
        String why = reason.isEmpty() ? "" : "; " + reason;
        if (!isOfStatus()) {
            return subject + ", which must list and watch " + String.join(", ", resources())
                    + " even if no pod uses devices; add a rule for them";
        }
        if (missing.size() > 1) {
            return "resourceclaims/status alone permits no change of a claim's status since Kubernetes " + first.since()
                    + by + why + "; add a rule for "
                    + missing.stream()
                            .map(one -> needed(one) + " to set " + one.purpose())
                            .collect(Collectors.joining(", or for "));
        }
        String who = first == Requirement.BINDING ? "a scheduler" : "a driver";
        return who + " with this role cannot set " + first.purpose() + " of claims since Kubernetes " + first.since()
                + by + why + "; add a rule for " + needed(first)
                + (first == Requirement.BINDING ? "" : ", and the driver's name in resourceNames");
    }

    private String needed(Requirement one) {
        String where = one == Requirement.BINDING && !role.isClusterRole()
                ? ", in a ClusterRole with a ClusterRoleBinding,"
                : "";
        return one.resource() + " with " + String.join(", ", one.verbs(verbs)) + where;
    }

    /** The position after which the missing rule belongs; null if there is none, or one of several rules would do. */
    public @Nullable Position place() {
        boolean isOpen = isOfStatus() && missing.size() > 1;
        // What is checked cluster-wide cannot be granted in a namespace.
        boolean isTooSmall = missing.get(0) == Requirement.BINDING && !role.isClusterRole();
        return isOpen || isTooSmall || rule == null ? null : rule.position();
    }

    public ObjectValue newRule() {
        return ObjectValue.at(null)
                .add("apiGroups", ListValue.ofTexts(List.of(Requirement.GROUP)))
                .add("resources", ListValue.ofTexts(resources()))
                .add("verbs", ListValue.ofTexts(missing.get(0).verbs(verbs)))
                .build();
    }

    /** The fix; null if there is none. */
    public @Nullable Suggestion fix() {
        Position place = place();
        return place == null
                ? null
                : Suggestion.replace(Suggestion.Kind.RULE, place, path(), "", String.join(", ", resources()));
    }

    private List<String> resources() {
        return missing.stream().map(Requirement::resource).toList();
    }
}
