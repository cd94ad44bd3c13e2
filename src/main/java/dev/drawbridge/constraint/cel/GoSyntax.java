package dev.drawbridge.constraint.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelSource;
import dev.cel.common.CelValidationException;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.ast.CelMutableExpr;
import dev.cel.common.ast.CelMutableExpr.CelMutableComprehension;
import dev.cel.common.ast.CelMutableExprConverter;
import dev.cel.common.values.CelByteString;
import dev.cel.parser.CelParser;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Parses an expression as cel-go reads it where dev.cel differs: raw strings that end in a backslash, names with a
 * leading dot, and variables of macros that hide others. dev.cel evaluates {@code cel.bind} by dynamic scope, so each
 * hiding variable gets a name of its own.
 *
 * <p>Source: {@code github.com/google/cel-go/checker/env.go}, resolveSimpleIdent; {@code parser/unescape.go}.
 */
record GoSyntax(Set<String> taken, boolean skipsLocals, char substitute) {

    private static final char BACKSLASH = '\\';
    private static final char PRIVATE = '\uE000';

    /**
     * The expression without types.
     *
     * @param globals the names of the language's variables
     * @param skipsLocals whether a name with a leading dot is never a variable of a macro, as since cel-go 0.29
     */
    static CelAbstractSyntaxTree parse(CelParser parser, String expression, Set<String> globals, boolean skipsLocals)
            throws CelValidationException {
        char substitute = unused(expression);
        String readable = readable(expression, substitute);
        CelAbstractSyntaxTree parsed = parsed(parser, readable);
        CelMutableExpr root = CelMutableExprConverter.fromCelExpr(parsed.getExpr());
        Set<String> taken = new HashSet<>(globals);
        if (skipsLocals) {
            addAbsolute(root, taken);
        }
        new GoSyntax(taken, skipsLocals, substitute).rename(root, Map.of());
        return CelAbstractSyntaxTree.newParsedAst(CelMutableExprConverter.fromMutableExpr(root), parsed.getSource());
    }

    /** dev.cel's parser may stumble over what it has skipped after a mistake. */
    private static CelAbstractSyntaxTree parsed(CelParser parser, String expression) throws CelValidationException {
        try {
            return parser.parse(expression).getAst();
        } catch (RuntimeException | StackOverflowError stumbled) {
            CelSource source = CelSource.newBuilder(expression).build();
            throw new CelValidationException(source, List.of(CelIssue.formatError(1, 0, "syntax error")));
        }
    }

    private static char unused(String expression) {
        char found = PRIVATE;
        while (expression.indexOf(found) >= 0) {
            found++;
        }
        return found;
    }

    /** The expression with another character for each backslash before the closing quote of a raw string. */
    private static String readable(String expression, char substitute) {
        if (!expression.contains("\\\"") && !expression.contains("\\'")) {
            return expression;
        }
        StringBuilder readable = new StringBuilder(expression);
        for (int at = 0; at < expression.length(); at++) {
            char c = expression.charAt(at);
            if (c == '/' && expression.startsWith("//", at)) {
                at = end(expression, "\n", at, false);
            } else if (c == '"' || c == '\'') {
                String thrice = String.valueOf(c).repeat(3);
                String quote = expression.startsWith(thrice, at) ? thrice : String.valueOf(c);
                boolean isRaw = at > 0 && (expression.charAt(at - 1) | 0x20) == 'r';
                at = end(expression, quote, at + quote.length(), !isRaw);
                if (isRaw && at < expression.length() && expression.charAt(at - 1) == BACKSLASH) {
                    readable.setCharAt(at - 1, substitute);
                }
                at += quote.length() - 1;
            }
        }
        return readable.toString();
    }

    /** The index of the closing quote, or the end of the expression. */
    static int end(String expression, String closing, int from, boolean hasEscapes) {
        int at = from;
        while (at < expression.length() && !expression.startsWith(closing, at)) {
            at += hasEscapes && expression.charAt(at) == BACKSLASH ? 2 : 1;
        }
        return Math.min(at, expression.length());
    }

    private static void addAbsolute(CelMutableExpr expression, Set<String> names) {
        if (expression.getKind() == Kind.IDENT && expression.ident().name().startsWith(".")) {
            names.add(expression.ident().name().substring(1));
        }
        Parts.of(expression).forEach(part -> addAbsolute(part, names));
    }

    private void rename(CelMutableExpr expression, Map<String, String> locals) {
        switch (expression.getKind()) {
            case CONSTANT -> expression.setConstant(restored(expression.constant()));
            case IDENT -> {
                String name = relative(expression.ident().name());
                boolean isGlobal =
                        skipsLocals && !name.equals(expression.ident().name());
                expression.ident().setName(isGlobal ? name : locals.getOrDefault(name, name));
            }
            case CALL ->
                expression.call().setFunction(relative(expression.call().function()));
            case COMPREHENSION -> {
                rename(expression.comprehension(), locals);
                return;
            }
            default -> {
                // Only its parts have names.
            }
        }
        Parts.of(expression).forEach(part -> rename(part, locals));
    }

    private void rename(CelMutableComprehension loop, Map<String, String> locals) {
        rename(loop.iterRange(), locals);
        rename(loop.accuInit(), locals);
        Map<String, String> result = new HashMap<>(locals);
        loop.setAccuVar(declared(loop.accuVar(), result));
        Map<String, String> body = new HashMap<>(result);
        loop.setIterVar(declared(loop.iterVar(), body));
        loop.setIterVar2(declared(loop.iterVar2(), body));
        rename(loop.loopCondition(), body);
        rename(loop.loopStep(), body);
        rename(loop.result(), result);
    }

    /** The name of a new variable, which is added to the ones in scope; names of dev.cel itself stay as they are. */
    private String declared(String name, Map<String, String> scope) {
        boolean isHidden = name.isEmpty() || name.startsWith("@") || name.startsWith("#");
        boolean hides = !isHidden && (taken.contains(name) || scope.containsKey(name));
        String unique = hides ? name + "@" + scope.size() : name;
        if (!isHidden) {
            scope.put(name, unique);
        }
        return unique;
    }

    private static String relative(String name) {
        return name.startsWith(".") ? name.substring(1) : name;
    }

    private CelConstant restored(CelConstant constant) {
        return switch (constant.getKind()) {
            case STRING_VALUE -> CelConstant.ofValue(constant.stringValue().replace(substitute, BACKSLASH));
            case BYTES_VALUE -> {
                String bytes = new String(constant.bytesValue().toByteArray(), StandardCharsets.ISO_8859_1);
                String encoded = new String(
                        String.valueOf(substitute).getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
                yield CelConstant.ofValue(
                        CelByteString.of(bytes.replace(encoded, "\\").getBytes(StandardCharsets.ISO_8859_1)));
            }
            default -> constant;
        };
    }
}
