package dev.drawbridge.constraint.cel;

import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import dev.drawbridge.constraint.cel.CallCost.Call;
import dev.drawbridge.constraint.cel.CallCost.Estimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The costs that rows of {@link CelFunctions} name.
 *
 * <p>Source: {@code k8s.io/apiserver/pkg/cel/library/cost.go}, EstimateCallCost; {@code
 * github.com/google/cel-go/checker/cost.go}, functionCost.
 */
final class CallCosts {

    private static final Set<String> COMPARED_AT_ONCE =
            Set.of("net.IP", "net.CIDR", "kubernetes.Quantity", "kubernetes.Semver");

    private static final long FORMAT_SIZE = 64; // MaxFormatSize
    private static final long FORMAT_REGEX_SIZE = 128; // MaxNameFormatRegexSize
    private static final double SELECTOR = 0.5; // requirements per character of a selector

    /** Bytes of an IP address. */
    private static final Size ADDRESS = new Size(4, 16);

    static final CallCost STEP = call -> Estimate.of(1);

    /** Its arguments only. */
    static final CallCost FREE = call -> Estimate.of(0);

    static final CallCost READING = call -> Estimate.of(call.size().cost(CostEstimator.TEXT));

    /** Reading the subject once; the result has its size. */
    static final CallCost COPYING = call -> new Estimate(call.size().cost(CostEstimator.TEXT), call.size());

    /** Reading a part of a URL, whose size was unknown before the sizes of parts counted. */
    static final CallCost READING_PART = part(Size.ONE);

    /** Reading a part of which each character may become three. */
    static final CallCost READING_ESCAPED = part(new Size(1, 3));

    private static CallCost part(Size growth) {
        return call -> call.how().isSince(Cost.BY_SIZE_OF_PARTS)
                ? new Estimate(1, call.size().times(growth))
                : STEP.of(call);
    }

    static final CallCost READING_TWICE = call -> Estimate.of(call.size().cost(2 * CostEstimator.TEXT));
    static final CallCost READING_ARGUMENT = call -> Estimate.of(call.size(0).cost(CostEstimator.TEXT));

    /** Reading a version, which was one step before costs depended on sizes. */
    static final CallCost READING_VERSION = call -> call.how() == Cost.BY_TYPE ? STEP.of(call) : READING.of(call);

    /** Comparing the start of two strings. */
    static final CallCost COMPARING = call -> {
        long shorter = Math.min(call.size(0).max(), call.size(1).max());
        return Estimate.of(new Size(0, shorter).cost(CostEstimator.TEXT));
    };

    /** Comparing two values of any type. */
    static final CallCost EQUALITY = call -> {
        CelType type = call.arguments().get(0).type();
        if (!type.equals(call.arguments().get(1).type())) {
            return COMPARING.of(call);
        }
        if (COMPARED_AT_ONCE.contains(type.name())) {
            return STEP.of(call);
        }
        if (type.equals(SelectorTypes.FORMAT)) {
            return Estimate.of(Size.of(FORMAT_SIZE).cost(CostEstimator.TEXT));
        }
        if (type.equals(SelectorTypes.URL)) {
            Size url = call.arguments().get(1).size();
            return Estimate.of((url == null ? Size.ONE : url).cost(CostEstimator.TEXT));
        }
        return COMPARING.of(call);
    };

    static final CallCost FINDING = call -> Estimate.of(
            Size.product(call.size().cost(CostEstimator.TEXT), call.size(0).cost(CostEstimator.TEXT)));

    /** Matching a regular expression, which was one step in a function before costs depended on all sizes. */
    static final CallCost MATCHING =
            call -> call.target() == null && !call.how().isSince(Cost.BY_SIZE_OF_ALL)
                    ? STEP.of(call)
                    : Estimate.of(regex(call));

    static final CallCost EXTRACTING =
            call -> new Estimate(regex(call), new Size(0, call.size().max()));

    static final CallCost SELECTING = call -> {
        Size selector = call.size(0);
        long requirements = new Size(0, selector.cost(SELECTOR)).cost(CostEstimator.LIST + 40);
        return Estimate.of(Size.sum(CostEstimator.LIST, Size.sum(selector.cost(CostEstimator.TEXT), requirements)));
    };

    private static long regex(Call call) {
        Size regex = call.size(call.target() == null ? 1 : 0);
        return Size.product(call.size().plus(Size.ONE).cost(CostEstimator.TEXT), regex.cost(CostEstimator.REGEX));
    }

    static final CallCost ENCODING = call -> {
        Size text = call.size();
        return new Estimate(text.cost(CostEstimator.TEXT), new Size(text.min(), Size.product(text.max(), 4)));
    };

    static final CallCost DECODING = call -> {
        Size bytes = call.size();
        return new Estimate(bytes.cost(CostEstimator.TEXT), new Size(bytes.min() / 4, bytes.max()));
    };

    static final CallCost QUOTING = call -> {
        Size text = call.size();
        Size quoted = new Size(Size.sum(text.min(), 2), Size.sum(Size.product(text.max(), 2), 2));
        return new Estimate(text.cost(CostEstimator.TEXT), quoted);
    };

    static final CallCost CONCATENATING = call -> {
        Size result = call.size(0).plus(call.size(1));
        return new Estimate(result.cost(CostEstimator.TEXT), result);
    };

    static final CallCost APPENDING = call -> new Estimate(1, call.size(0).plus(call.size(1)));

    /** Either of two values. */
    static final CallCost CHOOSING = call -> new Estimate(0, call.size(1).or(call.size(2)));

    static final CallCost SPLITTING = call -> {
        Size text = call.size();
        long limit = call.arguments().size() < 2
                ? text.max()
                : call.arguments().get(1).integer(text.max());
        return new Estimate(text.cost(2 * CostEstimator.TEXT), new Size(0, limit < 0 ? Long.MAX_VALUE : limit));
    };

    static final CallCost REPLACING = call -> {
        Size text = call.size();
        Size old = call.size(0);
        Size with = call.size(1);
        Replaced most = Replaced.of(text.max(), old.min(), with.max() <= old.min());
        Replaced least = Replaced.of(text.min(), old.max(), old.max() <= with.min());
        Size result = new Size(least.parts(), most.parts()).times(with).plus(new Size(least.kept(), most.kept()));
        return new Estimate(text.cost(2 * CostEstimator.TEXT), result);
    };

    /** How many parts of a text are replaced, and how many of its bytes are kept. */
    private record Replaced(long parts, long kept) {

        static Replaced of(long text, long old, boolean isKept) {
            return old == 0
                    ? new Replaced(Size.sum(text, 1), text)
                    : isKept ? new Replaced(0, text) : new Replaced((long) Math.ceil((double) text / old), 0);
        }
    }

    static final CallCost JOINING = call -> {
        Operand list = call.subject();
        Size size = call.size();
        Size result = list.type().parameters().isEmpty() ? Size.of(0) : size.times(entrySize(list));
        if (!call.arguments().isEmpty()) {
            Size between = new Size(Math.max(0, size.min() - 1), Math.max(0, size.max() - 1));
            result = result.plus(call.size(0).times(between));
        }
        return new Estimate(result.cost(CostEstimator.TEXT), result);
    };

    /** Looking at each entry of a list, or at the characters of a string. */
    static final CallCost SEARCHING = call -> {
        Operand list = call.subject();
        if (list.type().parameters().isEmpty()) {
            return READING.of(call);
        }
        CelKind element = list.type().parameters().get(0).kind();
        long each = element == CelKind.STRING || element == CelKind.BYTES
                ? Size.sum(1, entrySize(list).cost(CostEstimator.TEXT))
                : 1;
        return Estimate.of(Size.product(call.size().max(), each));
    };

    private static Size entrySize(Operand list) {
        if (list.path() == null) {
            return Size.UNKNOWN;
        }
        List<String> path = new ArrayList<>(list.path());
        path.add(DeviceSizes.ITEMS);
        Size known = DeviceSizes.at(path);
        return known == null ? Size.UNKNOWN : known;
    }

    /** One step for each value of an attribute. */
    static final CallCost EACH = call -> Estimate.of(call.size().cost(1));

    /** Looking at each entry of what may be a list. */
    static final CallCost SEARCHING_ANY =
            call -> (call.subject().type().parameters().isEmpty() ? EACH : SEARCHING).of(call);

    /** One step for each entry of the list in which a value is looked for. */
    static final CallCost EACH_OF_SECOND = call -> Estimate.of(call.size(1).cost(1));

    /** Comparing each entry of a list with each of another. */
    static final CallCost PAIRS = call -> Estimate.of(Size.sum(1, products(call)));

    /** Comparing each entry of a list with each of another, in both directions. */
    static final CallCost PAIRS_TWICE = call -> Estimate.of(Size.sum(1, Size.product(2, products(call))));

    private static long products(Call call) {
        return Size.product(call.size(0).max(), call.size(1).max());
    }

    /** A list of the numbers below the argument. */
    static final CallCost COUNTING = call -> newList(1, Size.of(call.integer(0, Long.MAX_VALUE)));

    /** A part of a list. */
    static final CallCost SLICING = call -> {
        long begin = call.integer(0, 0);
        long end = call.integer(1, call.size().max());
        // Not a literal, so the default applies.
        boolean isUnknown = end == Long.MAX_VALUE && call.arguments().get(1).integer(0) == 0;
        return newList(1, Size.of(begin > end || isUnknown ? Long.MAX_VALUE : end - begin));
    };

    static final CallCost REVERSING = call -> newList(1, call.size());

    /** A list with the entries of nested lists. */
    static final CallCost FLATTENING =
            call -> newList(call.arguments().isEmpty() ? 1 : (double) call.integer(0, Long.MAX_VALUE), call.size());

    /** A list without repeated entries: comparing strings or bytes cost no more before the sizes of parts counted. */
    static final CallCost DISTINCT = call -> sorted(
            call.how().isSince(Cost.BY_SIZE_OF_PARTS)
                            && isOfTexts(call.subject().type())
                    ? 2 + CostEstimator.TEXT
                    : 2,
            call);

    private static boolean isOfTexts(CelType list) {
        return list.parameters().stream()
                .anyMatch(type -> type.kind() == CelKind.STRING || type.kind() == CelKind.BYTES);
    }

    /** A list sorted by its entries, or by the keys in the argument. */
    static final CallCost SORTING = call -> sorted(2, call);

    /** A list sorted by strings or bytes. */
    static final CallCost SORTING_TEXT = call -> sorted(2 + CostEstimator.TEXT, call);

    private static Estimate sorted(double comparison, Call call) {
        Size keys = call.arguments().isEmpty() ? call.size() : call.size(0);
        return newList(comparison, keys.times(keys));
    }

    private static Estimate newList(double each, Size size) {
        return new Estimate(Size.sum(size.cost(each), 1 + CostEstimator.LIST), size);
    }

    static final CallCost ADDRESSES = call -> Estimate.of(addresses());

    /** Comparing an address with a network, and reading the former. */
    static final CallCost READING_ADDRESS =
            call -> Estimate.of(Size.sum(addresses(), call.size(0).cost(CostEstimator.TEXT)));

    static final CallCost NETWORKS = call -> Estimate.of(Size.sum(addresses(), ADDRESS.cost(CostEstimator.TEXT) + 1));

    /** Comparing two networks, and reading the second. */
    static final CallCost READING_NETWORK =
            call -> Estimate.of(Size.sum(NETWORKS.of(call).cost(), call.size(0).cost(CostEstimator.TEXT)));

    private static long addresses() {
        return ADDRESS.plus(ADDRESS).cost(CostEstimator.TEXT);
    }

    /** Matching a string with the regular expression of a format. */
    static final CallCost VALIDATING = call -> {
        long regex = (long) Math.ceil(FORMAT_REGEX_SIZE * CostEstimator.REGEX);
        return Estimate.of(Size.product(call.size(0).cost(CostEstimator.TEXT), regex));
    };
}
