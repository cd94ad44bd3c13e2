package dev.drawbridge.fit;

import java.util.List;

/**
 * Which groups the devices of a counter set have in common.
 *
 * <p>Source: {@code structured/internal/experimental/compatibility_groups.go}.
 *
 * @param hasMembers whether there is a device at all
 * @param isWithout whether all devices have no groups
 * @param groups the groups that all have
 */
record CompatibilityGroups(boolean hasMembers, boolean isWithout, List<String> groups) {

    static final CompatibilityGroups NONE = new CompatibilityGroups(false, false, List.of());

    /** Whether a device of these groups may join: one without groups joins others without. */
    boolean admits(List<String> others) {
        if (!hasMembers || others.isEmpty() || isWithout) {
            return !hasMembers || others.isEmpty() && isWithout;
        }
        return groups.stream().anyMatch(others::contains);
    }

    /** With one more device. */
    CompatibilityGroups with(List<String> others) {
        if (!hasMembers) {
            return new CompatibilityGroups(true, others.isEmpty(), others);
        }
        return isWithout || others.isEmpty()
                ? this
                : new CompatibilityGroups(
                        true, false, groups.stream().filter(others::contains).toList());
    }
}
