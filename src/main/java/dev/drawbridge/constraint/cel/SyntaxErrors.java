package dev.drawbridge.constraint.cel;

import dev.cel.common.CelSourceLocation;
import dev.drawbridge.field.LineIndex;
import dev.drawbridge.field.Position;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The syntax errors of an expression in the words of cel-go. ANTLR's parsers for Go and for Java expect the same, and
 * tell it differently.
 *
 * <p>Source: {@code github.com/antlr4-go/antlr}, error_strategy.go and lexer.go; {@code
 * github.com/google/cel-go/parser/gen/CEL.g4}.
 */
final class SyntaxErrors {

    private static final Pattern SYNTAX = Pattern.compile(
            "(?:no viable alternative|missing|mismatched input|extraneous input|token recognition).*", Pattern.DOTALL);

    /** All with which a complete expression may go on: cel-go tells only what ends the part around it. */
    private static final Pattern OPERATORS = Pattern.compile("expecting \\{.*'=='.*}");

    private static final Pattern UNKNOWN_TOKEN = Pattern.compile("token recognition error at: '(.*)'", Pattern.DOTALL);

    /** A text, an optional field or entry, or one character. */
    private static final Pattern TOKEN = Pattern.compile("[bB]?[rR][bB]?(?<raw>\"{3}|'{3}|[\"'])"
            + "|[bB]?(?<quote>\"{3}|'{3}|[\"'])|//[^\n]*|[.\\[{,]\\s*\\?|[\\w`]+|\\S");

    private final String expression;
    private boolean hasRecovered;

    SyntaxErrors(String expression) {
        this.expression = expression;
    }

    /** The message; unchanged if it is of another error. */
    String words(String message, CelSourceLocation place) {
        if (!SYNTAX.matcher(message).matches()) {
            return message;
        }
        // dev.cel doubles the percent sign.
        String own = message.replace("%%", "%");
        int at = new LineIndex(expression)
                .offset(new Position(Math.max(1, place.getLine()), Math.max(1, place.getColumn() + 1)));
        Matcher operators = OPERATORS.matcher(own);
        Matcher unknown = UNKNOWN_TOKEN.matcher(own);
        if (operators.find()) {
            own = operators.replaceFirst(
                    Matcher.quoteReplacement("expecting " + (hasRecovered ? "<EOF>" : closing(at))));
        } else if (unknown.matches()) {
            String text =
                    unknown.group(1).replace("\\n", "\n").replace("\\t", "\t").replace("\\r", "\r");
            own = expression.startsWith(text, at) ? "token recognition error at: '" + text + "'" : own;
        }
        hasRecovered |= own.startsWith("mismatched");
        return "Syntax error: " + own;
    }

    /** What ends the innermost part that is open before a place. */
    private String closing(int end) {
        Deque<String> open = new ArrayDeque<>();
        Matcher token = TOKEN.matcher(expression);
        boolean isAfterValue = false;
        int at = 0;
        while (at < end && token.find(at) && token.start() < end) {
            at = token.end();
            String raw = token.group("raw");
            String quote = raw == null ? token.group("quote") : raw;
            if (quote != null) {
                at = GoSyntax.end(expression, quote, at, raw == null) + quote.length();
                isAfterValue = true;
                continue;
            }
            char first = expression.charAt(token.start());
            switch (first) {
                case '(' -> open.push("')'");
                case '[' -> open.push(isAfterValue ? "']'" : "{']', ','}");
                case '{' -> {
                    open.push("{'}', ','}");
                    open.push("':'");
                }
                case '?' -> open.push("':'");
                case ':' -> close(open, "':'");
                case ')' -> close(open, "')'");
                case ']' -> close(open, "']'");
                case '}' -> close(open, "'}'");
                case ',' -> {
                    if ("{'}', ','}".equals(open.peek())) {
                        open.push("':'");
                    }
                }
                default -> {
                    // It opens and closes nothing.
                }
            }
            isAfterValue = Character.isLetterOrDigit(first) || "_`)]}".indexOf(first) >= 0;
        }
        return open.isEmpty() ? "<EOF>" : open.peek();
    }

    /** Closes the innermost part that ends so, and what is open in it. */
    private static void close(Deque<String> open, String end) {
        if (open.stream().anyMatch(one -> one.contains(end))) {
            while (!open.pop().contains(end)) {
                // Inner parts end with it.
            }
        }
    }
}
