package dev.drawbridge.constraint.cel;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelFunctionBinding;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Implements string functions that dev.cel lacks, or that differ in Go.
 *
 * <p>Source: {@code github.com/google/cel-go/ext/strings.go}; {@code k8s.io/apiserver/pkg/cel/library/regex.go}.
 */
final class TextFunctions {

    private static final long UNLIMITED = -1;

    private TextFunctions() {}

    static List<CelFunctionBinding> all() {
        return List.of(
                CelFunctionBinding.from(
                        "less_string", String.class, String.class, (one, other) -> compare(one, other) < 0),
                CelFunctionBinding.from(
                        "less_equals_string", String.class, String.class, (one, other) -> compare(one, other) <= 0),
                CelFunctionBinding.from(
                        "greater_string", String.class, String.class, (one, other) -> compare(one, other) > 0),
                CelFunctionBinding.from(
                        "greater_equals_string", String.class, String.class, (one, other) -> compare(one, other) >= 0),
                CelFunctionBinding.from(
                        "string_split_string",
                        String.class,
                        String.class,
                        (text, separator) -> split(text, separator, UNLIMITED)),
                CelFunctionBinding.from(
                        "string_split_string_int",
                        List.of(String.class, String.class, Long.class),
                        arguments -> split((String) arguments[0], (String) arguments[1], (Long) arguments[2])),
                CelFunctionBinding.from(
                        "string_replace_string_string",
                        List.of(String.class, String.class, String.class),
                        arguments -> replace(
                                (String) arguments[0], (String) arguments[1], (String) arguments[2], UNLIMITED)),
                CelFunctionBinding.from(
                        "string_replace_string_string_int",
                        List.of(String.class, String.class, String.class, Long.class),
                        arguments -> replace((String) arguments[0], (String) arguments[1], (String) arguments[2], (Long)
                                arguments[3])),
                CelFunctionBinding.from(
                        "string_index_of_string", String.class, String.class, (text, part) -> indexOf(text, part, 0)),
                CelFunctionBinding.from(
                        "string_index_of_string_int",
                        List.of(String.class, String.class, Long.class),
                        arguments -> indexOf((String) arguments[0], (String) arguments[1], (Long) arguments[2])),
                CelFunctionBinding.from(
                        "string_last_index_of_string",
                        String.class,
                        String.class,
                        (text, part) -> lastIndexOf(text, part, text.codePointCount(0, text.length()))),
                CelFunctionBinding.from(
                        "string_last_index_of_string_int",
                        List.of(String.class, String.class, Long.class),
                        arguments -> {
                            String text = (String) arguments[0];
                            String part = (String) arguments[1];
                            long offset = (Long) arguments[2];
                            int size = text.codePointCount(0, text.length());
                            return offset < size || part.isEmpty() ? lastIndexOf(text, part, offset) : -1L;
                        }),
                CelFunctionBinding.from("string_find_string", String.class, String.class, (text, regex) -> {
                    Matcher found = Pattern.compile(regex).matcher(text);
                    return found.find() ? found.group() : "";
                }),
                CelFunctionBinding.from(
                        "string_find_all_string",
                        String.class,
                        String.class,
                        (text, regex) -> findAll(text, regex, UNLIMITED)),
                CelFunctionBinding.from(
                        "string_find_all_string_int",
                        List.of(String.class, String.class, Long.class),
                        arguments -> findAll((String) arguments[0], (String) arguments[1], (Long) arguments[2])));
    }

    /** Compares two strings by code point, which is also the order of their bytes in UTF-8. */
    static int compare(String one, String other) {
        return Arrays.compareUnsigned(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }

    /** The index of the first occurrence from the offset on; an offset beyond the end finds nothing. */
    private static long indexOf(String text, String part, long offset) throws CelEvaluationException {
        int size = text.codePointCount(0, text.length());
        int from = text.offsetByCodePoints(0, (int) Math.min(offset(offset), size));
        int found = offset >= size && !part.isEmpty() ? -1 : text.indexOf(part, from);
        return found < 0 ? -1 : text.codePointCount(0, found);
    }

    /** The index of the last occurrence that begins at the offset or before. */
    private static long lastIndexOf(String text, String part, long offset) throws CelEvaluationException {
        int size = text.codePointCount(0, text.length());
        int found = text.lastIndexOf(part, text.offsetByCodePoints(0, (int) Math.min(offset(offset), size)));
        return found < 0 ? -1 : text.codePointCount(0, found);
    }

    private static long offset(long offset) throws CelEvaluationException {
        if (offset < 0) {
            throw new CelEvaluationException("index out of range: " + offset);
        }
        return offset;
    }

    private static List<String> findAll(String text, String regex, long limit) {
        List<String> all = new ArrayList<>();
        Matcher found = Pattern.compile(regex).matcher(text);
        while ((limit < 0 || all.size() < limit) && found.find()) {
            all.add(found.group());
        }
        return all;
    }

    /** The first indexes of a part in the text, up to a limit; an empty part matches between all characters. */
    private static List<Integer> places(String text, String part, long limit) {
        List<Integer> places = new ArrayList<>();
        int from = 0;
        while (from <= text.length() && (limit < 0 || places.size() < limit)) {
            int found = text.indexOf(part, from);
            if (found < 0) {
                break;
            }
            places.add(found);
            from = part.isEmpty() ? nextCharacter(text, found) : found + part.length();
        }
        return places;
    }

    private static int nextCharacter(String text, int index) {
        return index < text.length() ? text.offsetByCodePoints(index, 1) : text.length() + 1;
    }

    /** Splits a string into at most this many parts; with an empty separator, into characters. */
    private static List<String> split(String text, String separator, long limit) {
        List<String> pieces = new ArrayList<>();
        if (limit == 0 || text.isEmpty() && separator.isEmpty()) {
            return pieces;
        }
        int from = 0;
        for (int place : places(text, separator, UNLIMITED)) {
            boolean isBetween = !separator.isEmpty() || place > 0 && place < text.length();
            if (isBetween && (limit < 0 || pieces.size() < limit - 1)) {
                pieces.add(text.substring(from, place));
                from = place + separator.length();
            }
        }
        pieces.add(text.substring(from));
        return pieces;
    }

    private static String replace(String text, String old, String with, long limit) {
        StringBuilder replaced = new StringBuilder();
        int from = 0;
        for (int place : places(text, old, limit)) {
            replaced.append(text, from, place).append(with);
            from = place + old.length();
        }
        return replaced.append(text.substring(from)).toString();
    }
}
