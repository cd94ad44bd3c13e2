package dev.drawbridge.constraint.cel;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelFunctionBinding;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Implements the functions of lists.
 *
 * <p>Source: {@code k8s.io/apiserver/pkg/cel/library/lists.go}; {@code github.com/google/cel-go/ext/lists.go}.
 */
final class ListFunctions {

    private static final List<String> OF_ANY_TYPE =
            List.of("_isSorted", "_max", "_min", "_sum", "_sort", "_sortByAssociatedKeys");

    private ListFunctions() {}

    /** Whether it is one of several overloads that differ only in the type of the entries. */
    static boolean isOfAnyType(String overload) {
        return OF_ANY_TYPE.stream().anyMatch(overload::endsWith);
    }

    static List<CelFunctionBinding> all() {
        List<CelFunctionBinding> all = new ArrayList<>(verbs());
        for (CelType type : CelFunctions.COMPARABLE) {
            String list = "list_" + type.name();
            all.add(CelFunctionBinding.from(list + "_isSorted", Collection.class, ListFunctions::isSorted));
            all.add(CelFunctionBinding.from(
                    list + "_max",
                    Collection.class,
                    entries -> extreme(entries, (one, other) -> compare(one, other) >= 0 ? one : other, "max")));
            all.add(CelFunctionBinding.from(
                    list + "_min",
                    Collection.class,
                    entries -> extreme(entries, (one, other) -> compare(one, other) <= 0 ? one : other, "min")));
            all.add(CelFunctionBinding.from(
                    list + "_sort", Collection.class, entries -> sorted(items(entries), items(entries))));
            all.add(CelFunctionBinding.from(
                    list + "_sortByAssociatedKeys",
                    Collection.class,
                    Collection.class,
                    (entries, keys) -> sorted(items(entries), items(keys))));
        }
        all.add(CelFunctionBinding.from(
                sumOf(SimpleType.INT), Collection.class, list -> sum(list, Long.class, 0L, Math::addExact)));
        all.add(CelFunctionBinding.from(
                sumOf(SimpleType.DOUBLE), Collection.class, list -> sum(list, Double.class, 0.0, Double::sum)));
        all.add(CelFunctionBinding.from(
                sumOf(SimpleType.UINT),
                Collection.class,
                list -> sum(list, UnsignedLong.class, UnsignedLong.ZERO, ListFunctions::plus)));
        all.add(CelFunctionBinding.from(
                sumOf(SimpleType.DURATION),
                Collection.class,
                list -> sum(list, Duration.class, Duration.ZERO, TimeFunctions::plus)));
        all.add(CelFunctionBinding.from(
                "list_a_index_of_int",
                Collection.class,
                Object.class,
                (entries, entry) -> indexes(entries, entry).findFirst().orElse(-1)));
        all.add(CelFunctionBinding.from(
                "list_a_last_index_of_int",
                Collection.class,
                Object.class,
                (entries, entry) ->
                        indexes(entries, entry).reduce((before, last) -> last).orElse(-1)));
        for (String includes : List.of("includes", CallCosts.SEARCHING)) {
            all.add(CelFunctionBinding.from(
                    includes,
                    Object.class,
                    Object.class,
                    (value, entry) -> value instanceof List<?> list
                            ? indexes(list, entry).findFirst().isPresent()
                            : CelEquality.ofReceiver(value, entry) == CelEquality.EQUAL));
        }
        return all;
    }

    /** The indexes of a value in a list; incomparable entries do not match. */
    private static LongStream indexes(Collection<?> list, Object value) {
        List<Object> entries = items(list);
        return LongStream.range(0, entries.size())
                .filter(index -> CelEquality.ofReceiver(entries.get((int) index), value) == CelEquality.EQUAL);
    }

    private static String sumOf(CelType type) {
        return "list_" + type.name() + "_sum";
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

    private static List<CelFunctionBinding> verbs() {
        return List.of(
                CelFunctionBinding.from("list_reverse", Collection.class, entries -> {
                    List<Object> reversed = items(entries);
                    Collections.reverse(reversed);
                    return reversed;
                }),
                CelFunctionBinding.from(
                        "optional_unwrapOpt",
                        Collection.class,
                        entries -> items(entries).stream()
                                .filter(Optional.class::isInstance)
                                .flatMap(entry -> ((Optional<?>) entry).stream())
                                .toList()),
                CelFunctionBinding.from(
                        "list_distinct",
                        Collection.class,
                        entries -> new ArrayList<>(new LinkedHashSet<>(items(entries)))),
                CelFunctionBinding.from(
                        "list_slice",
                        List.of(Collection.class, Long.class, Long.class),
                        arguments ->
                                slice(items((Collection<?>) arguments[0]), (Long) arguments[1], (Long) arguments[2])),
                CelFunctionBinding.from("list_flatten", Collection.class, entries -> flattened(entries, 1)),
                CelFunctionBinding.from("list_flatten_int", Collection.class, Long.class, (entries, depth) -> {
                    if (depth < 0) {
                        throw new CelEvaluationException("level must be non-negative");
                    }
                    return flattened(entries, depth);
                }),
                CelFunctionBinding.from("lists_range", Long.class, count -> {
                    if (count < 0 || count > DeviceProgram.MAX_ITERATIONS) {
                        throw new CelEvaluationException("lists.range: " + count + " numbers are too few or too many");
                    }
                    return LongStream.range(0, count).boxed().toList();
                }));
    }

    private static List<Object> items(Collection<?> list) {
        return new ArrayList<>(list);
    }

    private static List<Object> slice(List<Object> list, long start, long end) throws CelEvaluationException {
        if (start < 0 || start > end || end > list.size()) {
            throw new CelEvaluationException("cannot slice(" + start + ", " + end + "), list is length " + list.size());
        }
        return list.subList((int) start, (int) end);
    }

    private static List<Object> flattened(Collection<?> list, long depth) {
        List<Object> flat = new ArrayList<>();
        for (Object entry : list) {
            if (depth > 0 && entry instanceof Collection<?> nested) {
                flat.addAll(flattened(nested, depth - 1));
            } else {
                flat.add(entry);
            }
        }
        return flat;
    }

    private static List<Object> sorted(List<Object> list, List<Object> keys) throws CelEvaluationException {
        if (list.size() != keys.size()) {
            throw new CelEvaluationException("expected a list of the same size as the list of its keys");
        }
        for (Object key : keys) {
            if (!(key instanceof Comparable<?>) || key.getClass() != keys.get(0).getClass()) {
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
        if (entry instanceof Comparable<?>) {
            return entry;
        }
        throw new CelEvaluationException("no such overload");
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
        boolean isOrdered = one.getClass() == other.getClass() && !isNan(one) && !isNan(other);
        return isOrdered ? ((Comparable<Object>) one).compareTo(other) : 0;
    }
}
