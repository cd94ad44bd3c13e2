package dev.drawbridge.rbac;

import java.util.List;

/** A rule about claims that no request matches. */
public record UnmatchedRule(Role role, int index, String reason) {

    private static final String BINDING = Requirement.BINDING.resource();
    private static final String DRIVER = Requirement.ANY_DRIVER.resource();

    public static List<UnmatchedRule> of(List<Role> roles) {
        return roles.stream()
                .flatMap(role -> role.rules().stream()
                        .map(rule -> new UnmatchedRule(role, rule.index(), why(rule, role.isClusterRole()))))
                .filter(rule -> !rule.reason.isEmpty())
                .toList();
    }

    /** Why a rule that looks like the missing one is not; empty if there is none. */
    static String why(List<Grants.Grant> grants) {
        return grants.stream()
                .map(grant -> why(grant.rule(), grant.isEverywhere()))
                .filter(reason -> !reason.isEmpty())
                .findFirst()
                .orElse("");
    }

    private static String why(PolicyRule rule, boolean isEverywhere) {
        if (!rule.groups().contains(Requirement.GROUP)) {
            return "";
        }
        for (String resource : rule.resources()) {
            if (resource.endsWith("/*") && resource.length() > 2) {
                return resource + " matches no resource: RBAC has no wildcard for subresources";
            }
        }
        boolean isAny = rule.verbs().contains(PolicyRule.ANY);
        if (!isAny
                && rule.resources().contains(DRIVER)
                && rule.verbs().stream().noneMatch(verb -> verb.endsWith(":update") || verb.endsWith(":patch"))) {
            return DRIVER
                    + " is checked with the verbs associated-node:update, arbitrary-node:update and the like only";
        }
        if (rule.resources().contains(BINDING) && !isEverywhere) {
            return BINDING + " is checked for the whole cluster, and granted in a namespace only";
        }
        if (rule.resources().contains(BINDING) && !rule.resourceNames().isEmpty()) {
            return BINDING + " is checked without a name, so that a rule with resourceNames never matches";
        }
        return !isAny
                        && rule.resources().contains(BINDING)
                        && rule.verbs().stream().noneMatch(PolicyRule.WRITES::contains)
                ? BINDING + " is checked with the verbs update and patch only"
                : "";
    }
}
