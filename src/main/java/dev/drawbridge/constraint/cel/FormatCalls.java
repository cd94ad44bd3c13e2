package dev.drawbridge.constraint.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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

    /** The first error of each such call, on a literal or on anything. */
    static List<LiteralProblem> in(CelAbstractSyntaxTree tree, boolean ofLiterals) {
        return Parts.calls(tree).stream()
                .flatMap(call -> Stream.ofNullable(problem(tree, call, ofLiterals)))
                .toList();
    }

    private static @Nullable LiteralProblem problem(CelAbstractSyntaxTree tree, CelExpr call, boolean ofLiterals) {
        if (!call.call().function().equals(FORMAT) || call.call().target().isEmpty()) {
            return null;
        }
        Optional<String> text = Parts.text(call.call().target().get());
        if (text.isEmpty() && ofLiterals) {
            String crash = "the format string must be a literal: anything else crashes the API server";
            return new LiteralProblem(call, crash, crash);
        }
        CelExpr arguments = call.call().args().get(0);
        return text.isEmpty() || arguments.getKind() != Kind.LIST
                ? null
                : problem(tree, call, verbs(text.get()), arguments.list().elements());
    }

    private static @Nullable LiteralProblem problem(
            CelAbstractSyntaxTree tree, CelExpr call, List<String> verbs, List<CelExpr> arguments) {
        for (int i = 0; i < verbs.size(); i++) {
            String verb = verbs.get(i);
            if (i == arguments.size() && !verb.isEmpty()) {
                String goText = "index " + i + " out of range";
                return new LiteralProblem(call, "the format string has more verbs than arguments", goText);
            }
            if (!VERBS.containsKey(verb)) {
                return new LiteralProblem(
                        call,
                        "the format string has the unknown verb \"%" + verb + "\"",
                        verb.isEmpty()
                                ? "unexpected end of string"
                                : "could not parse formatting clause: " + unknown(verb));
            }
            CelExpr wrong = wrong(tree, verb, arguments.get(i));
            if (wrong != null) {
                CelType type = tree.getType(wrong.id()).orElse(SimpleType.DYN);
                return new LiteralProblem(
                        wrong,
                        "the format string's \"%" + verb + "\" has an argument of another type; %s formats any",
                        wrongType(verb, type.name()));
            }
        }
        return verbs.size() == arguments.size()
                ? null
                : new LiteralProblem(
                        call,
                        "the format string has fewer verbs than arguments",
                        "too many arguments supplied to string.format (expected " + verbs.size() + ", got "
                                + arguments.size() + ")");
    }

    /** The verbs of a format string; an empty one at its end. */
    private static List<String> verbs(String text) {
        return VERB.matcher(text)
                .results()
                .map(match -> match.group(1))
                .filter(Objects::nonNull)
                .toList();
    }

    /** The argument, or for %s the entry of a list or map literal in it, that has another type; null if none has. */
    private static @Nullable CelExpr wrong(CelAbstractSyntaxTree tree, String verb, CelExpr argument) {
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
