package dev.drawbridge.admission;

import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.Printable;
import java.util.ArrayList;
import java.util.List;

/**
 * Warnings as the API server passes them on: without control characters, at most 120 characters each and 4,096 in all, each signed. What
 * does not fit is counted in the last one, so that the API server truncates nothing unsaid.
 *
 * <p>Source: {@code k8s.io/api/admission/v1}, AdmissionResponse.Warnings; {@code k8s.io/apiserver/pkg/endpoints/filters/warning.go}.
 */
final class Warnings {

    static final int MAX_CHARACTERS = 120;
    static final int MAX_TOTAL = 4096;
    private static final String ELLIPSIS = "…";

    /** Of a path that is too long, the beginning and the end that are left. */
    private static final int MIN_PATH = 40;

    private final String signature;
    private final List<String> texts = new ArrayList<>();
    private int total;
    private int left;

    /**
     * No warnings yet.
     *
     * @param signature how each ends: who warns, and by which release
     */
    Warnings(String signature) {
        this.signature = signature;
    }

    /**
     * Adds a warning for each.
     *
     * @param point how each begins, such as {@code "not checked: "}
     */
    void addAll(String point, List<FieldError> findings) {
        for (FieldError finding : findings) {
            String path = finding.path().toString();
            boolean fits =
                    point.length() + path.length() + finding.message().length() + signature.length() < MAX_CHARACTERS;
            // What is wrong matters more than the value that is.
            add(point, path, fits ? finding.message() : finding.detail());
        }
    }

    /** Adds a warning without a path. */
    void add(String message) {
        add("", "", message);
    }

    private void add(String point, String path, String message) {
        String warning = left > 0 ? "" : fitted(point, Printable.of(path), Printable.of(message)) + signature;
        if (left > 0 || total + warning.length() + MAX_CHARACTERS > MAX_TOTAL) {
            left++;
            return;
        }
        texts.add(warning);
        total += warning.length();
    }

    private String fitted(String point, String path, String message) {
        int room = MAX_CHARACTERS - signature.length() - point.length();
        String separator = path.isEmpty() ? "" : ": ";
        int excess = path.length() + separator.length() + message.length() - room;
        String shown = excess <= 0 || path.length() <= MIN_PATH
                ? path
                : middleOut(path, Math.max(MIN_PATH, path.length() - excess));
        return point + cut(shown + separator + message, room);
    }

    private static String middleOut(String text, int length) {
        int kept = length - ELLIPSIS.length();
        int head = kept / 2;
        return cut(text, head + ELLIPSIS.length()) + text.substring(text.length() - (kept - head));
    }

    private static String cut(String text, int length) {
        if (text.length() <= length) {
            return text;
        }
        int end = length - ELLIPSIS.length();
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + ELLIPSIS;
    }

    /** The warnings, and how many more there are. */
    List<String> texts() {
        if (left == 0) {
            return List.copyOf(texts);
        }
        List<String> all = new ArrayList<>(texts);
        all.add("and " + left + " more warnings; `drawbridge check` prints all of them" + signature);
        return all;
    }
}
