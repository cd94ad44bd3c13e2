package dev.drawbridge.rbac;

import dev.drawbridge.schema.FeatureGate;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesComponent;
import dev.drawbridge.schema.KubernetesRelease;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the permissions that DRA components lack. A role that is bound is judged with the other roles of each subject;
 * one that is not, by itself. A subject with a role that is not there is not judged.
 */
public record AccessGaps(RbacObjects objects, boolean isWhole) {

    /**
     * The missing permissions, by the roles that should have them.
     *
     * @param isWhole whether these are all roles of a cluster: one that is not there does not exist
     */
    public static List<AccessGap> of(RbacObjects objects, boolean isWhole) {
        return objects == RbacObjects.NONE ? List.of() : new AccessGaps(objects, isWhole).find();
    }

    /** Whether the API server of the release checks who may write which part of a claim's status. */
    public static boolean areEnforced(KubernetesRelease release, GateSettings gates) {
        return gates.in(release).has(FeatureGate.DRA_RESOURCE_CLAIM_GRANULAR_STATUS_AUTHORIZATION);
    }

    private List<AccessGap> find() {
        Map<String, AccessGap> gaps = new LinkedHashMap<>();
        Set<RoleSubject> subjects = new LinkedHashSet<>();
        for (Role role : objects.roles()) {
            boolean isWriter = role.mayWriteStatus()
                    || !role.selectors().isEmpty()
                            && !new Grants(objects.rules(role, ""))
                                    .statusWriters()
                                    .isEmpty();
            List<RoleSubject> bound = isWriter ? subjects(role) : List.of();
            if (isWriter && bound.isEmpty() && !role.isPart() && !isSelected(role)) {
                add(status(new Grants(objects.rules(role, role.namespace())), null), gaps);
            }
            bound.forEach(subject -> subjects.addAll(members(subject)));
        }
        for (RoleSubject subject : subjects) {
            Grants known = grants(subject, true);
            Grants grants = known != null && known.isScheduler() ? known : grants(subject, false);
            if (grants != null) {
                add(status(grants, subject), gaps);
            }
        }
        for (Component component : objects.components()) {
            add(reading(component), gaps);
        }
        return List.copyOf(gaps.values());
    }

    private static void add(@Nullable AccessGap gap, Map<String, AccessGap> gaps) {
        if (gap != null && !gap.role().isBuiltIn()) {
            gaps.putIfAbsent(gap.role() + " " + gap.path() + " " + gap.missing(), gap);
        }
    }

    private List<RoleSubject> subjects(Role role) {
        return objects.bindings().stream()
                .filter(binding -> binding.refersTo(role))
                .flatMap(binding -> binding.subjects().stream())
                .distinct()
                .toList();
    }

    /** Whether another role gets the rules of this one. */
    private boolean isSelected(Role role) {
        return objects.roles().stream().anyMatch(other -> other.selects(role));
    }

    /**
     * The subjects of a group that are known, which are judged instead of it; the subject itself if there are none.
     * Nothing is refused to {@code system:masters}.
     */
    private List<RoleSubject> members(RoleSubject subject) {
        if (subject.name().equals("system:masters")) {
            return List.of();
        }
        List<RoleSubject> members = Stream.concat(
                        objects.bindings().stream().flatMap(binding -> binding.subjects().stream()),
                        objects.components().stream().map(Component::account))
                .filter(other -> other.groups().contains(subject))
                .distinct()
                .toList();
        return members.isEmpty() ? List.of(subject) : members;
    }

    /** What the subject may do, or may do everywhere, as a scheduler must; null if a role of it is not known. */
    private @Nullable Grants grants(RoleSubject subject, boolean isEverywhere) {
        List<Grants.Grant> grants = new ArrayList<>();
        for (RoleBinding binding : objects.bindings()) {
            if (binding.isOf(subject) && !binding.isOfOthers()) {
                List<Role> roles =
                        objects.roles().stream().filter(binding::refersTo).toList();
                boolean isKnown = !roles.isEmpty()
                        && roles.stream()
                                .allMatch(role -> role.selectors().isEmpty()
                                        || !objects.rules(role, "").isEmpty());
                if (!isKnown
                        && !isWhole
                        && (!isEverywhere || binding.namespace().isEmpty())) {
                    return null;
                }
                roles.forEach(role -> grants.addAll(objects.rules(role, binding.namespace())));
            }
        }
        return new Grants(grants);
    }

    private @Nullable AccessGap status(Grants grants, @Nullable RoleSubject subject) {
        List<Grants.Grant> writers = grants.statusWriters();
        List<String> writes = grants.writes();
        if (writers.isEmpty()) {
            return null;
        }
        List<Component> components = objects.components().stream()
                .filter(component -> component.account().equals(subject))
                .toList();
        boolean isScheduler = grants.isScheduler()
                || components.stream().anyMatch(component -> component.program() == KubernetesComponent.SCHEDULER);
        boolean isDriver =
                !isScheduler && (grants.isDriver() || components.stream().anyMatch(Component::isDriver));
        boolean mayBind = grants.mayBind(writes);
        boolean maySetDevices = grants.maySetDevices(writes);
        boolean isEnough = isScheduler ? mayBind : maySetDevices || mayBind && (!isDriver || grants.createsClaims());
        if (isEnough) {
            return null;
        }
        // A workload that is on any node is not on the node of each claim.
        Requirement ofDriver = !components.isEmpty() && components.stream().noneMatch(Component::isOfNode)
                ? Requirement.ANY_DRIVER
                : Requirement.NODE_DRIVER;
        List<Requirement> missing = isScheduler
                ? List.of(Requirement.BINDING)
                : isDriver ? List.of(ofDriver) : List.of(Requirement.BINDING, ofDriver);
        Grants.Grant writer = writers.get(0);
        String who = subject == null ? "" : subject.toString();
        String reason = UnmatchedRule.why(grants.grants());
        return new AccessGap(missing, writer.role(), writer.rule(), writes, who, reason, !mayBind && !maySetDevices);
    }

    private @Nullable AccessGap reading(Component component) {
        List<Requirement> needed = Requirement.of(component);
        Grants grants = needed.isEmpty() ? null : grants(component.account(), true);
        Role role = grants == null ? null : clusterRole(component.account());
        if (grants == null || role == null) {
            return null;
        }
        List<Requirement> missing =
                needed.stream().filter(one -> !grants.mayRead(one.resource())).toList();
        List<PolicyRule> rules = role.rules();
        PolicyRule last = rules.isEmpty() ? null : rules.get(rules.size() - 1);
        String who = component.account() + " runs " + component.workload() + ", by its image " + component.described();
        return missing.isEmpty() ? null : new AccessGap(missing, role, last, List.of(), who, "", true);
    }

    private @Nullable Role clusterRole(RoleSubject subject) {
        return objects.bindings().stream()
                .filter(binding -> binding.namespace().isEmpty() && binding.isOf(subject))
                .flatMap(binding -> objects.roles().stream().filter(binding::refersTo))
                .filter(role -> role.selectors().isEmpty())
                .findFirst()
                .orElse(null);
    }
}
