package dev.drawbridge.constraint.cel;

import static dev.cel.common.types.SimpleType.INT;
import static dev.cel.common.types.SimpleType.STRING;
import static dev.drawbridge.constraint.cel.CelFunction.builtIn;
import static dev.drawbridge.constraint.cel.CelFunction.member;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.runtime.CelEvaluationException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.StringJoiner;

/**
 * Functions of strings. Half of dev.cel's own string functions refuse numbers that Go accepts, such as an offset beyond
 * the end, and it orders strings by UTF-16.
 *
 * <p>Source: {@code github.com/google/cel-go/ext/strings.go}; {@code k8s.io/apiserver/pkg/cel/library/regex.go}.
 */
final class TextFunctions {

    private static final long UNLIMITED = -1;

    private static final CelType STRINGS = ListType.create(STRING);

    // @formatter:off
    /** Functions of CEL itself, and of cel-go's strings. */
    static final List<CelFunction> ALL = List.of(
        builtIn("less_string")             .costingInCelGo(CallCosts.COMPARING).giving(String.class, String.class, (one, other) -> compare(one, other) < 0),
        builtIn("less_equals_string")      .costingInCelGo(CallCosts.COMPARING).giving(String.class, String.class, (one, other) -> compare(one, other) <= 0),
        builtIn("greater_string")          .costingInCelGo(CallCosts.COMPARING).giving(String.class, String.class, (one, other) -> compare(one, other) > 0),
        builtIn("greater_equals_string")   .costingInCelGo(CallCosts.COMPARING).giving(String.class, String.class, (one, other) -> compare(one, other) >= 0),
        builtIn("less_bytes")              .costingInCelGo(CallCosts.COMPARING),
        builtIn("less_equals_bytes")       .costingInCelGo(CallCosts.COMPARING),
        builtIn("greater_bytes")           .costingInCelGo(CallCosts.COMPARING),
        builtIn("greater_equals_bytes")    .costingInCelGo(CallCosts.COMPARING),
        builtIn("starts_with_string")      .costingInCelGo(CallCosts.READING_ARGUMENT),
        builtIn("ends_with_string")        .costingInCelGo(CallCosts.READING_ARGUMENT),
        builtIn("contains_string")         .costingInCelGo(CallCosts.FINDING),
        builtIn("matches")                 .costing(CallCosts.MATCHING).giving(String.class, String.class, TextFunctions::matches),
        builtIn("matches_string")          .costingInCelGo(CallCosts.MATCHING).giving(String.class, String.class, TextFunctions::matches),
        builtIn("add_string")              .costingInCelGo(CallCosts.CONCATENATING),
        builtIn("add_bytes")               .costingInCelGo(CallCosts.CONCATENATING),
        builtIn("strings_quote")           .costingInCelGo(CallCosts.QUOTING),
        builtIn("string_lower_ascii")      .costing(CallCosts.COPYING),
        builtIn("string_upper_ascii")      .costing(CallCosts.COPYING),
        builtIn("string_substring_int")    .costing(CallCosts.COPYING),
        builtIn("string_substring_int_int").costing(CallCosts.COPYING),
        builtIn("string_trim")             .costing(CallCosts.COPYING),
        builtIn("list_join")               .costing(CallCosts.JOINING).giving(Collection.class, texts -> joined(texts, "")),
        builtIn("list_join_string")        .costing(CallCosts.JOINING).giving(Collection.class, String.class, TextFunctions::joined),
        builtIn("string_split_string")     .costing(CallCosts.SPLITTING)
            .giving(String.class, String.class, (text, separator) -> split(text, separator, UNLIMITED)),
        builtIn("string_split_string_int") .costing(CallCosts.SPLITTING)
            .giving(List.of(String.class, String.class, Long.class),
                of -> split((String) of[0], (String) of[1], (Long) of[2])),
        builtIn("string_replace_string_string").costing(CallCosts.REPLACING)
            .giving(List.of(String.class, String.class, String.class),
                of -> replace((String) of[0], (String) of[1], (String) of[2], UNLIMITED)),
        builtIn("string_replace_string_string_int").costing(CallCosts.REPLACING)
            .giving(List.of(String.class, String.class, String.class, Long.class),
                of -> replace((String) of[0], (String) of[1], (String) of[2], (Long) of[3])),
        builtIn("string_index_of_string")  .costing(CallCosts.SEARCHING)
            .giving(String.class, String.class, (text, part) -> indexOf(text, part, 0)),
        builtIn("string_index_of_string_int").costing(CallCosts.SEARCHING)
            .giving(List.of(String.class, String.class, Long.class),
                of -> indexOf((String) of[0], (String) of[1], (Long) of[2])),
        builtIn("string_last_index_of_string").costing(CallCosts.SEARCHING)
            .giving(String.class, String.class, (text, part) -> lastIndexOf(text, part, text.length())),
        builtIn("string_last_index_of_string_int").costing(CallCosts.SEARCHING)
            .giving(List.of(String.class, String.class, Long.class),
                of -> lastIndexBefore((String) of[0], (String) of[1], (Long) of[2])));

    /** Kubernetes' functions of regular expressions. */
    static final List<CelFunction> REGEX = List.of(
        member("find", "string_find_string", STRING, STRING, STRING).costing(CallCosts.EXTRACTING)
            .giving(String.class, String.class, TextFunctions::find),
        member("findAll", "string_find_all_string", STRINGS, STRING, STRING).costing(CallCosts.EXTRACTING)
            .giving(String.class, String.class, (text, regex) -> findAll(text, regex, UNLIMITED)),
        member("findAll", "string_find_all_string_int", STRINGS, STRING, STRING, INT).costing(CallCosts.EXTRACTING)
            .giving(List.of(String.class, String.class, Long.class),
                of -> findAll((String) of[0], (String) of[1], (Long) of[2])));
    // @formatter:on

    private static String joined(Collection<?> texts, String separator) throws CelEvaluationException {
        StringJoiner joined = new StringJoiner(separator);
        for (Object text : texts) {
            if (!(text instanceof String part)) {
                throw new CelEvaluationException("no such overload: join(list, string)");
            }
            joined.add(part);
        }
        return joined.toString();
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

    private static long lastIndexOf(String text, String part, long offset) throws CelEvaluationException {
        int size = text.codePointCount(0, text.length());
        int found = text.lastIndexOf(part, text.offsetByCodePoints(0, (int) Math.min(offset(offset), size)));
        return found < 0 ? -1 : text.codePointCount(0, found);
    }

    /** The index of the last occurrence; an offset beyond the end finds nothing. */
    private static long lastIndexBefore(String text, String part, long offset) throws CelEvaluationException {
        int size = text.codePointCount(0, text.length());
        return offset < size || part.isEmpty() ? lastIndexOf(text, part, offset) : -1;
    }

    private static long offset(long offset) throws CelEvaluationException {
        if (offset < 0) {
            throw new CelEvaluationException("index out of range: " + offset);
        }
        return offset;
    }

    private static boolean matches(String text, String regex) throws CelEvaluationException {
        return compiled(regex).matcher(text).find();
    }

    private static Pattern compiled(String regex) throws CelEvaluationException {
        try {
            return LinearPattern.compile(regex);
        } catch (PatternSyntaxException e) {
            throw new CelEvaluationException(e.getDescription(), e);
        } catch (Unknown.Used e) {
            throw Unknown.used(String.valueOf(e.getMessage()));
        }
    }

    private static String find(String text, String regex) throws CelEvaluationException {
        Matcher found = compiled(regex).matcher(text);
        return found.find() ? found.group() : "";
    }

    private static List<String> findAll(String text, String regex, long limit) throws CelEvaluationException {
        List<String> all = new ArrayList<>();
        Matcher found = compiled(regex).matcher(text);
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
