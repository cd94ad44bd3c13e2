package dev.drawbridge.schema;

/** How much of a part of the object the target's server looks at. */
enum Depth {
    /** All of it. */
    JUDGED,
    /** What its Go type declares, in {@code +k8s:} tags. */
    DECLARED,
    /** All but what its Go type declares. */
    BY_HAND,
    /** Its JSON types; what has no gate is dropped. */
    UNJUDGED,
    /** Its JSON types, and then the server puts something else in its place. */
    UNREAD;

    /** Whether it looks at what is declared, or at what is not. */
    boolean keeps(boolean declared) {
        return this == JUDGED || this == (declared ? DECLARED : BY_HAND);
    }

    boolean isJudged() {
        return keeps(true) || keeps(false);
    }

    /** What is left where both limit it: nothing of two halves. */
    Depth and(Depth other) {
        if (this == JUDGED || this == other) {
            return other;
        }
        if (other == JUDGED) {
            return this;
        }
        return this == UNREAD || other == UNREAD ? UNREAD : UNJUDGED;
    }
}
