package dev.drawbridge.fit;

import java.util.ArrayList;
import java.util.List;

/** The terms that {@code &&} joins at the top level of a CEL expression; of another one, the whole expression. */
final class Conjunction {

    private final String text;
    private final List<Integer> operators = new ArrayList<>();
    private boolean isJoinedOtherwise;
    private int closesFirst = -1;

    private Conjunction(String text) {
        this.text = text;
    }

    static List<String> terms(String expression) {
        List<String> terms = new ArrayList<>();
        collect(expression.strip(), terms);
        return terms;
    }

    private static void collect(String text, List<String> terms) {
        Conjunction read = new Conjunction(text);
        if (!read.scan() || read.isJoinedOtherwise) {
            terms.add(text);
        } else if (read.operators.isEmpty()) {
            if (text.startsWith("(") && read.closesFirst == text.length() - 1) {
                collect(text.substring(1, text.length() - 1).strip(), terms);
            } else {
                terms.add(text);
            }
        } else {
            int start = 0;
            for (int operator : read.operators) {
                collect(text.substring(start, operator).strip(), terms);
                start = operator + 2;
            }
            collect(text.substring(start).strip(), terms);
        }
    }

    /** Finds the operators outside of brackets and strings; false if one is not closed, or a comment intervenes. */
    private boolean scan() {
        int depth = 0;
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            if (c == '"' || c == '\'') {
                i = endOfString(i);
                continue;
            }
            if (c == '(' || c == '[' || c == '{') {
                depth++;
            } else if (c == ')' || c == ']' || c == '}') {
                depth--;
                if (depth == 0 && closesFirst < 0) {
                    closesFirst = i;
                }
            } else if (depth == 0) {
                look(i);
            }
            if (depth < 0 || text.startsWith("//", i)) {
                return false;
            }
            i += text.startsWith("&&", i) ? 2 : 1;
        }
        return depth == 0 && i == text.length();
    }

    private void look(int at) {
        if (text.startsWith("&&", at)) {
            operators.add(at);
        }
        // a.?b and a[?b] are optional selections, "? :" is a conditional.
        boolean isChoice = text.charAt(at) == '?' && (at == 0 || text.charAt(at - 1) != '.');
        isJoinedOtherwise |= text.startsWith("||", at) || isChoice;
    }

    /** The index after the string that begins here; beyond the end of the text if it is not closed. */
    private int endOfString(int start) {
        char quote = text.charAt(start);
        String three = String.valueOf(quote).repeat(3);
        boolean isLong = text.startsWith(three, start);
        boolean isRaw = start > 0 && Character.toLowerCase(text.charAt(start - 1)) == 'r';
        int i = start + (isLong ? 3 : 1);
        while (i < text.length()) {
            if (text.charAt(i) == '\\' && !isRaw) {
                i += 2;
            } else if (isLong ? text.startsWith(three, i) : text.charAt(i) == quote) {
                return i + (isLong ? 3 : 1);
            } else {
                i++;
            }
        }
        return text.length() + 1;
    }
}
