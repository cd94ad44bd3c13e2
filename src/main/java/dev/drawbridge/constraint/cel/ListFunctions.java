package dev.drawbridge.constraint.cel;

import static dev.cel.common.types.SimpleType.*;
import static dev.drawbridge.constraint.cel.CelFunction.builtIn;
import static dev.drawbridge.constraint.cel.CelFunction.global;
import static dev.drawbridge.constraint.cel.CelFunction.member;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.TypeParamType;
import dev.cel.common.values.CelByteString;
import dev.cel.runtime.CelEvaluationException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Functions of lists.
 *
 * <p>Source: {@code k8s.io/apiserver/pkg/cel/library/lists.go}; {@code github.com/google/cel-go/ext/lists.go}.
 */
final class ListFunctions {

    private static final List<CelType> SUMMABLE = List.of(INT, UINT, DOUBLE, DURATION);
    private static final List<CelType> COMPARABLE =
            List.of(INT, UINT, DOUBLE, BOOL, DURATION, TIMESTAMP, STRING, BYTES);

    private static final CelType ANY = TypeParamType.create("T");
    private static final CelType LIST = ListType.create(ANY);
    private static final CelType NUMBERS = ListType.create(INT);
    private static final CelType DYNAMIC = ListType.create(DYN);

    // @formatter:off
    static final List<CelFunction> KUBERNETES = Stream.of(
        each(COMPARABLE, type -> member("isSorted", overload(type, "isSorted"), BOOL, ListType.create(type)).costing(CallCosts.SEARCHING).giving(Collection.class, list -> isSorted(of(type, list)))),
        each(COMPARABLE, type -> member("max",      overload(type, "max"),      type, ListType.create(type)).costing(CallCosts.SEARCHING).giving(Collection.class, list -> max(of(type, list)))),
        each(COMPARABLE, type -> member("min",      overload(type, "min"),      type, ListType.create(type)).costing(CallCosts.SEARCHING).giving(Collection.class, list -> min(of(type, list)))),
        each(SUMMABLE,   type -> member("sum",      overload(type, "sum"),      type, ListType.create(type)).costing(CallCosts.SEARCHING).giving(Collection.class, list -> sum(type, of(type, list)))),
        Stream.of(
        builtIn("list_isSorted").costing(CallCosts.SEARCHING).giving(Collection.class, ListFunctions::isSorted),
        builtIn("list_max")     .costing(CallCosts.SEARCHING).giving(Collection.class, ListFunctions::max),
        builtIn("list_min")     .costing(CallCosts.SEARCHING).giving(Collection.class, ListFunctions::min),
        builtIn("list_sum")     .costing(CallCosts.SEARCHING).giving(Collection.class, ListFunctions::sum),
        member("indexOf",     "list_a_index_of_int",      INT, LIST, ANY).costing(CallCosts.SEARCHING).giving(Collection.class, Object.class, ListFunctions::indexOf),
        member("lastIndexOf", "list_a_last_index_of_int", INT, LIST, ANY).costing(CallCosts.SEARCHING).giving(Collection.class, Object.class, ListFunctions::lastIndexOf)))
        .flatMap(rows -> rows).toList();

    /** Functions of cel-go's lists; dev.cel evaluates the ones without a value here. */
    static final List<CelFunction> VERBS = Stream.of(
        each(COMPARABLE, type -> member("sort", overload(type, "sort"), ListType.create(type), ListType.create(type))
            .costing(sorting(type)).giving(Collection.class, entries -> sorted(entries, entries))),
        each(COMPARABLE, type -> member(ListSorting.BY_KEYS, overload(type, "sortByAssociatedKeys"), LIST, LIST, ListType.create(type))
            .costing(sorting(type)).giving(Collection.class, Collection.class, ListFunctions::sorted)),
        Stream.of(
        builtIn("list_sort")                .costing(CallCosts.SORTING_TEXT).giving(Collection.class, entries -> sorted(entries, entries)),
        builtIn("list_sortByAssociatedKeys").costing(CallCosts.SORTING_TEXT).giving(Collection.class, Collection.class, ListFunctions::sorted),
        member("slice",       "list_slice",            LIST,    LIST, INT, INT)       .costing(CallCosts.SLICING)
            .giving(List.of(Collection.class, Long.class, Long.class), of -> slice(items((Collection<?>) of[0]), (Long) of[1], (Long) of[2])),
        global("lists.range", "lists_range",           NUMBERS, INT)                  .costing(CallCosts.COUNTING).giving(Long.class, ListFunctions::range),
        member("reverse",     "list_reverse",          LIST,    LIST)                 .costing(CallCosts.REVERSING),
        member("distinct",    "list_distinct",         LIST,    LIST)                 .costing(CallCosts.DISTINCT),
        member("flatten",     "list_flatten",          LIST,    ListType.create(LIST)).costing(CallCosts.FLATTENING),
        member("flatten",     "list_flatten_list_int", DYNAMIC, DYNAMIC, INT)         .costing(CallCosts.FLATTENING)))
        .flatMap(rows -> rows).toList();

    /** Functions of cel-go's optional values, version 2, that dev.cel lacks. */
    static final List<CelFunction> OPTIONAL = List.of(
        member("unwrapOpt", "optional_unwrapOpt", LIST, ListType.create(OptionalType.create(ANY))).giving(Collection.class, ListFunctions::unwrapped));

    /** The function of DRA attributes, which may be lists. */
    static final List<CelFunction> INCLUDES = List.of(
        member("includes", "includes",           BOOL, DYN, DYN).giving(Object.class, Object.class, ListFunctions::includes));

    /** The same at a cost that depends on the number of values. */
    static final List<CelFunction> SEARCHING_INCLUDES = List.of(
        member("includes", "includes_searching", BOOL, DYN, DYN).costing(CallCosts.SEARCHING_ANY).giving(Object.class, Object.class, ListFunctions::includes));
    // @formatter:on

    private static Stream<CelFunction> each(List<CelType> types, Function<CelType, CelFunction> row) {
        return types.stream().map(row);
    }

    private static String overload(CelType type, String name) {
        return "list_" + type.name() + "_" + name;
    }

    private static CallCost sorting(CelType type) {
        return type.equals(STRING) || type.equals(BYTES) ? CallCosts.SORTING_TEXT : CallCosts.SORTING;
    }

    /** The overload of a list whose entries may have any type, in place of one for each type. */
    static String ofAnyEntries(String overload) {
        return "list" + overload.substring(overload.lastIndexOf('_'));
    }

    /** The list, if its first entry has the type: cel-go looks at no other. */
    private static Collection<?> of(CelType type, Collection<?> list) throws CelEvaluationException {
        if (!isOf(type, list)) {
            throw new CelEvaluationException("no such overload");
        }
        return list;
    }

    private static boolean isOf(CelType type, Collection<?> list) {
        return list.isEmpty() || classOf(type).isInstance(list.iterator().next());
    }

    private static Class<?> classOf(CelType type) {
        return switch (type.kind()) {
            case INT -> Long.class;
            case UINT -> UnsignedLong.class;
            case DOUBLE -> Double.class;
            case BOOL -> Boolean.class;
            case DURATION -> Duration.class;
            case TIMESTAMP -> Instant.class;
            case STRING -> String.class;
            default -> CelByteString.class;
        };
    }

    private static Object sum(Collection<?> list) throws CelEvaluationException {
        for (CelType type : SUMMABLE) {
            if (isOf(type, list)) {
                return sum(type, list);
            }
        }
        throw new CelEvaluationException("no such overload");
    }

    private static Object sum(CelType type, Collection<?> list) throws CelEvaluationException {
        return switch (type.kind()) {
            case UINT -> sum(list, UnsignedLong.class, UnsignedLong.ZERO, ListFunctions::plus);
            case DOUBLE -> sum(list, Double.class, 0.0, Double::sum);
            case DURATION -> sum(list, Duration.class, Duration.ZERO, TimeFunctions::plus);
            default -> sum(list, Long.class, 0L, Math::addExact);
        };
    }

    private static long indexOf(Collection<?> list, Object value) {
        return indexes(list, value).findFirst().orElse(-1);
    }

    private static long lastIndexOf(Collection<?> list, Object value) {
        return indexes(list, value).reduce((before, last) -> last).orElse(-1);
    }

    private static boolean includes(Object value, Object entry) {
        return value instanceof List<?> list
                ? indexOf(list, entry) >= 0
                : CelEquality.ofReceiver(value, entry) == CelEquality.EQUAL;
    }

    /** The indexes of a value in a list; incomparable entries do not match. */
    private static LongStream indexes(Collection<?> list, Object value) {
        List<Object> entries = items(list);
        return LongStream.range(0, entries.size())
                .filter(index -> CelEquality.ofReceiver(entries.get((int) index), value) == CelEquality.EQUAL);
    }

    private static <T> T sum(Collection<?> list, Class<T> entries, T zero, BinaryOperator<T> plus)
            throws CelEvaluationException {
        T sum = zero;
        for (Object entry : list) {
            if (!entries.isInstance(entry)) {
                throw new CelEvaluationException("no such overload");
            }
            sum = plus.apply(sum, entries.cast(entry));
        }
        return sum;
    }

    private static UnsignedLong plus(UnsignedLong one, UnsignedLong other) {
        UnsignedLong sum = one.plus(other);
        if (sum.compareTo(one) < 0) {
            throw new ArithmeticException("unsigned integer overflow");
        }
        return sum;
    }

    private static List<Object> unwrapped(Collection<?> list) {
        List<Object> present = new ArrayList<>();
        for (Object entry : list) {
            if (entry instanceof Optional<?> optional) {
                optional.ifPresent(present::add);
            }
        }
        return present;
    }

    private static List<Long> range(long count) throws CelEvaluationException {
        if (count < 0 || count > DeviceProgram.MAX_ITERATIONS) {
            throw new CelEvaluationException("lists.range: " + count + " numbers are too few or too many");
        }
        return LongStream.range(0, count).boxed().toList();
    }

    private static List<Object> items(Collection<?> list) {
        return new ArrayList<>(list);
    }

    private static List<Object> slice(List<Object> list, long start, long end) throws CelEvaluationException {
        if (start < 0 || start > end || end > list.size()) {
            String reason = start < 0 || end < 0
                    ? "negative indexes not supported"
                    : start > end
                            ? "start index must be less than or equal to end index"
                            : "list is length " + list.size();
            throw new CelEvaluationException("cannot slice(" + start + ", " + end + "), " + reason);
        }
        return list.subList((int) start, (int) end);
    }

    private static List<Object> sorted(Collection<?> entries, Collection<?> sortedBy) throws CelEvaluationException {
        List<Object> list = items(entries);
        List<Object> keys = items(sortedBy);
        if (list.size() != keys.size()) {
            throw new CelEvaluationException("expected a list of the same size as the list of its keys");
        }
        for (Object key : keys) {
            if (!isComparable(key) || key.getClass() != keys.get(0).getClass()) {
                throw new CelEvaluationException("list elements must be comparable, and have the same type");
            }
        }
        return IntStream.range(0, list.size())
                .boxed()
                .sorted(Comparator.comparing(keys::get, ListFunctions::compare))
                .map(list::get)
                .toList();
    }

    private static boolean isSorted(Collection<?> list) throws CelEvaluationException {
        Object before = null;
        for (Object entry : list) {
            if (before != null && compare(before, comparable(entry)) > 0) {
                return false;
            }
            before = comparable(entry);
        }
        return true;
    }

    private static Object max(Collection<?> list) throws CelEvaluationException {
        return extreme(list, (one, other) -> compare(one, other) >= 0 ? one : other, "max");
    }

    private static Object min(Collection<?> list) throws CelEvaluationException {
        return extreme(list, (one, other) -> compare(one, other) <= 0 ? one : other, "min");
    }

    private static Object extreme(Collection<?> list, BinaryOperator<Object> better, String name)
            throws CelEvaluationException {
        Object best = null;
        for (Object entry : list) {
            best = best == null ? comparable(entry) : better.apply(best, comparable(entry));
        }
        if (best == null) {
            throw new CelEvaluationException(name + " called on empty list");
        }
        return best;
    }

    private static Object comparable(Object entry) throws CelEvaluationException {
        if (isComparable(entry)) {
            return entry;
        }
        throw new CelEvaluationException("no such overload");
    }

    private static boolean isComparable(Object value) {
        return COMPARABLE.stream().anyMatch(type -> classOf(type).isInstance(value));
    }

    private static boolean isNan(Object value) {
        return value instanceof Double number && number.isNaN();
    }

    /** Compares two values; 0 if they cannot be ordered. */
    @SuppressWarnings("unchecked")
    private static int compare(Object one, Object other) {
        if (one instanceof String text && other instanceof String otherText) {
            return TextFunctions.compare(text, otherText);
        }
        if (one instanceof CelByteString bytes && other instanceof CelByteString otherBytes) {
            return Arrays.compareUnsigned(bytes.toByteArray(), otherBytes.toByteArray());
        }
        boolean isOrdered = one.getClass() == other.getClass() && !isNan(one) && !isNan(other);
        return isOrdered ? ((Comparable<Object>) one).compareTo(other) : 0;
    }
}
