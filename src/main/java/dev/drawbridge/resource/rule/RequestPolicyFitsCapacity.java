package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.Numbers;
import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import dev.drawbridge.port.Quantity;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A request policy fits its capacity: the values that may be requested, and the default. Source:
 * validateRequestPolicy, CapacityRequestPolicy.
 *
 * @param looksIntoLongLists whether it validates the entries of a list of valid values that is too long
 */
public record RequestPolicyFitsCapacity(Arithmetic arithmetic, boolean looksIntoLongLists) implements ObjectRule {

    private static final String DEFAULT = "default";
    private static final String VALUES = "validValues";
    private static final String RANGE = "validRange";
    private static final String MIN = "min";
    private static final String MAX = "max";
    private static final String STEP = "step";
    private static final List<String> FIELDS = List.of(MIN, MAX, STEP);

    /** DiscreteMaxOptions. */
    private static final int MAX_VALUES = 10;

    /** A release's arithmetic on ranges. */
    public enum Arithmetic {
        /** 64-bit integers without overflow checks; a step of 0 crashes the server. */
        UNCHECKED,
        /** 64-bit integers; larger values are refused. */
        INTEGERS,
        /** 64-bit integers, or thousandths for other numbers. */
        THOUSANDTHS
    }

    private static final String NO_MORE = "must not exceed the capacity";
    private static final String OF_POLICY = "requestPolicy";
    private static final String OF_DEFAULT = OF_POLICY + ".default";
    private static final String OF_VALUES = OF_POLICY + ".validValues";
    private static final String OF_RANGE = OF_POLICY + ".validRange";
    private static final String OF_MIN = OF_RANGE + ".min";
    private static final String OF_MAX = OF_RANGE + ".max";
    private static final String OF_STEP = OF_RANGE + ".step";

    // @formatter:off
    private static final Demand ONE = ofPolicy(OF_POLICY, "must have validValues or validRange, not both",
        "default: 10Gi, validValues: [10Gi]", "default: 10Gi, validValues: [10Gi], validRange: {min: 1Gi}",
        OF_VALUES, OF_RANGE);
    private static final Demand DEFAULT_SET = ofPolicy(OF_DEFAULT, "is required when validValues or validRange is set",
        "default: 10Gi, validValues: [10Gi]", "validValues: [10Gi]", OF_VALUES, OF_RANGE);
    private static final Demand SORTED = ofPolicy(OF_VALUES, "must be sorted in ascending order",
        "default: 10Gi, validValues: [10Gi, 20Gi]", "default: 10Gi, validValues: [20Gi, 10Gi]");
    private static final Demand INCLUDES_DEFAULT = ofPolicy(OF_VALUES, "must include the default",
        "default: 10Gi, validValues: [10Gi, 20Gi]", "default: 10Gi, validValues: [20Gi, 40Gi]", OF_DEFAULT);
    private static final Demand VALUES_WITHIN = ofPolicy(OF_VALUES, NO_MORE,
        "default: 10Gi, validValues: [10Gi]", "default: 10Gi, validValues: [10Gi, 90Gi]", "value");
    private static final Demand MIN_WITHIN = ofRange(OF_MIN, NO_MORE,
        "min: 1Gi", "min: 90Gi", "value");
    private static final Demand MAX_WITHIN = ofRange(OF_MAX, NO_MORE,
        "min: 1Gi, max: 80Gi", "min: 1Gi, max: 90Gi", "value");
    private static final Demand MIN_SET = ofRange(OF_MIN, "is required when validRange is set",
        "min: 1Gi", "");
    private static final Demand MAX_FROM_MIN = ofRange(OF_MAX, "must be at least min",
        "min: 1Gi, max: 80Gi", "min: 2Gi, max: 1Gi", OF_MIN);
    private static final Demand DEFAULT_FROM_MIN = ofRange(OF_DEFAULT, "must be at least min",
        "min: 1Gi", "min: 20Gi", OF_MIN);
    private static final Demand DEFAULT_TO_MAX = ofRange(OF_DEFAULT, "must not exceed max",
        "min: 1Gi, max: 20Gi", "min: 1Gi, max: 2Gi", OF_MAX);
    private static final Demand MIN_TO_DEFAULT = ofRange(OF_MIN, "must not exceed the default",
        "min: 1Gi", "min: 20Gi", OF_DEFAULT);
    private static final Demand MAX_FROM_DEFAULT = ofRange(OF_MAX, "must be at least the default",
        "min: 1Gi, max: 20Gi", "min: 1Gi, max: 2Gi", OF_DEFAULT);
    private static final Demand STEP_POSITIVE = ofRange(OF_STEP, "must be greater than 0",
        "min: 1Gi, step: 1Gi", "min: 1Gi, step: 0");
    private static final Demand STEP_NOT_ZERO = ofRange(OF_STEP, "must not be 0 in 64 bits: it crashes the API server",
        "min: 1Gi, step: 1Gi", "min: 1Gi, step: 0");
    private static final Demand STEP_WITHIN = ofRange(OF_STEP, "min plus step must not exceed the capacity",
        "min: 10Gi, step: 1Gi", "min: 10Gi, step: 80Gi", "value", OF_MIN);
    private static final Demand DEFAULT_IN_STEPS = ofRange(OF_STEP, "default must equal min plus a multiple of step",
        "min: 2Gi, step: 4Gi", "min: 2Gi, step: 3Gi", OF_DEFAULT, OF_MIN);
    private static final Demand MAX_IN_STEPS = ofRange(OF_STEP, "max must equal min plus a multiple of step",
        "min: 2Gi, max: 18Gi, step: 4Gi", "min: 2Gi, max: 20Gi, step: 4Gi", OF_MAX, OF_MIN);
    // @formatter:on

    private static final Demand FEW =
            new Demand(Origin.MAX_ITEMS, OF_VALUES, "must be no more than " + MAX_VALUES + " items");

    private static final Demand UNIQUE = new Demand(Origin.UNIQUE, OF_VALUES, "must be unique")
            .example(
                    policy("default: 10Gi, validValues: [10Gi, 20Gi]"),
                    policy("default: 10Gi, validValues: [10Gi, 10Gi]"));

    private static final Demand WITHIN = new Demand(Origin.REQUEST_POLICY, NO_MORE).dependingOn("value");

    private static final Demand INTEGER = new Demand(Origin.REQUEST_POLICY, "must be between 0 and 2^63-1");

    private static final Demand THOUSANDTHS_FIT =
            new Demand(Origin.REQUEST_POLICY, "must fit in 64 bits as a number of thousandths");

    @Override
    public List<Demand> demands() {
        List<Demand> demands = new ArrayList<>(List.of(ONE, DEFAULT_SET, FEW, SORTED, VALUES_WITHIN, UNIQUE));
        demands.addAll(List.of(INCLUDES_DEFAULT, MIN_SET, MIN_WITHIN, MAX_WITHIN, MAX_FROM_MIN));
        demands.addAll(
                arithmetic == Arithmetic.UNCHECKED
                        ? List.of(MIN_TO_DEFAULT, MAX_FROM_DEFAULT, STEP_NOT_ZERO)
                        : List.of(DEFAULT_FROM_MIN, DEFAULT_TO_MAX, STEP_POSITIVE));
        demands.addAll(List.of(STEP_WITHIN, DEFAULT_IN_STEPS, MAX_IN_STEPS));
        if (arithmetic != Arithmetic.UNCHECKED) {
            demands.addAll(ofEach(INTEGER, "1", "min: 0, step: 1"));
        }
        if (arithmetic == Arithmetic.THOUSANDTHS) {
            demands.addAll(ofEach(THOUSANDTHS_FIT, "0.5", "min: '0.5'"));
        }
        return demands;
    }

    /** The demand on each number that is calculated with, which does not hold of 10^19. */
    private static List<Demand> ofEach(Demand demand, String fallback, String valid) {
        String capacity = "{value: '1e21', requestPolicy: {default: ";
        String works = capacity + "'2', validRange: {" + valid + "}}}";
        List<Demand> demands = new ArrayList<>();
        demands.add(demand.at(OF_DEFAULT).example(works, capacity + "'1e19', validRange: {" + valid + "}}}"));
        for (String field : FIELDS) {
            String others = valid.replaceAll("(^|, )" + field + ": [^,]*", "");
            String separator = others.isEmpty() || others.startsWith(",") ? "" : ", ";
            demands.add(demand.at(OF_RANGE + "." + field)
                    .example(
                            works,
                            capacity + "'" + fallback + "', validRange: {" + field + ": '1e19'" + separator + others
                                    + "}}}"));
        }
        return demands;
    }

    private static String policy(String fields) {
        return "{value: 80Gi, requestPolicy: {" + fields + "}}";
    }

    /** A demand on a field of a policy, which depends on others, with a valid and an invalid policy. */
    private static Demand ofPolicy(String field, String sentence, String valid, String invalid, String... others) {
        return new Demand(Origin.REQUEST_POLICY, field, sentence)
                .dependingOn(others)
                .example(policy(valid), policy(invalid));
    }

    /** A demand on a field of a policy, with a valid and an invalid range for the default 10Gi. */
    private static Demand ofRange(String field, String sentence, String valid, String invalid, String... others) {
        String begin = "default: 10Gi, validRange: {";
        return ofPolicy(field, sentence, begin + valid + "}", begin + invalid + "}", others);
    }

    @Override
    public void check(ObjectValue capacity, @Nullable ObjectValue old, ValidationContext context) {
        if (!(capacity.get("requestPolicy") instanceof ObjectValue policy)) {
            return;
        }
        Quantity most = Numbers.quantity(capacity.get("value"));
        ValidationContext at = context.at("requestPolicy");
        boolean hasValues = policy.list(VALUES).size() > 0;
        boolean hasRange = policy.get(RANGE) instanceof ObjectValue;
        if (hasValues && hasRange) {
            at.report(ErrorType.FORBIDDEN, null, ONE);
        } else if ((hasValues || hasRange) && !policy.has(DEFAULT)) {
            at.report(ErrorType.REQUIRED, null, DEFAULT_SET, DEFAULT);
        } else if (hasValues) {
            values(policy.list(VALUES), Numbers.quantity(policy.get(DEFAULT)), most, at.at(VALUES));
        } else if (hasRange) {
            range(policy.object(RANGE), Numbers.quantity(policy.get(DEFAULT)), most, at);
        }
    }

    private void values(ListValue values, Quantity fallback, Quantity most, ValidationContext context) {
        if (values.size() > MAX_VALUES) {
            context.reportExcess(ErrorType.TOO_MANY, null, FEW, values.size());
        }
        boolean validated = looksIntoLongLists || values.size() <= MAX_VALUES;
        Set<Object> seen = new HashSet<>();
        boolean hasDefault = false;
        for (int i = 0; i < values.size(); i++) {
            Quantity one = Numbers.quantity(values.get(i));
            ValidationContext at = context.at(i);
            if (i > 0 && Numbers.quantity(values.get(i - 1)).compareTo(one) > 0) {
                at.report(ErrorType.INVALID, values.get(i), SORTED);
            }
            if (validated && one.compareTo(most) > 0) {
                at.report(ErrorType.INVALID, values.get(i), WITHIN.adding("it is " + most));
            }
            if (validated && !seen.add(key(one))) {
                at.report(ErrorType.DUPLICATE, values.get(i), UNIQUE);
            }
            hasDefault |= validated && one.equals(fallback);
        }
        if (!hasDefault) {
            context.report(ErrorType.INVALID, null, INCLUDES_DEFAULT.adding("it is " + fallback));
        }
    }

    /** The key for uniqueness: with thousandths, it includes how the value is written. */
    private Object key(Quantity value) {
        return arithmetic == Arithmetic.THOUSANDTHS ? value.decimals() : Long.valueOf(value.value());
    }

    private void range(ObjectValue range, Quantity fallback, Quantity most, ValidationContext context) {
        if (!range.has(MIN)) {
            context.report(ErrorType.REQUIRED, null, MIN_SET, RANGE, MIN);
            return;
        }
        Quantity min = Numbers.quantity(range.get(MIN));
        invalidIf(min.compareTo(most) > 0, range, MIN, () -> WITHIN.adding("it is " + most), context);
        if (fallback.compareTo(min) < 0) {
            defaultOutOf(
                    MIN, DEFAULT_FROM_MIN.adding("it is " + min), MIN_TO_DEFAULT.adding("it is " + fallback), context);
        }
        if (range.has(MAX)) {
            Quantity max = Numbers.quantity(range.get(MAX));
            invalidIf(min.compareTo(max) > 0, range, MAX, () -> MAX_FROM_MIN.adding("it is " + min), context);
            invalidIf(max.compareTo(most) > 0, range, MAX, () -> WITHIN.adding("it is " + most), context);
            if (fallback.compareTo(max) > 0) {
                Demand ofBound = MAX_FROM_DEFAULT.adding("it is " + fallback);
                defaultOutOf(MAX, DEFAULT_TO_MAX.adding("it is " + max), ofBound, context);
            }
        }
        boolean thousandths = arithmetic == Arithmetic.THOUSANDTHS && hasFraction(range, fallback);
        boolean isFitting =
                !thousandths || allFit(Quantity::fitsThousandths, THOUSANDTHS_FIT, range, fallback, context);
        if (isFitting && range.has(STEP)) {
            step(range, fallback, most, thousandths, context);
        }
    }

    private static boolean hasFraction(ObjectValue range, Quantity fallback) {
        return !fallback.isInteger()
                || FIELDS.stream()
                        .anyMatch(field -> !Numbers.quantity(range.get(field)).isInteger());
    }

    private static boolean allFit(
            Predicate<Quantity> fits, Demand demand, ObjectValue range, Quantity fallback, ValidationContext context) {
        boolean fit = fits.test(fallback);
        invalidDefaultIf(!fit, demand, context);
        for (String field : FIELDS) {
            boolean isFitting = !range.has(field) || fits.test(Numbers.quantity(range.get(field)));
            invalidIf(!isFitting, range, field, () -> demand, context);
            fit &= isFitting;
        }
        return fit;
    }

    private void step(
            ObjectValue range, Quantity fallback, Quantity most, boolean thousandths, ValidationContext context) {
        Quantity step = Numbers.quantity(range.get(STEP));
        Quantity min = Numbers.quantity(range.get(MIN));
        if (step.sign() <= 0 && arithmetic != Arithmetic.UNCHECKED) {
            invalidIf(true, range, STEP, () -> STEP_POSITIVE, context);
            return;
        }
        invalidIf(min.plus(step).compareTo(most) > 0, range, STEP, () -> STEP_WITHIN.adding("it is " + most), context);
        if (arithmetic != Arithmetic.UNCHECKED
                && !thousandths
                && !allFit(Quantity::isUnsignedInt64, INTEGER, range, fallback, context)) {
            return;
        }
        ToLongFunction<Quantity> number = thousandths ? Quantity::thousandths : Quantity::value;
        long stride = number.applyAsLong(step);
        if (stride == 0) {
            invalidIf(true, range, STEP, () -> STEP_NOT_ZERO, context);
            return;
        }
        long first = number.applyAsLong(min);
        boolean isDefaultOff = (number.applyAsLong(fallback) - first) % stride != 0;
        invalidIf(isDefaultOff, range, STEP, () -> DEFAULT_IN_STEPS.adding("default is " + fallback), context);
        if (range.has(MAX)) {
            Quantity max = Numbers.quantity(range.get(MAX));
            boolean isOff = (number.applyAsLong(max) - first) % stride != 0;
            invalidIf(isOff, range, STEP, () -> MAX_IN_STEPS.adding("max is " + max), context);
        }
    }

    /** The demand is made for a mistake only: what it adds, a quantity in canonical form, costs more than the check. */
    private static void invalidIf(
            boolean wrong, ObjectValue range, String field, Supplier<Demand> demand, ValidationContext context) {
        if (wrong) {
            context.report(ErrorType.INVALID, range.get(field), demand.get(), RANGE, field);
        }
    }

    private static void invalidDefaultIf(boolean wrong, Demand demand, ValidationContext context) {
        if (wrong) {
            context.report(ErrorType.INVALID, null, demand, DEFAULT);
        }
    }

    /** Before 1.37 the server named the bound of the range, since then the default. */
    private void defaultOutOf(String bound, Demand ofDefault, Demand ofBound, ValidationContext context) {
        if (arithmetic == Arithmetic.UNCHECKED) {
            context.report(ErrorType.INVALID, null, ofBound, RANGE, bound);
        } else {
            invalidDefaultIf(true, ofDefault, context);
        }
    }
}
