package dev.drawbridge.constraint.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.drawbridge.field.Spelling;
import dev.drawbridge.port.Quantity;
import dev.drawbridge.port.SemanticVersion;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Hints for expressions that do not compile, and for literals that always fail. */
final class CelHints {

    private static final String KUBERNETES = "kubernetes.(Quantity|Semver)";

    /** An operator applied to a quantity or a version, with the types of its operands. */
    private static final Pattern OPERATOR =
            Pattern.compile("found no matching overload for '_(\\W+)_' applied to '\\((.*)\\)'");

    private static final Pattern METHOD =
            Pattern.compile("found no matching overload for '(\\w+)' applied to '" + KUBERNETES + "\\.\\((\\w+)\\)'");
    private static final Pattern TYPE = Pattern.compile(KUBERNETES);
    private static final Pattern FIELD = Pattern.compile("undefined field '(\\w+)'");
    private static final Pattern NAME =
            Pattern.compile("undeclared reference to '([\\w.]+)'(?: \\(in container ''\\))?");
    private static final Pattern WORD = Pattern.compile("'(and|or|not|AND|OR|NOT|is|IS)'");
    private static final Pattern EXPECTED = Pattern.compile(" expecting \\{.*}");
    private static final Pattern STRINGS = Pattern.compile("\"(?:\\\\.|[^\"\\\\])*\"|'(?:\\\\.|[^'\\\\])*'");
    private static final Pattern NOT = Pattern.compile("\\b(?:not|NOT)\\b");

    private static final Map<String, String> OPERATORS = Map.of(
            ">", "a.isGreaterThan(b)",
            "<", "a.isLessThan(b)",
            ">=", "a.compareTo(b) >= 0",
            "<=", "a.compareTo(b) <= 0",
            "==", "a.compareTo(b) == 0",
            "!=", "a.compareTo(b) != 0",
            "+", "a.add(b)",
            "-", "a.sub(b)");
    private static final Map<String, String> TOKENS = Map.of("=", "== to compare", "&", "&&", "|", "||");
    private static final Map<String, String> WORDS = Map.of("and", "&&", "or", "||", "not", "!", "is", "==");
    private static final List<String> FIELDS = List.of("driver", "attributes", "capacity", "allowMultipleAllocations");
    private static final List<String> NAMES = List.of(
            "device",
            "quantity",
            "semver",
            "isQuantity",
            "isSemver",
            "isGreaterThan",
            "isLessThan",
            "compareTo",
            "includes",
            "exists",
            "all",
            "startsWith",
            "endsWith",
            "contains",
            "matches",
            "lowerAscii",
            "upperAscii",
            "orValue",
            "optional",
            "cel",
            "size",
            "has");

    private CelHints() {}

    /**
     * dev.cel's error message with a hint.
     *
     * @param expression the faulty expression
     */
    static String explained(String mistake, String expression) {
        String hint = hint(mistake, expression);
        // The message would list all operators; dev.cel doubles the percent sign in it.
        String plain = EXPECTED.matcher(mistake.replace("%%", "%")).replaceFirst("");
        return plain.replace(" (in container '')", "") + hint;
    }

    private static String hint(String mistake, String expression) {
        Matcher operator = OPERATOR.matcher(mistake);
        if (operator.find()) {
            return ofOperator(operator.group(1), operator.group(2));
        }
        Matcher method = METHOD.matcher(mistake);
        if (method.find()) {
            String function = method.group(2).equals("Quantity") ? "quantity" : "semver";
            return "; convert the argument with " + function + "(…)";
        }
        Matcher field = FIELD.matcher(mistake);
        if (field.find()) {
            String meant = Spelling.hint(field.group(1), FIELDS);
            return meant.isEmpty() ? "; a device has driver, attributes and capacity" : meant;
        }
        Matcher name = NAME.matcher(mistake);
        if (name.find()) {
            return ofName(name.group(1), expression);
        }
        return ofSyntax(mistake, expression);
    }

    private static String ofOperator(String operator, String operands) {
        Matcher type = TYPE.matcher(operands);
        String instead = OPERATORS.get(operator);
        if (instead == null || !type.find()) {
            return "";
        }
        boolean isQuantity = type.group(1).equals("Quantity");
        String hint = (isQuantity ? "; quantities" : "; versions") + " have no " + operator + ": write " + instead;
        // Two values of one type, or of a type known only at run time, need no conversion.
        boolean areAlike = operands.equals(type.group() + ", " + type.group()) || operands.contains("any");
        String conversion = isQuantity ? "quantity(\"40Gi\")" : "semver(\"1.2.3\")";
        return areAlike ? hint : hint + ", both as in " + conversion;
    }

    private static String ofName(String name, String expression) {
        String word = WORDS.get(name.toLowerCase(Locale.ROOT));
        if (word != null) {
            return "; write " + word;
        }
        String meant = Spelling.hint(name, NAMES);
        boolean isCalled = Pattern.compile("\\b" + Pattern.quote(name) + "\\s*\\(")
                .matcher(expression)
                .find();
        return !meant.isEmpty() || isCalled ? meant : "; put text in quotes";
    }

    private static String ofSyntax(String mistake, String expression) {
        for (Map.Entry<String, String> token : TOKENS.entrySet()) {
            if (mistake.startsWith("token recognition error at: '" + token.getKey())) {
                return "; write " + token.getValue();
            }
        }
        Matcher word = WORD.matcher(mistake);
        if (word.find()) {
            return "; write " + WORDS.get(word.group(1).toLowerCase(Locale.ROOT));
        }
        String outside = STRINGS.matcher(expression).replaceAll("");
        return NOT.matcher(outside).find() ? "; write ! instead of not" : "";
    }

    /** A warning for a literal whose conversion always fails although it compiles; null if there is none. */
    static @Nullable String ofLiterals(CelAbstractSyntaxTree tree) {
        return Calls.firstProblem(tree, CelHints::failing);
    }

    private static Optional<String> failing(CelExpr.CelCall call) {
        Optional<String> text = call.target().isPresent() || call.args().isEmpty()
                ? Optional.empty()
                : Literals.text(call.args().get(0));
        if (text.isEmpty()) {
            return Optional.empty();
        }
        String shown = call.function() + "(\"" + text.get() + "\") always fails: ";
        return switch (call.function()) {
            case "quantity" ->
                Quantity.parse(text.get()) != null
                        ? Optional.empty()
                        : Optional.of(shown + "not a quantity; suffixes are Ki, Mi, Gi, Ti, or k, M, G, T, without B");
            case "semver" ->
                isVersion(text.get(), call.args())
                        ? Optional.empty()
                        : Optional.of(shown + "a version is MAJOR.MINOR.PATCH, such as 9.0.0");
            default -> Optional.empty();
        };
    }

    /** Whether a string is a version, or may be one after normalization: {@code semver("v1.2", true)}. */
    private static boolean isVersion(String text, List<CelExpr> arguments) {
        if (arguments.size() == 1) {
            return SemanticVersion.parse(text) != null;
        }
        CelExpr normalize = arguments.get(1);
        boolean isFalse = normalize.getKind() == CelExpr.ExprKind.Kind.CONSTANT
                && normalize.constant().getKind() == CelConstant.Kind.BOOLEAN_VALUE
                && !normalize.constant().booleanValue();
        return SemanticVersion.normalized(text) != null && (!isFalse || SemanticVersion.parse(text) != null);
    }
}
