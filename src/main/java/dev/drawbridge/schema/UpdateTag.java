package dev.drawbridge.schema;

import java.util.Set;

/** Changes to a field that an update must not make, named as in Kubernetes' own {@code +k8s:update} tag. */
public enum UpdateTag {
    /** Set an unset field. */
    NO_SET,
    /** Unset a set field. */
    NO_UNSET,
    /** Change it from one set value to another. */
    NO_MODIFY,
    /** All of them. */
    IMMUTABLE;

    static final Set<UpdateTag> ALL = Set.of(NO_SET, NO_UNSET, NO_MODIFY);

    /** The forbidden changes as a sentence; empty if all are allowed. */
    static String sentence(Set<UpdateTag> barred) {
        if (barred.containsAll(ALL)) {
            return "immutable";
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
