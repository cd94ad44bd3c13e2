package dev.drawbridge.document;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Messages of Jackson, which names its own features and constants, in our words. */
final class JsonProblem {

    /** Sentences of Jackson, and ours with their groups. */
    private static final Map<Pattern, String> SENTENCES = new LinkedHashMap<>();

    static {
        String[] lines = BundledFile.text("/document/json-problems.txt").split("\n");
        for (int i = 0; i < lines.length; i += 2) {
            SENTENCES.put(Pattern.compile(lines[i], Pattern.DOTALL), lines[i + 1].strip());
        }
    }

    /** The message in our words; as it is if no sentence fits. */
    static String of(String message) {
        for (Map.Entry<Pattern, String> sentence : SENTENCES.entrySet()) {
            Matcher matcher = sentence.getKey().matcher(message);
            if (matcher.matches()) {
                return matcher.replaceFirst(sentence.getValue());
            }
        }
        return message;
    }
}
