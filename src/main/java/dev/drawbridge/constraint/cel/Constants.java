package dev.drawbridge.constraint.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Conversions of literals, which the server makes when it stores the expression: {@code int("x")} is an internal error there.
 *
 * <p>Source: {@code github.com/google/cel-go/interpreter/decorators.go}, maybeOptimizeConstUnary; {@code planner.go}.
 */
final class Constants {

    private static final Pattern INTEGER = Pattern.compile("[-+]?[0-9]+");
    private static final Pattern UNSIGNED = Pattern.compile("[0-9]+");
    private static final Set<String> BOOLEANS =
            Set.of("1", "t", "T", "TRUE", "true", "True", "0", "f", "F", "FALSE", "false", "False");

    private Constants() {}

    /** What is wrong with the first such conversion; null where nothing is. */
    static @Nullable String problem(CelAbstractSyntaxTree tree) {
        return Calls.firstProblem(tree, Constants::problem);
    }

    private static Optional<String> problem(CelExpr.CelCall call) {
        List<CelExpr> arguments = call.args();
        if (call.function().equals("_[_]")) {
            CelExpr.ExprKind.Kind key = arguments.get(1).getKind();
            boolean isKey = key != CelExpr.ExprKind.Kind.LIST && key != CelExpr.ExprKind.Kind.MAP;
            return isKey ? Optional.empty() : Optional.of("the server cannot look up a list or a map");
        }
        if (call.target().isPresent()
                || arguments.size() != 1
                || arguments.get(0).getKind() != CelExpr.ExprKind.Kind.CONSTANT) {
            return Optional.empty();
        }
        CelConstant literal = arguments.get(0).constant();
        return converts(call.function(), literal)
                ? Optional.empty()
                : Optional.of("the server cannot convert a literal with " + call.function() + "()");
    }

    private static boolean converts(String function, CelConstant literal) {
        return switch (literal.getKind()) {
            case STRING_VALUE -> convertsText(function, literal.stringValue());
            case DOUBLE_VALUE -> convertsDouble(function, literal.doubleValue());
            case INT64_VALUE -> !function.equals("uint") || literal.int64Value() >= 0;
            case UINT64_VALUE ->
                !function.equals("int") || literal.uint64Value().longValue() >= 0;
            default -> true;
        };
    }

    private static boolean convertsText(String function, String text) {
        return switch (function) {
            case "int" -> INTEGER.matcher(text).matches() && isLong(text);
            case "uint" -> UNSIGNED.matcher(text).matches() && isUnsignedLong(text);
            case "double" -> isDouble(text);
            case "bool" -> BOOLEANS.contains(text);
            default -> true;
        };
    }

    private static boolean convertsDouble(String function, double number) {
        return switch (function) {
            case "int" -> number > -0x1p63 && number < 0x1p63;
            case "uint" -> number >= 0 && number < 0x1p64;
            default -> true;
        };
    }

    private static boolean isLong(String text) {
        try {
            Long.parseLong(text);
            return true;
        } catch (NumberFormatException tooLarge) {
            return false;
        }
    }

    private static boolean isUnsignedLong(String text) {
        try {
            Long.parseUnsignedLong(text);
            return true;
        } catch (NumberFormatException tooLarge) {
            return false;
        }
    }

    private static boolean isDouble(String text) {
        try {
            Double.parseDouble(text);
            return !text.isBlank() && text.equals(text.strip());
        } catch (NumberFormatException noNumber) {
            return false;
        }
    }
}
