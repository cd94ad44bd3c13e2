package dev.drawbridge.constraint.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.LineIndex;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Spelling;
import dev.drawbridge.port.Quantity;
import dev.drawbridge.port.SemanticVersion;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Hints for expressions that do not compile, and for literals that always fail. The mistakes that dev.cel finds have no
 * codes: its messages tell them apart.
 */
final class CelHints {

    private static final String KUBERNETES = "kubernetes.(Quantity|Semver)";

    /** An operator applied to a quantity or a version, with the types of its operands. */
    private static final Pattern OPERATOR =
            Pattern.compile("found no matching overload for '_(\\W+)_' applied to '\\((.*)\\)'");

    private static final Pattern METHOD = Pattern.compile("found no matching overload for"
            + " '(isGreaterThan|isLessThan|compareTo|add|sub)' applied to '(kubernetes.Quantity|[.\\w]+)\\.\\(");

    /** A function that is not for such operands, with what to do. */
    private static final Map<Pattern, String> CALLS = Map.of(
            Pattern.compile("'(quantity|semver)' applied to '\\(" + KUBERNETES + "\\)'"), "; it is one already",
            Pattern.compile("'@in' applied to '\\(\\w+, string\\)'"), "; write a list after in, or use ==",
            Pattern.compile("'format' applied to"), "; write \"…\".format([a, b])",
            Pattern.compile("^token recognition error at: '[\"']"), "; a quote has no end");

    /** What a path may be read as: a field of a value without fields, a division, or all attributes of a domain. */
    private static final Pattern OF_PATHS =
            Pattern.compile("does not support field selection|'_/_'|map\\(string, |has\\(\\) macro");

    private static final Pattern TYPE = Pattern.compile(KUBERNETES);
    private static final Pattern FIELD = Pattern.compile("undefined field '(\\w+)'");
    private static final Pattern NAME =
            Pattern.compile("undeclared reference to '([\\w.]+)'(?: \\(in container ''\\))?");
    private static final Pattern WORD = Pattern.compile("'(and|or|not|AND|OR|NOT|is|IS)'");
    private static final Pattern EXPECTED = Pattern.compile(" expecting \\{.*}");
    private static final Pattern STRINGS = Pattern.compile("([\"'])(?:\\\\.|(?!\\1)[^\\\\])*+\\1");
    private static final Pattern AMOUNT = Pattern.compile("(?<![\\w.])[\\d.]++(?:[KMGTPE]i?|k)\\b");
    private static final Pattern NOT = Pattern.compile("\\b(?:not|NOT)\\b");

    /** An attribute or capacity without a domain. */
    private static final Pattern UNQUALIFIED =
            Pattern.compile("device\\.(attributes|capacity)(?:\\[([\"'])(?<name>[\\w.-]+)\\2]|\\.(?<field>\\w+))"
                    + "(?!\\s*[.\\[\\w])");

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
    // @formatter:off
    private static final List<String> NAMES = List.of(
        "device", "quantity", "semver", "isQuantity", "isSemver", "isGreaterThan", "isLessThan", "compareTo",
        "includes", "exists", "all", "startsWith", "endsWith", "contains", "matches", "lowerAscii", "upperAscii",
        "orValue", "optional", "cel", "size", "has");
    // @formatter:on

    /** Functions and macros of CEL itself. */
    // @formatter:off
    static final List<String> STANDARD = List.of(
        "all", "exists", "exists_one", "filter", "map", "has", "size", "contains", "startsWith", "endsWith", "matches",
        "string", "int", "uint", "double", "bool", "bytes", "duration", "timestamp", "type", "dyn", "getHours");
    // @formatter:on

    static String explained(String mistake, String expression, int offset) {
        String hint = hint(mistake, expression, offset);
        // The message would list all operators; dev.cel doubles the percent sign in it.
        String plain = EXPECTED.matcher(mistake.replace("%%", "%")).replaceFirst("");
        return plain.replace(" (in container '')", "") + hint;
    }

    private static String hint(String mistake, String expression, int offset) {
        DevicePath path = OF_PATHS.matcher(mistake).find() ? DevicePath.ofInvalid(expression, offset) : null;
        if (path != null) {
            return "; " + path.advice();
        }
        Matcher unqualified = UNQUALIFIED.matcher(expression);
        if (mistake.contains("map(string, ") && unqualified.find()) {
            String name = Objects.requireNonNullElse(unqualified.group("name"), unqualified.group("field"));
            return "; write device." + unqualified.group(1) + "[\"DOMAIN\"]." + name;
        }
        if (mistake.contains("Quantity' does not support field selection")) {
            return "; a capacity is a quantity, without fields";
        }
        Matcher operator = OPERATOR.matcher(mistake);
        if (operator.find()) {
            return ofOperator(operator.group(1), operator.group(2));
        }
        Matcher method = METHOD.matcher(mistake);
        if (method.find()) {
            String function = method.group(2).endsWith("Quantity") ? "quantity" : "semver";
            return "; convert the argument with " + function + "(…)";
        }
        for (Map.Entry<Pattern, String> call : CALLS.entrySet()) {
            if (call.getKey().matcher(mistake).find()) {
                return call.getValue();
            }
        }
        Matcher field = FIELD.matcher(mistake);
        if (field.find()) {
            String meant = Spelling.hint(field.group(1), FIELDS);
            return meant.isEmpty() ? "; a device has driver, attributes and capacity" : meant;
        }
        Matcher name = NAME.matcher(mistake);
        if (name.find()) {
            return ofName(name.group(1), expression, offset);
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
        String conversion = isQuantity ? "quantity(\"40Gi\")" : "semver(\"1.2.3\")";
        // A value of a type known only at run time needs no conversion.
        String converted = Pattern.matches("(string|int|uint|double), .*", operands)
                ? instead.replaceFirst("a", Matcher.quoteReplacement(conversion))
                : Pattern.matches(".*, (string|int|uint|double)", operands)
                        ? instead.replace("(b)", "(" + conversion + ")")
                        : instead;
        boolean isAttribute = isQuantity && operands.startsWith("any, ");
        return (isQuantity ? "; quantities" : "; versions") + " have no " + operator + ": write " + converted
                + (isAttribute ? "; amounts are in device.capacity, not in attributes" : "");
    }

    private static String ofName(String name, String expression, int offset) {
        String word = WORDS.get(name.toLowerCase(Locale.ROOT));
        if (word != null) {
            return "; write " + word;
        }
        DevicePath path = expression.contains("/" + name) ? DevicePath.ofInvalid(expression, offset) : null;
        if (path != null || FIELDS.contains(name)) {
            return "; " + (path != null ? path.advice() : "write device." + name);
        }
        if (Pattern.compile("\\b" + Pattern.quote(name) + "\\.(" + String.join("|", FIELDS) + ")\\b")
                .matcher(expression)
                .find()) {
            return "; the variable is device";
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
        Matcher amount = AMOUNT.matcher(outside);
        return amount.find()
                ? "; write quantity(\"" + amount.group() + "\")"
                : NOT.matcher(outside).find() ? "; write ! instead of not" : "";
    }

    /** What never matches a device although it compiles; null if there is nothing. */
    static @Nullable CelProblem warning(CelAbstractSyntaxTree tree, String expression) {
        String literal = Parts.calls(tree).stream()
                .flatMap(call -> failing(call.call()).stream())
                .findFirst()
                .orElse(null);
        DevicePath path = literal == null ? DevicePath.ofValid(expression) : null;
        if (path == null) {
            return literal == null ? null : new CelProblem(ErrorType.INVALID, literal);
        }
        String detail = path.advice() + "; as written, it finds nothing on any device";
        Position place = new LineIndex(expression).position(path.begin());
        return new CelProblem(ErrorType.INVALID, detail, place, path.meant());
    }

    private static Optional<String> failing(CelExpr.CelCall call) {
        Optional<String> text = call.target().isPresent() || call.args().isEmpty()
                ? Optional.empty()
                : Parts.text(call.args().get(0));
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
        boolean isFalse = normalize.getKind() == Kind.CONSTANT
                && normalize.constant().getKind() == CelConstant.Kind.BOOLEAN_VALUE
                && !normalize.constant().booleanValue();
        return SemanticVersion.normalized(text) != null && (!isFalse || SemanticVersion.parse(text) != null);
    }
}
