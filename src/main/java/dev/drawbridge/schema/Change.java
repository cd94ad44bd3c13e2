package dev.drawbridge.schema;

import java.util.Set;

/** What an update may not do to a field; the words of Kubernetes' own {@code +k8s:update} tag. */
public enum Change {
    /** Set it where it is unset. */
    NO_SET,
    /** Unset it where it is set. */
    NO_UNSET,
    /** Change it from one set value to another. */
    NO_MODIFY;

    /** These, as a sentence; empty if an update may do anything. */
    static String sentence(Set<Change> barred) {
        if (barred.containsAll(Set.of(values()))) {
            return "immutable: an update must leave it as it is";
        }
        if (barred.contains(NO_SET)) {
            return barred.contains(NO_MODIFY) ? "an update must not set or change it" : "an update must not set it";
        }
        if (barred.contains(NO_MODIFY)) {
            return barred.contains(NO_UNSET) ? "immutable once set" : "immutable once set; may be cleared";
        }
        return barred.isEmpty() ? "" : "an update must not unset it";
    }
}
