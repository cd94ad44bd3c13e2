package dev.drawbridge.fit.allocator;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * The compatibility groups common to the devices of a counter set.
 *
 * <p>Source: {@code structured/internal/experimental/compatibility_groups.go}.
 *
 * @param hasMembers whether there are devices
 * @param isWithout whether all devices have no groups
 * @param groups the groups that all devices have
 */
record CompatibilityGroups(boolean hasMembers, boolean isWithout, Set<String> groups) {

    static final CompatibilityGroups NONE = new CompatibilityGroups(false, false, Set.of());

    /** Whether a device with these groups may join; a device without groups may join only others without groups. */
    boolean admits(Collection<String> others) {
        if (!hasMembers || others.isEmpty() || isWithout) {
            return !hasMembers || others.isEmpty() && isWithout;
        }
        return groups.stream().anyMatch(others::contains);
    }

    /** A copy with one more device. */
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
