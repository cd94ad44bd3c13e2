package dev.drawbridge.constraint.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelReference;
import dev.cel.common.types.CelKind;
import dev.drawbridge.field.ErrorType;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Folds constants as the server does when it stores an expression, and finds those that fail: {@code int("x")} is an
 * internal error there.
 *
 * <p>Source: {@code github.com/google/cel-go/interpreter/planner.go}; {@code decorators.go}, maybeOptimizeConstUnary,
 * maybeBuildMapLiteral; {@code attributes.go}, newQualifier.
 */
final class Folding {

    /** The names of types. */
    // @formatter:off
    static final Set<String> TYPES = Set.of(
        "bool", "bytes", "double", "google.protobuf.Duration", "google.protobuf.Empty", "google.protobuf.Timestamp",
        "int", "list", "map", "net.CIDR", "net.IP", "null_type", "optional_type", "string", "type", "uint");
    // @formatter:on

    /** Names that dev.cel has and cel-go lacks. */
    private static final Set<String> UNDECLARED = Set.of("dyn", "google.protobuf.NullValue");

    /** Functions whose regular expression the server compiles when it stores the expression. */
    private static final Set<String> SEARCHES = Set.of("find", "findAll");

    private static final Set<CelKind> KEYS =
            EnumSet.of(CelKind.BOOL, CelKind.DOUBLE, CelKind.DYN, CelKind.INT, CelKind.STRING, CelKind.UINT);

    private static final CelProblem OUT_OF_RANGE =
            new CelProblem(ErrorType.INVALID, "a number literal is out of range");

    private final CelAbstractSyntaxTree tree;
    private @Nullable CelProblem problem;
    private boolean isOutOfRange;

    private Folding(CelAbstractSyntaxTree tree) {
        this.tree = tree;
    }

    /** The constant that the server cannot fold; null if there is none. */
    static @Nullable CelProblem problem(CelAbstractSyntaxTree tree) {
        Folding folding = new Folding(tree);
        folding.fold(tree.getExpr());
        // A parser's error comes before any of a constant.
        return folding.isOutOfRange ? OUT_OF_RANGE : folding.problem;
    }

    private Optional<Constant> fold(CelExpr expression) {
        return switch (expression.getKind()) {
            case CONSTANT -> literal(expression.constant());
            case IDENT -> typeName(expression);
            case SELECT -> tree.getReference(expression.id()).isPresent() ? typeName(expression) : unknown(expression);
            case CALL -> call(expression.call());
            case LIST ->
                areConstant(expression.list().elements())
                        ? Optional.of(new Constant(CelKind.LIST, null))
                        : Optional.empty();
            case MAP -> map(expression.map().entries());
            default -> unknown(expression);
        };
    }

    /** A literal. The server refuses a number that is too large, which dev.cel reads as infinite. */
    private Optional<Constant> literal(CelConstant literal) {
        return literal.getKind() == CelConstant.Kind.DOUBLE_VALUE && Double.isInfinite(literal.doubleValue())
                ? outOfRange()
                : Optional.of(Constant.of(literal));
    }

    private Optional<Constant> outOfRange() {
        isOutOfRange = true;
        return Optional.empty();
    }

    private Optional<Constant> refused(String why) {
        return refused(ErrorType.INTERNAL, why);
    }

    private Optional<Constant> refused(ErrorType type, String why) {
        if (problem == null) {
            problem = new CelProblem(type, why);
        }
        return Optional.empty();
    }

    /** A name of type {@code type} is a type's name for the server, never a variable. */
    private Optional<Constant> typeName(CelExpr expression) {
        if (tree.getType(expression.id())
                .map(type -> type.kind() != CelKind.TYPE)
                .orElse(true)) {
            return Optional.empty();
        }
        String name = tree.getReference(expression.id()).map(CelReference::name).orElse("");
        return TYPES.contains(name)
                ? Optional.of(new Constant(CelKind.TYPE, null))
                : refused(UNDECLARED.contains(name) ? ErrorType.INVALID : ErrorType.INTERNAL, "unknown type " + name);
    }

    /** Folds the parts of an expression that is not constant itself. */
    private Optional<Constant> unknown(CelExpr expression) {
        Parts.of(expression).forEach(this::fold);
        return Optional.empty();
    }

    /** Whether all are constant; folds each of them. */
    private boolean areConstant(List<CelExpr> expressions) {
        return expressions.stream().filter(one -> fold(one).isPresent()).count() == expressions.size();
    }

    private Optional<Constant> map(List<CelExpr.CelMap.Entry> entries) {
        List<Optional<Constant>> keys =
                entries.stream().map(entry -> fold(entry.key())).toList();
        boolean areConstant =
                areConstant(entries.stream().map(CelExpr.CelMap.Entry::value).toList())
                        && keys.stream().allMatch(Optional::isPresent);
        if (!areConstant) {
            return Optional.empty();
        }
        return keys.stream().flatMap(Optional::stream).anyMatch(key -> key.kind() == CelKind.BYTES)
                ? refused("bytes as a key of a map literal crash the API server")
                : Optional.of(new Constant(CelKind.MAP, null));
    }

    private Optional<Constant> call(CelExpr.CelCall call) {
        call.target().ifPresent(this::fold);
        List<Optional<Constant>> arguments = new ArrayList<>();
        call.args().forEach(argument -> arguments.add(fold(argument)));
        if (call.function().equals("_[_]") || call.function().equals("_[?_]")) {
            return arguments.get(1).filter(key -> !KEYS.contains(key.kind())).isPresent()
                    ? refused("only strings, numbers and booleans can be looked up in a list literal")
                    : Optional.empty();
        }
        if (call.function().equals("@in") && Parts.isEmptyList(call.args().get(1))) {
            return Optional.of(new Constant(CelKind.BOOL, false));
        }
        if (SEARCHES.contains(call.function())
                && !arguments.isEmpty()
                && arguments.get(0).isPresent()) {
            Constant regex = arguments.get(0).get();
            String problem = regex.value() instanceof String text ? GoRegexp.problem(text) : null;
            return problem == null
                    ? Optional.empty()
                    : refused(regex + " is not a valid regular expression: " + problem);
        }
        if (call.target().isPresent()
                || arguments.size() != 1
                || arguments.get(0).isEmpty()
                || !Constant.CONVERSIONS.contains(call.function())) {
            return Optional.empty();
        }
        Constant constant = arguments.get(0).get();
        Constant converted = constant.convertedBy(call.function());
        return converted == null ? refused(conversion(constant.kind(), call.function())) : Optional.of(converted);
    }

    /** Why a constant cannot be converted, in the words of cel-go. */
    private static String conversion(CelKind kind, String function) {
        return switch (kind) {
            case INT, UINT, DOUBLE -> function.equals("uint") ? "unsigned integer overflow" : "integer overflow";
            case BYTES -> "invalid UTF-8 in bytes, cannot convert to string";
            case STRING -> "type conversion error from 'string' to '" + function + "'";
            default -> "no such overload: " + function + "(" + kind.name().toLowerCase(Locale.ROOT) + ")";
        };
    }
}
