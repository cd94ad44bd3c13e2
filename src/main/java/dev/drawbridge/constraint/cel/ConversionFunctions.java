package dev.drawbridge.constraint.cel;

import static dev.drawbridge.constraint.cel.CelFunction.builtIn;

import dev.cel.common.values.CelByteString;
import dev.cel.runtime.CelEvaluationException;
import dev.drawbridge.port.Strconv;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Functions of CEL itself in which dev.cel and cel-go differ: conversions of numbers and strings, keys of a map, and a
 * remainder that overflows.
 *
 * <p>Source: {@code github.com/google/cel-go/common/types}, ConvertToType, Map.Find, Int.Modulo.
 */
final class ConversionFunctions {

    // @formatter:off
    static final List<CelFunction> ALL = List.of(
        builtIn("string_to_bytes") .costingInCelGo(CallCosts.ENCODING),
        builtIn("bytes_to_string") .costingInCelGo(CallCosts.DECODING),
        builtIn("double_to_string").giving(Double.class, Strconv::shortest),
        builtIn("string_to_double").giving(String.class, text -> converted(Strconv.parse(text), "double", text)),
        builtIn("string_to_bool")  .giving(String.class, text -> converted(Strconv.truth(text), "bool", text)),
        builtIn("in_map")          .giving(Object.class, Map.class, (key, map) -> CelEquality.key(map, key) != null),
        builtIn("modulo_int64")    .giving(Long.class, Long.class, ConversionFunctions::remainder));
    // @formatter:on

    private static <T> T converted(@Nullable T value, String type, String text) throws CelEvaluationException {
        return CelFunction.known(value, () -> "type conversion error from 'string' to '" + type + "': " + text);
    }

    private static long remainder(long one, long other) throws CelEvaluationException {
        if (other == 0) {
            throw new CelEvaluationException("modulus by zero");
        }
        if (one == Long.MIN_VALUE && other == -1) {
            throw new CelEvaluationException("integer overflow");
        }
        return one % other;
    }

    static String text(CelByteString bytes) throws CelEvaluationException {
        return CelFunction.known(
                Constant.text(bytes.toByteArray()), () -> "invalid UTF-8 in bytes, cannot convert to string");
    }
}
