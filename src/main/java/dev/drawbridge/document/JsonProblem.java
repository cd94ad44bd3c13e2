package dev.drawbridge.document;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Translates Jackson's error messages, which name its own features and constants, for users of JSON. */
final class JsonProblem {

    /** Patterns of Jackson's sentences, and ours with their groups. */
    private static final List<String> SENTENCES =
            BundledFile.text("/document/json-problems.txt").lines().toList();

    private JsonProblem() {}

    /** Jackson's message in our words; as it is if none fits. */
    static String of(String message) {
        for (int i = 0; i < SENTENCES.size(); i += 2) {
            Matcher matcher = Pattern.compile(SENTENCES.get(i), Pattern.DOTALL).matcher(message);
            if (matcher.matches()) {
                return matcher.replaceFirst(SENTENCES.get(i + 1).strip());
            }
        }
        return message;
    }
}
