package dev.drawbridge.admission;

import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.Printable;
import java.util.ArrayList;
import java.util.List;

/**
 * Warnings as the API server passes them on: without control characters, at most 256 characters each and 4,096 in all,
 * each signed. A path is shortened before the reason, and neither within a name. Warnings that do not fit are counted
 * in the last one, so that the API server truncates none.
 *
 * <p>Source: {@code k8s.io/api/admission/v1}, AdmissionResponse.Warnings; {@code
 * k8s.io/apiserver/pkg/endpoints/filters/warning.go}.
 */
final class Warnings {

    /** The length to which each warning is cut if they exceed {@link #MAX_TOTAL} characters together. */
    static final int MAX_CHARACTERS = 256;

    static final int MAX_TOTAL = 4096;
    private static final String ELLIPSIS = "…";

    /** Room for the last one, which counts those that did not fit. */
    private static final int LAST = 160;

    private final String signature;
    private final List<String> texts = new ArrayList<>();
    private int total;
    private int left;

    /** Creates an empty list; each warning ends with its source and release. */
    Warnings(String signature) {
        this.signature = signature;
    }

    /** Adds a warning for each finding, with a beginning such as {@code "not checked: "}. */
    void addAll(String point, List<FieldError> findings) {
        for (FieldError finding : findings) {
            String path = finding.path().toString();
            boolean fits =
                    point.length() + path.length() + finding.message().length() + signature.length() < MAX_CHARACTERS;
            // The detail is more important than the value.
            add(point, path, fits ? finding.message() : finding.detail());
        }
    }

    void add(String message) {
        add("", "", message);
    }

    private void add(String point, String path, String message) {
        String warning = left > 0 ? "" : fitted(point, Printable.of(path), Printable.of(message)) + signature;
        if (left > 0 || total + warning.length() + LAST > MAX_TOTAL) {
            left++;
            return;
        }
        texts.add(warning);
        total += warning.length();
    }

    private String fitted(String point, String path, String message) {
        int room = MAX_CHARACTERS - signature.length() - point.length();
        String shown = path.isEmpty() || path.length() + 2 + message.length() <= room
                ? path
                : end(path, room - 2 - message.length());
        return point + beginning(shown.isEmpty() ? message : shown + ": " + message, room);
    }

    /** The last names of a path, as many as fit, but at least one, unless it alone exceeds half a warning. */
    private static String end(String path, int length) {
        int begin = path.length();
        int brackets = 0;
        for (int i = path.length() - 1; i > 0; i--) {
            char character = path.charAt(i);
            brackets += character == ']' ? 1 : character == '[' ? -1 : 0;
            boolean isFirst = begin == path.length();
            if (character == '.' && brackets == 0) {
                if (path.length() - i > (isFirst ? MAX_CHARACTERS / 2 : length - ELLIPSIS.length())) {
                    break;
                }
                begin = i + 1;
            }
        }
        return begin == path.length() ? "" : ELLIPSIS + path.substring(begin);
    }

    /** The first words of a text, as many as fit. */
    private static String beginning(String text, int length) {
        if (text.length() <= length) {
            return text;
        }
        int end = text.lastIndexOf(' ', length - ELLIPSIS.length() - 1);
        return end < 0 ? ELLIPSIS : text.substring(0, end + 1) + ELLIPSIS;
    }

    List<String> texts() {
        if (left == 0) {
            return List.copyOf(texts);
        }
        List<String> all = new ArrayList<>(texts);
        all.add("and " + left + " more warnings; `drawbridge check` prints all of them" + signature);
        return all;
    }
}
