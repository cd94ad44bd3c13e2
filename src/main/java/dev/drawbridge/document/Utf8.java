package dev.drawbridge.document;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Checks bytes that arrive in parts for UTF-8 as in RFC 3629 (no overlong forms, no surrogates, nothing above U+10FFFF)
 * and without U+0000, which every JSON text in UTF-16 or UTF-32 contains.
 */
final class Utf8 {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long LOW_BITS = 0x0101010101010101L;

    /** Number of missing bytes of the current character, and the bounds of the next one. */
    private int missing;

    private int min;
    private int max;

    /** Whether a text may continue after this part. */
    boolean accepts(byte[] bytes, int from, int to) {
        int i = from;
        while (i < to) {
            if (missing == 0) {
                i = afterAscii(bytes, i, to);
                if (i == to) {
                    return true;
                }
            }
            if (!accepts(bytes[i++] & 0xFF)) {
                return false;
            }
        }
        return true;
    }

    boolean isWhole() {
        return missing == 0;
    }

    /** The first byte that is not ASCII, or is 0; reads eight at a time. */
    private static int afterAscii(byte[] bytes, int from, int to) {
        int i = from;
        while (i + Long.BYTES <= to) {
            long eight = (long) LONGS.get(bytes, i);
            if (((eight | eight - LOW_BITS) & HIGH_BITS) != 0) {
                break;
            }
            i += Long.BYTES;
        }
        while (i < to && bytes[i] > 0) {
            i++;
        }
        return i;
    }

    private boolean accepts(int next) {
        if (missing > 0) {
            boolean fits = next >= min && next <= max;
            missing--;
            min = 0x80;
            max = 0xBF;
            return fits;
        }
        if (next < 0x80) {
            return next != 0;
        }
        if (next < 0xC2 || next > 0xF4) {
            return false;
        }
        missing = next < 0xE0 ? 1 : next < 0xF0 ? 2 : 3;
        min = next == 0xE0 ? 0xA0 : next == 0xF0 ? 0x90 : 0x80;
        max = next == 0xED ? 0x9F : next == 0xF4 ? 0x8F : 0xBF;
        return true;
    }
}
