package dev.drawbridge.constraint.cel;

import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import dev.drawbridge.constraint.cel.SelectorLanguage.Cost;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Estimates the maximum cost of a call with its arguments, and the size of its result.
 *
 * <p>Source: {@code k8s.io/apiserver/pkg/cel/library/cost.go}, EstimateCallCost; {@code
 * github.com/google/cel-go/checker/cost.go}, functionCost.
 */
final class CallCosts {

    private static final Set<String> COMPARED_AT_ONCE =
            Set.of("net.IP", "net.CIDR", "kubernetes.Quantity", "kubernetes.Semver");

    /** The overload of {@code includes} whose cost is the number of values. */
    static final String SEARCHING = "includes_searching";

    /** MaxFormatSize. */
    private static final long FORMAT_SIZE = 64;

    /** MaxNameFormatRegexSize. */
    private static final long FORMAT_REGEX_SIZE = 128;

    /** Bytes of an IP address. */
    private static final Size ADDRESS = new Size(4, 16);

    private final Cost how;
    private final String function;
    private final String overload;
    private final @Nullable Operand target;
    private final List<Operand> arguments;
    private final List<Long> costs;

    /**
     * The estimate of a call.
     *
     * @param result the maximum size of the result; null if unknown
     */
    record Estimate(long cost, @Nullable Size result) {}

    CallCosts(
            Cost how,
            String function,
            String overload,
            @Nullable Operand target,
            List<Operand> arguments,
            List<Long> costs) {
        this.how = how;
        this.function = function;
        this.overload = overload;
        this.target = target;
        this.arguments = arguments;
        this.costs = costs;
    }

    Estimate estimate() {
        Estimate kubernetes = ofKubernetes();
        if (kubernetes != null) {
            return withArguments(kubernetes.cost, kubernetes.result);
        }
        return ofLanguage();
    }

    private Estimate withArguments(long cost, @Nullable Size result) {
        long all = cost;
        for (long argument : costs) {
            all = Size.sum(all, argument);
        }
        return new Estimate(all, result);
    }

    private Size size(int argument) {
        return arguments.get(argument).sizeOrUnknown();
    }

    private static Estimate cost(long cost) {
        return new Estimate(cost, null);
    }

    private @Nullable Estimate ofKubernetes() {
        if (target != null) {
            Estimate ofMember = ofMember(target, target.sizeOrUnknown());
            if (ofMember != null) {
                return ofMember;
            }
        }
        return switch (function) {
            case "url" -> new Estimate(size(0).cost(CostEstimator.TEXT), size(0));
            case "quantity", "isQuantity", "cidr", "isCIDR", "isIP" -> cost(size(0).cost(CostEstimator.TEXT));
            case "semver", "isSemver" -> how == Cost.BY_TYPE ? null : cost(size(0).cost(CostEstimator.TEXT));
            case "ip" -> target == null ? cost(size(0).cost(CostEstimator.TEXT)) : null;
            case "ip.isCanonical" -> cost(size(0).cost(2 * CostEstimator.TEXT));
            case "lists.range" -> newList(1, Size.of(integer(0, Long.MAX_VALUE)));
            case "format.named" -> cost(1);
            case "sets.contains", "sets.intersects" -> cost(Size.sum(1, Size.product(size(0).max(), size(1).max())));
            case "sets.equivalent" -> cost(Size.sum(1, Size.product(2, Size.product(size(0).max(), size(1).max()))));
            case "_==_" -> equality();
            default -> null;
        };
    }

    private @Nullable Estimate ofMember(Operand on, Size size) {
        return switch (function) {
            case "isSorted", "sum", "max", "min", "indexOf", "lastIndexOf" -> search(on, size);
            case "includes" -> overload.equals(SEARCHING) ? cost(size.cost(1)) : null;
            case "lowerAscii", "upperAscii", "substring", "trim" -> new Estimate(size.cost(CostEstimator.TEXT), size);
            case "replace" -> arguments.size() < 2 ? null : replace(size, size(0), size(1));
            case "split" -> new Estimate(size.cost(2 * CostEstimator.TEXT), new Size(0, parts(size)));
            case "join" -> join(on, size);
            case "find", "findAll" -> {
                long cost =
                        Size.product(size.plus(Size.ONE).cost(CostEstimator.TEXT), size(0).cost(CostEstimator.REGEX));
                yield new Estimate(cost, new Size(0, size.max()));
            }
            case "slice" -> newList(1, Size.of(sliced(size)));
            case "reverse" -> newList(1, size);
            case "flatten" -> newList(arguments.isEmpty() ? 1 : (double) integer(0, Long.MAX_VALUE), size);
            case "distinct" -> newList(2, size.times(size));
            case "sort" -> newList(comparison(), size.times(size));
            case ListSorting.BY_KEYS -> newList(comparison(), size(0).times(size(0)));
            case "containsIP" -> cost(addresses("cidr_contains_ip_string", 0));
            case "containsCIDR" -> cost(addresses("cidr_contains_cidr_string", ADDRESS.cost(CostEstimator.TEXT) + 1));
            case "validate" ->
                cost(Size.product(
                        size(0).cost(CostEstimator.TEXT), (long) Math.ceil(FORMAT_REGEX_SIZE * CostEstimator.REGEX)));
            default -> null;
        };
    }

    /** The estimate for a new list of this size, with this cost per entry. */
    private static Estimate newList(double each, Size size) {
        return new Estimate(Size.sum(size.cost(each), 1 + CostEstimator.LIST), size);
    }

    /** The cost of comparing two entries: two steps, a little more for strings. */
    private double comparison() {
        return overload.startsWith("list_string") || overload.startsWith("list_bytes") ? 2 + CostEstimator.TEXT : 2;
    }

    private long sliced(Size size) {
        long begin = integer(0, 0);
        long end = integer(1, size.max());
        // Not a literal, so the default applies.
        boolean isUnknown = end == Long.MAX_VALUE && arguments.get(1).integer(0) == 0;
        return begin > end || isUnknown ? Long.MAX_VALUE : end - begin;
    }

    private long parts(Size text) {
        long limit = arguments.size() < 2 ? text.max() : arguments.get(1).integer(text.max());
        return limit < 0 ? Long.MAX_VALUE : limit;
    }

    /** An integer literal as an argument; the given default if it is not one, or is negative. */
    private long integer(int argument, long otherwise) {
        return Math.max(0, arguments.get(argument).integer(otherwise));
    }

    private Estimate search(Operand list, Size size) {
        if (list.type().parameters().isEmpty()) {
            return cost(size.cost(CostEstimator.TEXT));
        }
        long each = 1;
        CelType element = list.type().parameters().get(0);
        if (element.kind() == CelKind.STRING || element.kind() == CelKind.BYTES) {
            each = Size.sum(each, elementSize(list).cost(CostEstimator.TEXT));
        }
        return cost(Size.product(size.max(), each));
    }

    private static Size elementSize(Operand list) {
        if (list.path() == null) {
            return Size.UNKNOWN;
        }
        List<String> path = new java.util.ArrayList<>(list.path());
        path.add(DeviceSizes.ITEMS);
        Size known = DeviceSizes.at(path);
        return known == null ? Size.UNKNOWN : known;
    }

    private static Estimate replace(Size text, Size old, Size with) {
        long most = 0;
        long kept = 0;
        if (old.min() == 0) {
            most = Size.sum(text.max(), 1);
            kept = text.max();
        } else if (with.max() <= old.min()) {
            kept = text.max();
        } else {
            most = (long) Math.ceil((double) text.max() / old.min());
        }
        long least = 0;
        long keptAtLeast = 0;
        if (old.max() == 0) {
            least = Size.sum(text.min(), 1);
            keptAtLeast = text.min();
        } else if (old.max() <= with.min()) {
            keptAtLeast = text.min();
        } else {
            least = (long) Math.ceil((double) text.min() / old.max());
        }
        Size result = new Size(least, most).times(with).plus(new Size(keptAtLeast, kept));
        return new Estimate(text.cost(2 * CostEstimator.TEXT), result);
    }

    private Estimate join(Operand list, Size size) {
        Size result = list.type().parameters().isEmpty() ? Size.of(0) : size.times(elementSize(list));
        if (!arguments.isEmpty()) {
            Size between = new Size(Math.max(0, size.min() - 1), Math.max(0, size.max() - 1));
            result = result.plus(size(0).times(between));
        }
        return new Estimate(result.cost(CostEstimator.TEXT), result);
    }

    private long addresses(String ofText, long more) {
        long cost = Size.sum(ADDRESS.plus(ADDRESS).cost(CostEstimator.TEXT), more);
        return overload.equals(ofText) ? Size.sum(cost, size(0).cost(CostEstimator.TEXT)) : cost;
    }

    private @Nullable Estimate equality() {
        CelType type = arguments.get(0).type();
        if (!type.equals(arguments.get(1).type())) {
            return null;
        }
        if (COMPARED_AT_ONCE.contains(type.name())) {
            return cost(1);
        }
        if (type.equals(CelFunctions.FORMAT_TYPE)) {
            return cost(Size.of(FORMAT_SIZE).cost(CostEstimator.TEXT));
        }
        Size url = arguments.get(1).size();
        return type.equals(CelFunctions.URL_TYPE)
                ? cost((url == null ? Size.ONE : url).cost(CostEstimator.TEXT))
                : null;
    }

    private Estimate ofLanguage() {
        return switch (overload) {
            case "string_format" ->
                target == null
                        ? withArguments(1, null)
                        : withArguments(target.sizeOrUnknown().cost(CostEstimator.TEXT), null);
            case "string_to_bytes" ->
                withArguments(
                        size(0).cost(CostEstimator.TEXT), new Size(size(0).min(), Size.product(size(0).max(), 4)));
            case "bytes_to_string" ->
                withArguments(size(0).cost(CostEstimator.TEXT), new Size(size(0).min() / 4, size(0).max()));
            case "strings_quote" ->
                withArguments(
                        size(0).cost(CostEstimator.TEXT),
                        new Size(Size.sum(size(0).min(), 2), Size.sum(Size.product(size(0).max(), 2), 2)));
            case "starts_with_string", "ends_with_string" -> withArguments(size(0).cost(CostEstimator.TEXT), null);
            case "in_list" -> withArguments(size(1).cost(1), null);
            case "matches", "matches_string" -> matches();
            case "contains_string" ->
                target == null
                        ? withArguments(1, null)
                        : withArguments(
                                Size.product(
                                        target.sizeOrUnknown().cost(CostEstimator.TEXT),
                                        size(0).cost(CostEstimator.TEXT)),
                                null);
            case "logical_or", "logical_and" -> withArguments(0, null);
            case "conditional" ->
                new Estimate(Size.sum(costs.get(0), Math.max(costs.get(1), costs.get(2))), size(1).or(size(2)));
            case "add_string", "add_bytes" -> {
                Size result = size(0).plus(size(1));
                yield withArguments(result.cost(CostEstimator.TEXT), result);
            }
            case "add_list" -> withArguments(1, size(0).plus(size(1)));
            case "less_string",
                    "greater_string",
                    "less_equals_string",
                    "greater_equals_string",
                    "less_bytes",
                    "greater_bytes",
                    "less_equals_bytes",
                    "greater_equals_bytes",
                    "equals",
                    "not_equals" ->
                withArguments(new Size(0, Math.min(size(0).max(), size(1).max())).cost(CostEstimator.TEXT), null);
            default -> withArguments(1, null);
        };
    }

    private Estimate matches() {
        if (target == null && how != Cost.BY_SIZE_OF_ALL) {
            return withArguments(1, null);
        }
        Size matched = target == null ? size(0) : target.sizeOrUnknown();
        Size regex = size(arguments.size() - 1);
        long text = matched.plus(Size.ONE).cost(CostEstimator.TEXT);
        return withArguments(Size.product(text, regex.cost(CostEstimator.REGEX)), null);
    }
}
