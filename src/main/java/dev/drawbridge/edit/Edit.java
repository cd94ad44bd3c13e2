package dev.drawbridge.edit;

import java.util.List;
import java.util.function.ToIntFunction;

/**
 * A change of a text.
 *
 * @param begin the offset of the first character that is replaced
 * @param end the offset after the last replaced character; equal to begin for an insertion
 * @param text the replacement
 */
public record Edit(int begin, int end, String text) {

    public Edit {
        if (begin < 0 || end < begin) {
            throw new IllegalArgumentException("an edit must not end before it begins: " + begin + ".." + end);
        }
    }

    /**
     * Applies edits to a text.
     *
     * @param edits in the order of the text, without overlaps
     */
    public static String apply(String text, List<Edit> edits) {
        return apply(text, 0, text.length(), edits);
    }

    /** Applies the edits within a part of a text, and returns the part. */
    static String apply(String text, int begin, int end, List<Edit> edits) {
        StringBuilder edited = new StringBuilder(end - begin + 64);
        int at = begin;
        for (Edit edit : edits) {
            if (edit.begin < at || edit.end > end) {
                throw new UnsupportedEditException("edits overlap");
            }
            edited.append(text, at, edit.begin).append(edit.text);
            at = edit.end;
        }
        return edited.append(text, at, end).toString();
    }

    /** The index of the first entry whose place is not before this one: entries are in the order of their places. */
    public static <T> int firstFrom(int place, List<T> entries, ToIntFunction<T> placeOf) {
        int low = 0;
        int high = entries.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (placeOf.applyAsInt(entries.get(middle)) < place) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The smallest edit with the same effect, or one that begins and ends only where this edit or a line does. */
    Edit trimmed(String source, boolean isByLine) {
        int most = Math.min(end - begin, text.length());
        int same = 0;
        int prefix = 0;
        while (same < most && source.charAt(begin + same) == text.charAt(same)) {
            same++;
            prefix = !isByLine || text.charAt(same - 1) == '\n' ? same : prefix;
        }
        same = 0;
        int suffix = 0;
        while (same < most - prefix && source.charAt(end - 1 - same) == text.charAt(text.length() - 1 - same)) {
            suffix = !isByLine ? same + 1 : text.charAt(text.length() - 1 - same) == '\n' ? same : suffix;
            same++;
        }
        return new Edit(begin + prefix, end - suffix, text.substring(prefix, text.length() - suffix));
    }
}
