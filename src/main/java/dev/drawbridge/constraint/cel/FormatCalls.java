package dev.drawbridge.constraint.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.SimpleType;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Checks that in format() calls on literals each verb has an argument of its type.
 *
 * <p>Source: {@code github.com/google/cel-go/ext/formatting.go}, stringFormatValidator.
 */
final class FormatCalls {

    static final String FORMAT = "format";

    private static final Pattern VERB = Pattern.compile("%(?:%|(?:\\.[0-9]+)?(.?))", Pattern.DOTALL);

    // @formatter:off
    private static final Map<String, Set<CelKind>> VERBS = Map.of(
        "s", EnumSet.of(CelKind.BOOL, CelKind.BYTES, CelKind.DOUBLE, CelKind.DURATION, CelKind.INT, CelKind.LIST, CelKind.MAP,
                        CelKind.NULL_TYPE, CelKind.STRING, CelKind.TIMESTAMP, CelKind.TYPE, CelKind.UINT),
        "d", EnumSet.of(CelKind.INT, CelKind.UINT),
        "f", EnumSet.of(CelKind.DOUBLE, CelKind.STRING),
        "e", EnumSet.of(CelKind.DOUBLE, CelKind.STRING),
        "b", EnumSet.of(CelKind.INT, CelKind.UINT, CelKind.BOOL),
        "o", EnumSet.of(CelKind.INT, CelKind.UINT),
        "x", EnumSet.of(CelKind.INT, CelKind.UINT, CelKind.STRING, CelKind.BYTES),
        "X", EnumSet.of(CelKind.INT, CelKind.UINT, CelKind.STRING, CelKind.BYTES));
    // @formatter:on

    private FormatCalls() {}

    /** The error in the first such call, on a literal or on anything; null if there is none. */
    static @Nullable String problem(CelAbstractSyntaxTree tree, boolean ofLiterals) {
        return Calls.firstProblem(tree, call -> problem(tree, call, ofLiterals));
    }

    private static Optional<String> problem(CelAbstractSyntaxTree tree, CelExpr.CelCall call, boolean ofLiterals) {
        if (!call.function().equals(FORMAT) || call.target().isEmpty()) {
            return Optional.empty();
        }
        Optional<String> text = Literals.text(call.target().get());
        if (text.isEmpty() && ofLiterals) {
            return Optional.of("the format string must be a literal: anything else crashes the API server");
        }
        if (text.isEmpty() || call.args().get(0).getKind() != Kind.LIST) {
            return Optional.empty();
        }
        return problem(tree, text.get(), call.args().get(0).list().elements());
    }

    private static Optional<String> problem(CelAbstractSyntaxTree tree, String text, List<CelExpr> arguments) {
        List<String> verbs = verbs(text);
        for (int i = 0; i < verbs.size(); i++) {
            String verb = verbs.get(i);
            if (!isVerb(verb)) {
                return Optional.of("the format string has the unknown verb \"%" + verb + "\"");
            }
            if (i == arguments.size()) {
                return Optional.of("the format string has more verbs than arguments");
            }
            if (wrong(tree, verb, arguments.get(i)) != null) {
                return Optional.of(
                        "the format string's \"%" + verb + "\" has an argument of another type; %s formats any");
            }
        }
        return verbs.size() == arguments.size()
                ? Optional.empty()
                : Optional.of("the format string has fewer verbs than arguments");
    }

    /** The verbs of a format string; an empty one at its end. */
    static List<String> verbs(String text) {
        return VERB.matcher(text)
                .results()
                .map(match -> match.group(1))
                .filter(Objects::nonNull)
                .toList();
    }

    static boolean isVerb(String verb) {
        return VERBS.containsKey(verb);
    }

    /** The argument, or for %s the entry of a list or map literal in it, that has another type; null if none has. */
    static @Nullable CelExpr wrong(CelAbstractSyntaxTree tree, String verb, CelExpr argument) {
        if (!isOf(tree, argument, VERBS.getOrDefault(verb, Set.of()))) {
            return argument;
        }
        boolean isLiteral = argument.getKind() == Kind.LIST || argument.getKind() == Kind.MAP;
        return !verb.equals("s") || !isLiteral
                ? null
                : Parts.of(argument).stream()
                        .map(entry -> wrong(tree, verb, entry))
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null);
    }

    static String unknown(String verb) {
        return "unrecognized formatting clause \"" + verb + "\"";
    }

    static String wrongType(String verb, String type) {
        String rule =
                switch (verb) {
                    case "d" -> "decimal clause can only be used on integers";
                    case "f" -> "fixed-point clause can only be used on doubles";
                    case "e" -> "scientific clause can only be used on doubles";
                    case "b" -> "only integers and bools can be formatted as binary";
                    case "o" -> "octal clause can only be used on integers";
                    case "x", "X" -> "only integers, byte buffers, and strings can be formatted as hex";
                    default ->
                        "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types,"
                                + " durations, and timestamps";
                };
        return "error during formatting: " + rule + ", was given " + type;
    }

    /** Whether the type is one of these, or is dynamic. An attribute of a device is an Any, which is neither. */
    private static boolean isOf(CelAbstractSyntaxTree tree, CelExpr argument, Set<CelKind> kinds) {
        CelKind kind = tree.getType(argument.id()).orElse(SimpleType.DYN).kind();
        return kind == CelKind.DYN || kinds.contains(kind);
    }
}
