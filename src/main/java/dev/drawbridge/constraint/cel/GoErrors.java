package dev.drawbridge.constraint.cel;

import dev.cel.runtime.CelEvaluationException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The errors of evaluations in the words of cel-go. */
final class GoErrors {

    private static final Pattern PLACE = Pattern.compile("^evaluation error[^:]*:\\d*: ");

    private GoErrors() {}

    /** The message of cel-go for an error. */
    static String text(CelEvaluationException failed) {
        String message = PLACE.matcher(String.valueOf(failed.getMessage())).replaceFirst("");
        return message;
    }
}
