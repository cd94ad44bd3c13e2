package dev.drawbridge.constraint.cel;

import static dev.drawbridge.constraint.cel.CelFunction.builtIn;

import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.runtime.CelEvaluationException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Fields and entries of API objects, which are maps of any shape: reading one of null is a missing key for cel-go, and
 * another error in dev.cel.
 *
 * <p>Source: {@code github.com/google/cel-go/interpreter/attributes.go}, refQualify and applyQualifiers.
 */
final class ObjectFunctions {

    /** {@code x.f}. */
    static final String FIELD = "object_field";

    /** {@code has(x.f)}. */
    static final String HAS = "object_has";

    /** {@code x[i]}. */
    static final String ENTRY = "object_entry";

    /** {@code x.?f} and {@code x[?i]}. */
    static final String OPTIONAL = "object_optional";

    // @formatter:off
    static final List<CelFunction> ALL = List.of(
        builtIn(FIELD)   .giving(Object.class, Object.class, ObjectFunctions::read),
        builtIn(ENTRY)   .giving(Object.class, Object.class, ObjectFunctions::read),
        builtIn(HAS)     .giving(Object.class, Object.class, (object, key) -> isPresent(object, key)),
        builtIn(OPTIONAL).giving(Object.class, Object.class, (object, key) -> optional(object, key)));
    // @formatter:on

    private static Object read(Object object, Object key) throws CelEvaluationException {
        if (object instanceof Optional<?> optional) {
            return optional.isPresent() ? optional(optional.get(), key) : optional;
        }
        Object found = Unknown.readable(find(object, key));
        if (found == null) {
            boolean isIndex = object instanceof List<?>;
            throw new CelEvaluationException((isIndex ? "index out of bounds: " : "no such key: ") + key);
        }
        return found;
    }

    private static boolean isPresent(Object object, Object key) throws CelEvaluationException {
        return object instanceof Optional<?> optional
                ? optional.isPresent() && isPresent(optional.get(), key)
                : find(object, key) != null;
    }

    private static Optional<Object> optional(Object object, Object key) throws CelEvaluationException {
        if (object instanceof Optional<?> optional) {
            return optional.isPresent() ? optional(optional.get(), key) : Optional.empty();
        }
        Object found = Unknown.readable(find(object, key));
        return found instanceof Optional<?> inner ? inner.map(value -> value) : Optional.ofNullable(found);
    }

    private static @Nullable Object find(Object object, Object key) throws CelEvaluationException {
        if (!(key instanceof String || key instanceof Number || key instanceof Boolean)) {
            throw new CelEvaluationException("invalid qualifier type: " + GoErrors.goType(key));
        }
        if (object instanceof ComputedFields computed) {
            return computed.read(key);
        }
        if (object instanceof Map<?, ?> map) {
            return CelEquality.find(map, key);
        }
        if (object instanceof List<?> list) {
            long index = index(key);
            return index >= 0 && index < list.size() ? list.get((int) index) : null;
        }
        return null;
    }

    private static long index(Object key) throws CelEvaluationException {
        if (key instanceof Number number && number.doubleValue() == number.longValue()) {
            return number.longValue();
        }
        throw new CelEvaluationException("unsupported index type '" + CelValues.typeName(key) + "' in list");
    }

    /** The function here that reads like an operator of CEL; null for other functions. */
    static @Nullable String function(String name) {
        return switch (name) {
            case "_[_]" -> ENTRY;
            case "_?._", "_[?_]" -> OPTIONAL;
            default -> null;
        };
    }

    static boolean isRead(CelExpr expression) {
        return expression.getKind() == Kind.CALL
                && switch (expression.call().function()) {
                    case FIELD, HAS, ENTRY, OPTIONAL -> true;
                    default -> false;
                };
    }
}
