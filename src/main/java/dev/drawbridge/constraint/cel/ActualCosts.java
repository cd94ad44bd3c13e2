package dev.drawbridge.constraint.cel;

import dev.cel.common.values.CelByteString;
import dev.drawbridge.port.IpAddress;
import dev.drawbridge.port.IpNetwork;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The costs of calls that are not the estimate for arguments of known sizes.
 *
 * <p>Source: {@code k8s.io/apiserver/pkg/cel/library/cost.go}, CallCost; {@code github.com/google/cel-go/ext/lists.go}.
 */
final class ActualCosts {

    private static final int CALL = 1;

    /** The cost; null if it is the estimated one. */
    static @Nullable Long of(String overload, List<Object> arguments, Object result, Cost how) {
        if (overload.endsWith("starts_with_string") || overload.endsWith("ends_with_string")) {
            return text(arguments.get(how.isSince(Cost.BY_SIZE_OF_ALL) ? 1 : 0), 1);
        }
        return switch (overload) {
            case "list_join", "list_join_string" -> text(result, 2);
            case "cidr_contains_ip_string" -> addresses(arguments) + text(arguments.get(1), 1);
            case "cidr_contains_ip_ip" -> addresses(arguments);
            case "cidr_contains_cidr_string" -> networks(arguments) + text(arguments.get(1), 1);
            case "cidr_contains_cidr" -> networks(arguments);
            case "format-validate" -> validation(arguments);
            case "lists_range", "list_slice", "list_reverse" -> newList(1, CelValues.size(result));
            case "list_flatten" -> newList(1, CelValues.size(arguments.get(0)));
            case "list_flatten_list_int" ->
                newList(((Number) arguments.get(1)).doubleValue(), CelValues.size(arguments.get(0)));
            case "list_distinct" -> sorting(arguments.get(0));
            default -> ofFamily(overload, arguments);
        };
    }

    private static @Nullable Long ofFamily(String overload, List<Object> arguments) {
        if (overload.endsWith("_sort")) {
            return sorting(arguments.get(0));
        }
        if (overload.contains("sortByAssociatedKeys")) {
            return sorting(arguments.get(1));
        }
        boolean isTraversal = overload.startsWith("list_") && overload.matches(".*_(isSorted|max|min|sum|index_of_int)")
                || overload.startsWith("includes")
                || overload.startsWith("string_index_of")
                || overload.startsWith("string_last_index_of");
        return isTraversal ? (Long) traversal(arguments.get(0)) : null;
    }

    private static long text(Object value, int times) {
        return (long) Math.ceil(CelValues.size(value) * times * CostEstimator.TEXT);
    }

    private static long traversal(Object value) {
        if (value instanceof String text) {
            return (long) (text.getBytes(StandardCharsets.UTF_8).length * CostEstimator.TEXT);
        }
        if (value instanceof CelByteString bytes) {
            return (long) (bytes.size() * CostEstimator.TEXT);
        }
        if (value instanceof Collection<?> list) {
            return list.stream().mapToLong(ActualCosts::traversal).sum();
        }
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .mapToLong(entry -> traversal(entry.getKey()) + traversal(entry.getValue()))
                    .sum();
        }
        return 1;
    }

    private static long bytes(Object value) {
        if (value instanceof IpNetwork network) {
            long bits = network.prefixLength();
            return (bits + Byte.SIZE - 1) / Byte.SIZE;
        }
        return value instanceof IpAddress address ? (long) address.length() / Byte.SIZE : CelValues.size(value);
    }

    private static long addresses(List<Object> arguments) {
        return (long) Math.ceil(2 * bytes(arguments.get(0)) * CostEstimator.TEXT);
    }

    private static long networks(List<Object> arguments) {
        return addresses(arguments) + (long) Math.ceil(bytes(arguments.get(0)) * CostEstimator.TEXT) + 1;
    }

    private static long validation(List<Object> arguments) {
        long text = (long) Math.ceil((1 + CelValues.size(arguments.get(1))) * CostEstimator.TEXT);
        long regex = arguments.get(0) instanceof NamedFormat format ? format.regexSize() : 0;
        return text * (long) Math.ceil(regex * CostEstimator.REGEX);
    }

    private static long sorting(Object list) {
        long size = CelValues.size(list);
        Object first = list instanceof List<?> items && size > 0 ? items.get(0) : "";
        boolean isText = size > 0 && (first instanceof String || first instanceof CelByteString);
        return newList(isText ? 2 + CostEstimator.TEXT : 2, Size.product(size, size));
    }

    private static long newList(double each, long size) {
        return Size.sum((long) (size * Math.max(each, 0)), CALL + CostEstimator.LIST);
    }
}
