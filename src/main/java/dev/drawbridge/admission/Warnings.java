package dev.drawbridge.admission;

import dev.drawbridge.field.Printable;
import java.util.ArrayList;
import java.util.List;

/**
 * Warnings as the API server passes them on: without control characters, at most 120 characters each and 4,096 in all. What does not
 * fit is counted in the last one, so that the API server truncates nothing unsaid.
 *
 * <p>Source: {@code k8s.io/api/admission/v1}, AdmissionResponse.Warnings; {@code k8s.io/apiserver/pkg/endpoints/filters/warning.go}.
 */
final class Warnings {

    static final int MAX_CHARACTERS = 120;
    static final int MAX_TOTAL = 4096;
    private static final String ELLIPSIS = "…";

    private Warnings() {}

    static List<String> fitted(List<String> warnings) {
        List<String> fitted = new ArrayList<>();
        int total = 0;
        for (int i = 0; i < warnings.size(); i++) {
            String warning = cut(Printable.of(warnings.get(i)));
            boolean last = i == warnings.size() - 1;
            int reserved = last ? 0 : MAX_CHARACTERS;
            if (total + warning.length() + reserved > MAX_TOTAL) {
                fitted.add("and " + (warnings.size() - i) + " more warnings; `drawbridge check` prints all of them");
                return fitted;
            }
            fitted.add(warning);
            total += warning.length();
        }
        return fitted;
    }

    private static String cut(String warning) {
        if (warning.length() <= MAX_CHARACTERS) {
            return warning;
        }
        int end = MAX_CHARACTERS - ELLIPSIS.length();
        return warning.substring(0, Character.isHighSurrogate(warning.charAt(end - 1)) ? end - 1 : end) + ELLIPSIS;
    }
}
