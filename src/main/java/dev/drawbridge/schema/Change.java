package dev.drawbridge.schema;

/** What an update may not do to a field; the words of Kubernetes' own {@code +k8s:update} tag. */
enum Change {
    /** Set it where it is unset. */
    NO_SET,
    /** Unset it where it is set. */
    NO_UNSET,
    /** Change it from one set value to another. */
    NO_MODIFY
}
