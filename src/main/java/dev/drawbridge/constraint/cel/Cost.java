package dev.drawbridge.constraint.cel;

/** How a release estimates costs. */
public enum Cost {
    NOT_ESTIMATED,
    /** By the types of expressions only. */
    BY_TYPE,
    /** By the sizes of literals, too. */
    BY_SIZE,
    /** By size, and {@code matches(text, regex)} costs the same as {@code text.matches(regex)}. */
    BY_SIZE_OF_ALL,
    /** By size, also of types, of parts of URLs and of optional entries; a field costs the same in any value. */
    BY_SIZE_OF_PARTS;

    boolean isSince(Cost other) {
        return compareTo(other) >= 0;
    }
}
