package dev.drawbridge.constraint.cel;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.values.CelByteString;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelFunctionBinding;
import dev.drawbridge.constraint.content.GoNumbers;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What functions of CEL itself do where dev.cel and cel-go differ: conversions of numbers and texts, keys of a map, and a remainder that
 * overflows.
 *
 * <p>Source: {@code github.com/google/cel-go/common/types}, ConvertToType, Map.Find, Int.Modulo.
 */
final class ConversionFunctions {

    private ConversionFunctions() {}

    static List<CelFunctionBinding> all() {
        return List.of(
                CelFunctionBinding.from("double_to_string", Double.class, GoNumbers::shortest),
                CelFunctionBinding.from(
                        "string_to_double", String.class, text -> known(GoNumbers.parse(text), "double", text)),
                CelFunctionBinding.from(
                        "string_to_bool", String.class, text -> known(GoNumbers.truth(text), "bool", text)),
                CelFunctionBinding.from("in_map", Object.class, Map.class, ConversionFunctions::isKey),
                CelFunctionBinding.from("modulo_int64", Long.class, Long.class, ConversionFunctions::remainder));
    }

    private static <T> T known(@Nullable T value, String type, String text) throws CelEvaluationException {
        if (value == null) {
            throw new CelEvaluationException("type conversion error from 'string' to '" + type + "': " + text);
        }
        return value;
    }

    /** Numbers of all types are the same key where they are equal. A domain that a device lacks is not in the map, and still has no attributes. */
    private static boolean isKey(Object key, Map<?, ?> map) {
        if (map.containsKey(key)) {
            return true;
        }
        if (!(key instanceof Number anyNumber)) {
            return false;
        }
        double number = anyNumber.doubleValue();
        boolean isWhole = number == Math.rint(number) && Math.abs(number) < 1L << 53;
        return map.containsKey(number)
                || isWhole && map.containsKey((long) number)
                || isWhole && number >= 0 && map.containsKey(UnsignedLong.valueOf((long) number));
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

    /** The text of bytes, which must be UTF-8. */
    static String decoded(CelByteString bytes) throws CelEvaluationException {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new CelEvaluationException("invalid UTF-8 in bytes, cannot convert to string", e);
        }
    }
}
