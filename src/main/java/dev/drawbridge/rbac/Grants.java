package dev.drawbridge.rbac;

import java.util.List;
import java.util.stream.Stream;

/** What a subject, or a role by itself, may do: the rules, with the roles that have them. */
record Grants(List<Grant> grants) {

    /** A rule that applies in a namespace, or with an empty one in the whole cluster, with the role that has it. */
    record Grant(Role role, PolicyRule rule, String namespace) {

        boolean isEverywhere() {
            return namespace.isEmpty();
        }
    }

    /** The rules that name the status of claims, and permit to write it: a rule for everything is no sign. */
    List<Grant> statusWriters() {
        return grants.stream()
                .filter(grant -> grant.rule().names(Requirement.GROUP, PolicyRule.STATUS, PolicyRule.WRITES))
                .toList();
    }

    /** The verbs of requests that write the status of claims. */
    List<String> writes() {
        return PolicyRule.WRITES.stream()
                .filter(verb -> grants.stream()
                        .anyMatch(grant -> grant.rule().allows(verb, Requirement.GROUP, PolicyRule.STATUS)))
                .toList();
    }

    /** Whether one of the writes may also set allocation and reservedFor: cluster-wide, without a name. */
    boolean mayBind(List<String> writes) {
        return writes.stream()
                .anyMatch(verb -> may(Requirement.BINDING, verb)
                        .anyMatch(grant -> grant.isEverywhere()
                                && grant.rule().resourceNames().isEmpty()));
    }

    boolean maySetDevices(List<String> writes) {
        List<String> namespaces = statusWriters().stream().map(Grant::namespace).toList();
        return writes.stream()
                .anyMatch(verb -> Stream.of(Requirement.NODE_DRIVER, Requirement.ANY_DRIVER)
                        .flatMap(one -> may(one, verb))
                        .anyMatch(grant -> grant.isEverywhere()
                                || namespaces.contains("")
                                || namespaces.contains(grant.namespace())));
    }

    private Stream<Grant> may(Requirement requirement, String verb) {
        return grants.stream()
                .filter(grant ->
                        grant.rule().allows(requirement.verb(verb), Requirement.GROUP, requirement.resource()));
    }

    boolean mayRead(String resource) {
        return Stream.of("list", "watch")
                .allMatch(verb -> grants.stream()
                        .anyMatch(grant -> grant.isEverywhere()
                                && grant.rule().resourceNames().isEmpty()
                                && grant.rule().allows(verb, Requirement.GROUP, resource)));
    }

    /** Whether it binds pods to nodes, as schedulers do. */
    boolean isScheduler() {
        return names("", "pods/binding", "create") || names("", "bindings", "create");
    }

    /** Whether it publishes devices, as drivers do, and creates no claims. */
    boolean isDriver() {
        return (names(Requirement.GROUP, "resourceslices", "create")
                        || names(Requirement.GROUP, "resourceslices", "update"))
                && !isScheduler();
    }

    /** Whether it creates claims: a virtual cluster copies them with all parts of their status. */
    boolean createsClaims() {
        return names(Requirement.GROUP, "resourceclaims", "create");
    }

    private boolean names(String group, String resource, String verb) {
        return grants.stream().anyMatch(grant -> grant.rule().names(group, resource, List.of(verb)));
    }
}
