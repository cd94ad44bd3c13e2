package dev.drawbridge.server;

/**
 * The cost class of a review, estimated from its body. Reviews of one class wait only for each other, in a {@link
 * ReviewQueue}; small ones never wait.
 */
enum ReviewSize {
    SMALL,

    /** Takes milliseconds: many values. */
    MEDIUM,

    /** May take half a second: long strings, which may be expressions. */
    COSTLY,

    /** Takes memory: parsed while it arrives. */
    LARGE;

    /** The largest body that is not {@link #LARGE}, in bytes. */
    static final int MAX_BUFFERED = 64 * 1024;

    private static final int MAX_SMALL = 16 * 1024;

    /** The length, in bytes, from which a JSON string is longer than the usual names and values. */
    private static final int LONG_TEXT = 128;

    /**
     * The maximum total of long strings in a small review, in bytes. The time of CEL's checker grows with the square of
     * an expression's length: half a second for 10 KB.
     */
    private static final int MAX_LONG_TEXTS = 1024;

    /** The size of a review whose body is buffered as a whole. */
    static ReviewSize of(byte[] body, int length) {
        if (length > MAX_LONG_TEXTS && longTexts(body, length) > MAX_LONG_TEXTS) {
            return COSTLY;
        }
        return length > MAX_SMALL ? MEDIUM : SMALL;
    }

    private static int longTexts(byte[] json, int length) {
        int sum = 0;
        int begin = -1;
        for (int i = 0; i < length; i++) {
            if (json[i] == '\\') {
                i++;
            } else if (json[i] == '"') {
                int text = i - begin;
                sum += begin >= 0 && text > LONG_TEXT ? text : 0;
                begin = begin >= 0 ? -1 : i;
            }
        }
        return sum;
    }
}
