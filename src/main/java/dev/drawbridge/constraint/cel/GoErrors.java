package dev.drawbridge.constraint.cel;

import dev.cel.common.CelErrorCode;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelEvaluationException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The errors of evaluations in the words of cel-go. dev.cel has one error code for most of them, so they are recognized
 * by the library's messages.
 *
 * <p>Source: {@code github.com/google/cel-go/common/types}, err.go, overflow.go, and ConvertToType of each type; {@code
 * interpreter/interpretable.go}; {@code common/decls/decls.go}.
 */
final class GoErrors {

    private static final Pattern PLACE = Pattern.compile("^evaluation error(?: at [^:]*:\\d+)?: ");
    private static final Pattern RANGE =
            Pattern.compile("expected a list or a map for iteration range but got '(\\w+)'");
    private static final Pattern NO_OVERLOAD = Pattern.compile("No matching overload for function '(?<name>[^']*)'.*");
    private static final Pattern OUT_OF_RANGE =
            Pattern.compile("(?:evaluation error: )?\\w+ failure: .*?(?<start>-?\\d+).*");
    private static final Pattern INSERTED = Pattern.compile(
            "Function 'cel_@mapInsert_map_map' failed with arg\\(s\\) '.*, \\{(.*?)=.*", Pattern.DOTALL);
    private static final String NONE = "no such overload";
    private static final String TIME = "google.protobuf.Timestamp";
    private static final String DURATION = "google.protobuf.Duration";

    /** Functions whose errors do not name them. */
    private static final Set<String> UNNAMED =
            Set.of("!_", "@in", "contains", "startsWith", "endsWith", "matches", "find", "findAll", "orValue");

    /** Functions by the types whose values have the trait that they need. */
    private static final Map<String, Set<String>> TRAITS = Map.of(
            "_+_", Set.of("int", "uint", "double", "string", "bytes", "list", TIME, DURATION),
            "_-_", Set.of("int", "uint", "double", TIME, DURATION),
            "_*_", Set.of("int", "uint", "double"),
            "_/_", Set.of("int", "uint", "double"),
            "_%_", Set.of("int", "uint"),
            "-_", Set.of("bool", "int", "double", DURATION),
            "size", Set.of("string", "bytes", "list", "map"),
            "sort", Set.of("list"),
            "<", Set.of("bool", "int", "uint", "double", "string", "bytes", TIME, DURATION));

    /** Types whose values take any call, and fail in it. */
    private static final Set<String> RECEIVERS = Set.of("string", TIME, DURATION);

    // @formatter:off
    private static final Map<String, String> CONVERSIONS = Map.of(
        "int", "int", "uint", "uint", "double", "double", "bool", "bool", "string", "string", "bytes", "bytes",
        "timestamp", TIME, "duration", DURATION);
    // @formatter:on

    /**
     * The message of cel-go for an error.
     *
     * @param function the function of the failing call; empty if it was none
     */
    static String text(CelEvaluationException failed, String function, List<Object> arguments) {
        String message = PLACE.matcher(String.valueOf(failed.getMessage())).replaceFirst("");
        Matcher noOverload = NO_OVERLOAD.matcher(message);
        if (noOverload.matches()) {
            return noOverload(noOverload.group("name"), arguments);
        }
        Matcher range = RANGE.matcher(message);
        if (range.matches()) {
            return "got '" + goType(range.group(1)) + "', expected iterable type";
        }
        Matcher outOfRange = OUT_OF_RANGE.matcher(message);
        if (outOfRange.matches()) {
            return outOfRange(arguments, outOfRange.group("start"));
        }
        Matcher inserted = INSERTED.matcher(message);
        if (inserted.matches()) {
            return "insert failed: key " + inserted.group(1) + " already exists";
        }
        if (message.startsWith("expected boolean value")) {
            return NONE;
        }
        if (failed.getErrorCode() == CelErrorCode.DIVIDE_BY_ZERO || message.equals("/ by zero")) {
            return function.equals("_%_") ? "modulus by zero" : "division by zero";
        }
        if (function.equals("value") || function.equals("hasValue")) {
            return arguments.get(0) instanceof Optional
                    ? "optional.none() dereference"
                    : noOverload(function, arguments);
        }
        String own = ofCall(message, function, arguments);
        return own == null ? message : own;
    }

    private static String outOfRange(List<Object> arguments, String otherwise) {
        if (arguments.size() < 2 || !(arguments.get(arguments.size() - 1) instanceof Long last)) {
            return "index out of range: " + otherwise;
        }
        if (arguments.size() > 2 && arguments.get(1) instanceof Long start) {
            if (start > last) {
                return "invalid substring range. start: " + start + ", end: " + last;
            }
            if (start < 0 || start > CelValues.size(arguments.get(0))) {
                return "index out of range: " + start;
            }
        }
        return "index out of range: " + last;
    }

    private static @Nullable String ofCall(String message, String function, List<Object> arguments) {
        if (arguments.isEmpty()) {
            return null;
        }
        Object first = arguments.get(0);
        String type = CelValues.typeName(first);
        String target = CONVERSIONS.get(function);
        if (target != null) {
            boolean isNumber = type.equals("int") || type.equals("uint") || type.equals("double");
            if (isNumber && (function.equals("int") || function.equals("uint"))) {
                return function.equals("int") ? "integer overflow" : "unsigned integer overflow";
            }
            return "type conversion error from '" + type + "' to '" + target + "'";
        }
        boolean isArithmetic = Set.of("_+_", "_-_", "_*_", "_/_", "-_").contains(function);
        if (isArithmetic && !message.startsWith("no such")) {
            boolean isTime =
                    arguments.stream().anyMatch(one -> CelValues.typeName(one).equals(TIME));
            boolean isUnsigned = type.equals("uint");
            return isTime ? "timestamp overflow" : isUnsigned ? "unsigned integer overflow" : "integer overflow";
        }
        return switch (function) {
            case "lists.range" -> "lists.range: size must be non-negative, got " + first;
            default -> null;
        };
    }

    private static String noOverload(String function, List<Object> arguments) {
        String type = arguments.isEmpty() ? "" : CelValues.typeName(arguments.get(0));
        boolean isOrder = Set.of("_<_", "_<=_", "_>_", "_>=_").contains(function);
        Set<String> traits = TRAITS.get(isOrder ? "<" : function);
        if (traits != null) {
            return traits.contains(type) || RECEIVERS.contains(type) ? NONE : NONE + ": " + function;
        }
        if (UNNAMED.contains(function)) {
            return NONE;
        }
        return switch (function) {
            case "flatten" -> NONE + ": " + (type.equals("map") ? "map(dyn, dyn)" : type) + ".flatten()";
            case "distinct" ->
                "internal error: interface conversion: " + goType(arguments.get(0))
                        + " is not traits.Lister: missing method Contains";
            default ->
                NONE + ": " + function
                        + arguments.stream().map(CelValues::typeName).collect(Collectors.joining(", ", "(", ")"));
        };
    }

    static String goType(Object value) {
        return value instanceof List
                ? "*types.baseList"
                : value instanceof Map
                        ? "*types.baseMap"
                        : goType(value.getClass().getSimpleName());
    }

    private static String goType(String javaType) {
        return switch (javaType) {
            case "NullValue" -> "types.Null";
            case "Long" -> "types.Int";
            case "UnsignedLong" -> "types.Uint";
            case "Boolean" -> "types.Bool";
            case "CelByteString" -> "types.Bytes";
            case "Instant" -> "types.Timestamp";
            case "AutoValue_TypeType" -> "*types.Type";
            case "Optional" -> "*types.Optional";
            case "Quantity" -> "cel.Quantity";
            case "SemanticVersion" -> "cel.Semver";
            case "IpAddress" -> "cel.IP";
            case "IpNetwork" -> "cel.CIDR";
            case "GoUrl" -> "cel.URL";
            default -> "types." + javaType;
        };
    }

    /** A text of cel-go's checker, which has shorter names of times. */
    static String simple(String text) {
        return text.replace(TIME, "timestamp").replace(DURATION, "duration");
    }

    static String name(CelType type) {
        String parameters = type.parameters().stream().map(GoErrors::name).collect(Collectors.joining(", "));
        String name = type.equals(SimpleType.NULL_TYPE) ? "null_type" : type.name();
        return parameters.isEmpty() ? name : name + "(" + parameters + ")";
    }
}
