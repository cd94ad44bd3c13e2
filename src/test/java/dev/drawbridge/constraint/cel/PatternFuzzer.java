package dev.drawbridge.constraint.cel;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import java.nio.charset.StandardCharsets;

/** Regular expressions, the first line, and a text, the rest: Go's limits, and matching in linear time. */
public final class PatternFuzzer {

    private PatternFuzzer() {}

    /** Compiles and matches a pattern. */
    public static void fuzzerTestOneInput(FuzzedDataProvider data) {
        String text = new String(data.consumeRemainingAsBytes(), StandardCharsets.UTF_8);
        int end = text.indexOf('\n');
        String pattern = end < 0 ? text : text.substring(0, end);
        GoRegexp.problem(pattern);
        LinearPattern compiled;
        try {
            compiled = LinearPattern.of(pattern);
        } catch (IllegalArgumentException refused) {
            return;
        }
        compiled.isIn(text.substring(end + 1));
    }
}
