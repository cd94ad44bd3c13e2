package dev.drawbridge.edit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Masks the actions of a Helm template, which gives YAML text with the same offsets: a line with only actions becomes a
 * comment, any other action a word. Edits of that text apply to the template, unless they would move text that an
 * action writes or controls.
 *
 * @param text the template's own text
 */
public record TemplateMask(String text, String masked, List<String> actions) {

    private static final String OPEN = "{{";
    private static final String CLOSE = "}}";

    /** The first of the private-use characters, one for each action. */
    private static final char FIRST = '\ue000';

    private static final int MAX_ACTIONS = 0x1800;

    /** Actions that write a single-line value, independent of the indentation. */
    private static final Pattern SIMPLE =
            Pattern.compile("\\{\\{ *[.$][\\w.$]*(?: *\\| *(?:quote|squote|int|int64|toString|lower|upper|trim"
                    + "|default [\\w.\"$/-]{1,64}))* *}}");

    private static final Pattern CONTROL = Pattern.compile(
            "\\{\\{-?\\s*(?:if|else|end|range|with|define|block|break|continue|/\\*|\\$\\w+ *:?=)[\\s\\S]*");

    /** A line of a masked text with only actions, which becomes a comment. */
    private static final Pattern ONLY_ACTIONS =
            Pattern.compile("(?md)^([\\p{javaWhitespace}&&[^\n]]*+)[\\ue000-\\uf7ff]"
                    + "([\\p{javaWhitespace}\\ue000-\\uf7ff&&[^\n]]*+)$");

    /** The masked template; empty if the text has no actions, or too many. */
    public static Optional<TemplateMask> of(String text) {
        if (!text.contains(OPEN) || isMasked(text)) {
            return Optional.empty();
        }
        List<String> actions = new ArrayList<>();
        StringBuilder words = new StringBuilder(text);
        int at = text.indexOf(OPEN);
        while (at >= 0) {
            int end = end(text, at);
            if (end < 0 || actions.size() == MAX_ACTIONS) {
                return Optional.empty();
            }
            for (int i = at; i < end; i++) {
                if (text.charAt(i) != '\n' && text.charAt(i) != '\r') {
                    words.setCharAt(i, (char) (FIRST + actions.size()));
                }
            }
            actions.add(text.substring(at, end));
            at = text.indexOf(OPEN, end);
        }
        String masked = ONLY_ACTIONS.matcher(words).replaceAll("$1#$2");
        return actions.isEmpty() ? Optional.empty() : Optional.of(new TemplateMask(text, masked, actions));
    }

    private static boolean isMask(int sign) {
        return sign >= FIRST && sign < FIRST + MAX_ACTIONS;
    }

    /** The end of the action that begins here, ignoring ends within strings and comments; -1 if it is not closed. */
    private static int end(String text, int begin) {
        int at = begin + OPEN.length();
        int comment = text.startsWith("/*", at) ? at : text.startsWith("- /*", at) ? at + 2 : -1;
        if (comment >= 0) {
            int end = text.indexOf("*/", comment + 2);
            int close = end < 0 ? -1 : text.indexOf(CLOSE, end);
            return close < 0 ? -1 : close + CLOSE.length();
        }
        while (at < text.length()) {
            char sign = text.charAt(at);
            if (sign == '"' || sign == '`') {
                int close = at + 1;
                while (close < text.length() && text.charAt(close) != sign) {
                    close += sign == '"' && text.charAt(close) == '\\' ? 2 : 1;
                }
                at = close;
            } else if (text.startsWith(CLOSE, at)) {
                return at + CLOSE.length();
            }
            at++;
        }
        return -1;
    }

    public boolean hasAction(String words) {
        return actions.stream().anyMatch(action -> action.contains(words));
    }

    /** Whether a masked text contains an action. */
    public static boolean isMasked(String text) {
        return text.chars().anyMatch(TemplateMask::isMask);
    }

    /** The edit applied to the template. */
    public Edit unmasked(Edit edit) {
        return new Edit(edit.begin(), edit.end(), unmasked(edit.text()));
    }

    public String unmasked(String written) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < written.length(); i++) {
            char sign = written.charAt(i);
            if (!isMask(sign)) {
                plain.append(sign);
            } else if (i == 0 || written.charAt(i - 1) != sign) {
                plain.append(actions.get(sign - FIRST));
            }
        }
        return plain.toString();
    }

    /** The reason why the edit cannot be applied to the template; null if it can. */
    public @Nullable String refusal(Edit edit) {
        boolean isInLine = edit.text().indexOf('\n') < 0
                && masked.substring(edit.begin(), edit.end()).indexOf('\n') < 0;
        for (int i = 0; i < edit.text().length(); i++) {
            char sign = edit.text().charAt(i);
            if (isMask(sign) && !SIMPLE.matcher(actions.get(sign - FIRST)).matches()) {
                return reason(actions.get(sign - FIRST), "is on a line that would change");
            }
        }
        int begin = masked.lastIndexOf('\n', edit.begin() - 1) + 1;
        int end = Math.max(begin, edit.end());
        for (int line = begin; line < end; line = next(line)) {
            int action = actionOf(line);
            if (action >= 0) {
                return reason(actions.get(action), "is on a line that would change");
            }
        }
        return isInLine ? null : around(begin, end);
    }

    /** A refusal if an action writes into the object of these lines, perhaps a part of what moves; otherwise null. */
    private @Nullable String around(int begin, int end) {
        String after = along(next(end), this::next, depth(begin));
        return after == null ? along(previous(begin), this::previous, depth(begin)) : after;
    }

    private @Nullable String along(int from, IntUnaryOperator step, int depth) {
        for (int line = from; line >= 0 && line < masked.length(); line = step.applyAsInt(line)) {
            int action = actionOf(line);
            if (action >= 0 && !CONTROL.matcher(actions.get(action)).matches()) {
                return reason(actions.get(action), "may write part of the object that would change");
            }
            if (action < 0 && depth(line) < depth) {
                break;
            }
        }
        return null;
    }

    private static String reason(String action, String why) {
        String shown = action.length() > 60 ? action.substring(0, 57) + "..." : action;
        return "the action " + shown.replaceAll("\\s+", " ") + " " + why + "; change these lines by hand";
    }

    private int next(int place) {
        return new TextLines(masked).next(place);
    }

    private int previous(int line) {
        return line == 0 ? -1 : masked.lastIndexOf('\n', line - 2) + 1;
    }

    /** The first action of a line with only actions; -1 for any other line. */
    private int actionOf(int line) {
        int at = afterBlanks(line);
        boolean isAction = at + 1 < masked.length() && masked.charAt(at) == '#' && isMask(masked.charAt(at + 1));
        return isAction ? masked.charAt(at + 1) - FIRST : -1;
    }

    /** The column at which a line begins; the maximum for an empty line. */
    private int depth(int line) {
        int at = afterBlanks(line);
        boolean isEmpty = at == masked.length() || masked.charAt(at) == '\n' || masked.charAt(at) == '\r';
        return isEmpty ? Integer.MAX_VALUE : at - line;
    }

    private int afterBlanks(int line) {
        int at = line;
        while (at < masked.length() && masked.charAt(at) == ' ') {
            at++;
        }
        return at;
    }
}
