package dev.drawbridge.constraint.cel;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelFunctionDecl;
import dev.cel.common.ast.CelExpr;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelFunctionBinding;
import dev.drawbridge.constraint.content.Quantity;
import dev.drawbridge.constraint.content.SemanticVersion;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the functions of Kubernetes' libraries do, where an expression is evaluated for a device. Those of URLs, addresses and formats are
 * not here: no device has one.
 *
 * <p>Source: {@code k8s.io/apiserver/pkg/cel/library}.
 */
final class RuntimeFunctions {

    /** What dev.cel does in another way: a domain that a device lacks is not in the map, and still has no attributes. */
    static final Set<String> REPLACED = Set.of("IN_MAP", "in_map");

    private static final long UNLIMITED = -1;

    private static final Set<CelLibrary> MISSING = EnumSet.of(
            CelLibrary.URLS,
            CelLibrary.IP,
            CelLibrary.CIDR,
            CelLibrary.FORMAT,
            CelLibrary.STRING_FORMAT,
            CelLibrary.LIST_VERBS);

    /** A function of CEL itself, of which these libraries have overloads. */
    private static final String SHARED = "string";

    private RuntimeFunctions() {}

    /** A function that the expression calls and that is not here; empty where there is none. */
    static Optional<String> missing(CelAbstractSyntaxTree tree) {
        Set<String> missing = MISSING.stream()
                .flatMap(library -> CelFunctions.of(library).stream())
                .map(CelFunctionDecl::name)
                .filter(name -> !name.equals(SHARED))
                .collect(Collectors.toSet());
        return Calls.all(tree).stream()
                .map(CelExpr.CelCall::function)
                .filter(missing::contains)
                .findFirst();
    }

    /** All of them. */
    static List<CelFunctionBinding> all() {
        List<CelFunctionBinding> all = new ArrayList<>();
        all.add(CelFunctionBinding.from("in_map", Object.class, Map.class, (key, map) -> map.containsKey(key)));
        all.addAll(quantities());
        all.addAll(versions());
        all.addAll(lists());
        all.addAll(texts());
        return all;
    }

    private static List<CelFunctionBinding> quantities() {
        return List.of(
                CelFunctionBinding.from("string_to_quantity", String.class, RuntimeFunctions::quantity),
                CelFunctionBinding.from("is_quantity_string", String.class, text -> Quantity.parse(text) != null),
                CelFunctionBinding.from("quantity_sign", Quantity.class, quantity -> (long) quantity.sign()),
                CelFunctionBinding.from("quantity_is_integer", Quantity.class, RuntimeFunctions::isInt64),
                CelFunctionBinding.from("quantity_get_int", Quantity.class, quantity -> {
                    if (!isInt64(quantity)) {
                        throw new CelEvaluationException("cannot convert value to integer");
                    }
                    return quantity.value();
                }),
                CelFunctionBinding.from("quantity_get_float", Quantity.class, Quantity::approximately),
                CelFunctionBinding.from("quantity_add", Quantity.class, Quantity.class, Quantity::plus),
                CelFunctionBinding.from("quantity_sub", Quantity.class, Quantity.class, Quantity::minus),
                CelFunctionBinding.from(
                        "quantity_add_int", Quantity.class, Long.class, (one, other) -> one.plus(Quantity.of(other))),
                CelFunctionBinding.from(
                        "quantity_sub_int", Quantity.class, Long.class, (one, other) -> one.minus(Quantity.of(other))),
                CelFunctionBinding.from(
                        "quantity_is_greater_than",
                        Quantity.class,
                        Quantity.class,
                        (one, other) -> one.compareTo(other) > 0),
                CelFunctionBinding.from(
                        "quantity_is_less_than",
                        Quantity.class,
                        Quantity.class,
                        (one, other) -> one.compareTo(other) < 0),
                CelFunctionBinding.from("quantity_compare_to", Quantity.class, Quantity.class, (one, other) ->
                        (long) one.compareTo(other)));
    }

    private static Quantity quantity(String text) throws CelEvaluationException {
        return known(Quantity.parse(text), "quantities must match the regular expression of a quantity");
    }

    /** What Go's {@code AsInt64} takes. */
    private static boolean isInt64(Quantity quantity) {
        return quantity.isInteger() && quantity.compareTo(Quantity.of(quantity.value())) == 0;
    }

    private static <T> T known(@Nullable T value, String problem) throws CelEvaluationException {
        if (value == null) {
            throw new CelEvaluationException(problem);
        }
        return value;
    }

    private static List<CelFunctionBinding> versions() {
        return List.of(
                CelFunctionBinding.from("string_to_semver", String.class, text -> version(text, false)),
                CelFunctionBinding.from(
                        "string_bool_to_semver", String.class, Boolean.class, RuntimeFunctions::version),
                CelFunctionBinding.from("is_semver_string", String.class, text -> SemanticVersion.parse(text) != null),
                CelFunctionBinding.from(
                        "is_semver_string_bool",
                        String.class,
                        Boolean.class,
                        (text, normalize) ->
                                (normalize ? SemanticVersion.normalized(text) : SemanticVersion.parse(text)) != null),
                CelFunctionBinding.from("semver_major", SemanticVersion.class, version -> version.number(0)),
                CelFunctionBinding.from("semver_minor", SemanticVersion.class, version -> version.number(1)),
                CelFunctionBinding.from("semver_patch", SemanticVersion.class, version -> version.number(2)),
                CelFunctionBinding.from(
                        "semver_is_greater_than",
                        SemanticVersion.class,
                        SemanticVersion.class,
                        (one, other) -> one.compareTo(other) > 0),
                CelFunctionBinding.from(
                        "semver_is_less_than",
                        SemanticVersion.class,
                        SemanticVersion.class,
                        (one, other) -> one.compareTo(other) < 0),
                CelFunctionBinding.from(
                        "semver_compare_to", SemanticVersion.class, SemanticVersion.class, (one, other) ->
                                (long) Integer.signum(one.compareTo(other))));
    }

    private static SemanticVersion version(String text, boolean normalize) throws CelEvaluationException {
        return known(
                normalize ? SemanticVersion.normalized(text) : SemanticVersion.parse(text),
                "No Major.Minor.Patch elements found");
    }

    private static List<CelFunctionBinding> lists() {
        List<CelFunctionBinding> lists = new ArrayList<>();
        for (String type : List.of("int", "uint", "double", "bool", "duration", "timestamp", "string", "bytes")) {
            lists.add(CelFunctionBinding.from(
                    "list_" + type + "_isSorted", Collection.class, RuntimeFunctions::isSorted));
            lists.add(CelFunctionBinding.from(
                    "list_" + type + "_max",
                    Collection.class,
                    list -> extreme(list, (one, other) -> compare(one, other) >= 0 ? one : other, "max")));
            lists.add(CelFunctionBinding.from(
                    "list_" + type + "_min",
                    Collection.class,
                    list -> extreme(list, (one, other) -> compare(one, other) <= 0 ? one : other, "min")));
        }
        lists.add(CelFunctionBinding.from("list_int_sum", Collection.class, list -> {
            long sum = 0;
            for (Object item : list) {
                sum = Math.addExact(sum, (Long) item);
            }
            return sum;
        }));
        lists.add(CelFunctionBinding.from("list_double_sum", Collection.class, list -> {
            double sum = 0;
            for (Object item : list) {
                sum += (Double) item;
            }
            return sum;
        }));
        lists.add(CelFunctionBinding.from("list_a_index_of_int", Collection.class, Object.class, (list, item) ->
                (long) items(list).indexOf(item)));
        lists.add(CelFunctionBinding.from("list_a_last_index_of_int", Collection.class, Object.class, (list, item) ->
                (long) items(list).lastIndexOf(item)));
        for (String includes : List.of("includes", CallCosts.SEARCHING)) {
            lists.add(CelFunctionBinding.from(
                    includes,
                    Object.class,
                    Object.class,
                    (value, item) -> value instanceof Collection<?> list ? list.contains(item) : value.equals(item)));
        }
        return lists;
    }

    private static List<Object> items(Collection<?> list) {
        return new ArrayList<>(list);
    }

    private static boolean isSorted(Collection<?> list) {
        Object before = null;
        for (Object item : list) {
            if (before != null && compare(before, item) > 0) {
                return false;
            }
            before = item;
        }
        return true;
    }

    private static Object extreme(Collection<?> list, BinaryOperator<Object> better, String name)
            throws CelEvaluationException {
        Object best = null;
        for (Object item : list) {
            best = best == null ? item : better.apply(best, item);
        }
        return known(best, name + " called on empty list");
    }

    @SuppressWarnings("unchecked")
    private static int compare(Object one, Object other) {
        return ((Comparable<Object>) one).compareTo(other);
    }

    private static List<CelFunctionBinding> texts() {
        return List.of(
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

    private static List<String> findAll(String text, String regex, long limit) {
        List<String> all = new ArrayList<>();
        Matcher found = Pattern.compile(regex).matcher(text);
        while ((limit < 0 || all.size() < limit) && found.find()) {
            all.add(found.group());
        }
        return all;
    }
}
