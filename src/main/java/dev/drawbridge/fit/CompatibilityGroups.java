package dev.drawbridge.fit;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * Which groups the devices of a counter set have in common.
 *
 * <p>Source: {@code structured/internal/experimental/compatibility_groups.go}.
 *
 * @param hasMembers whether there is a device at all
 * @param isWithout whether all devices have no groups
 * @param groups the groups that all have
 */
record CompatibilityGroups(boolean hasMembers, boolean isWithout, Set<String> groups) {

    static final CompatibilityGroups NONE = new CompatibilityGroups(false, false, Set.of());

    /** Whether a device of these groups may join: one without groups joins others without. */
    boolean admits(Collection<String> others) {
        if (!hasMembers || others.isEmpty() || isWithout) {
            return !hasMembers || others.isEmpty() && isWithout;
        }
        return groups.stream().anyMatch(others::contains);
    }

    /** With one more device. */
    CompatibilityGroups with(Collection<String> others) {
        if (!hasMembers) {
            return new CompatibilityGroups(true, others.isEmpty(), new HashSet<>(others));
        }
        if (isWithout || others.isEmpty()) {
            return this;
        }
        Set<String> common = new HashSet<>(groups);
        common.retainAll(others);
        return new CompatibilityGroups(true, false, common);
    }
}
