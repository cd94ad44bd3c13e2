package dev.drawbridge.schema;

/** The thoroughness with which the target's server validates a part of an object. */
public enum Depth {
    VALIDATED,
    /** Only the declarations of its Go type, in {@code +k8s:} tags. */
    DECLARED,
    /** Everything except the declarations of its Go type. */
    BY_HAND,
    /** Only JSON types; fields without a gate are dropped. */
    UNVALIDATED;

    boolean keeps(Source source) {
        return switch (this) {
            case VALIDATED -> true;
            case DECLARED -> source != Source.CODE;
            case BY_HAND -> source != Source.TAGS;
            case UNVALIDATED -> false;
        };
    }

    boolean isValidated() {
        return keeps(Source.BOTH);
    }

    /** The depth if both apply; nothing remains of two complementary ones. */
    Depth and(Depth other) {
        if (this == VALIDATED || this == other) {
            return other;
        }
        return other == VALIDATED ? this : UNVALIDATED;
    }
}
