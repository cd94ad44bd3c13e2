package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.Demand;
import dev.drawbridge.constraint.Numbers;
import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.constraint.content.Quantity;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A request policy fits its capacity: the values that may be requested, and the default. Source:
 * validateRequestPolicy, CapacityRequestPolicy.
 */
public final class RequestPolicyFitsCapacity implements ObjectRule {
    private static final String DEFAULT = "default";
    private static final String VALUES = "validValues";
    private static final String RANGE = "validRange";
    private static final String MIN = "min";
    private static final String MAX = "max";
    private static final String STEP = "step";

    /** DiscreteMaxOptions. */
    private static final int MAX_VALUES = 10;

    /** How a release calculates with the numbers of a range. */
    public enum Arithmetic {
        /** With 64 bits, whatever becomes of larger numbers; a step of 0 crashes the server. */
        UNCHECKED,
        /** With 64 bits; what they do not hold is refused. */
        INTEGERS,
        /** The same, and with thousandths where a number is no integer. */
        THOUSANDTHS
    }

    private final Arithmetic arithmetic;
    private final boolean looksIntoLongLists;

    /**
     * The rule as the release has it.
     *
     * @param arithmetic how it calculates
     * @param looksIntoLongLists whether it looks into a list of valid values that is too long
     */
    public RequestPolicyFitsCapacity(Arithmetic arithmetic, boolean looksIntoLongLists) {
        this.arithmetic = arithmetic;
        this.looksIntoLongLists = looksIntoLongLists;
    }

    @Override
    public List<Demand> demands() {
        return List.of(new Demand(
                        Origin.REQUEST_POLICY,
                        "must have validValues or validRange, not both, with a default that fits, and nothing above"
                                + " the capacity")
                .example(
                        "{value: 80Gi, requestPolicy: {default: 10Gi, validValues: [10Gi, 20Gi]}}",
                        "{value: 80Gi, requestPolicy: {default: 10Gi, validValues: [20Gi, 40Gi]}}"));
    }

    @Override
    public void check(ObjectValue capacity, @Nullable ObjectValue old, ValidationContext place) {
        if (!(capacity.get("requestPolicy") instanceof ObjectValue policy)) {
            return;
        }
        Quantity most = Numbers.quantity(capacity.get("value"));
        place.enter("requestPolicy");
        boolean hasValues = policy.list(VALUES).size() > 0;
        boolean hasRange = policy.get(RANGE) instanceof ObjectValue;
        if (hasValues && hasRange) {
            place.report(
                    ErrorType.FORBIDDEN, null, "must have validValues or validRange, not both", Origin.REQUEST_POLICY);
        } else if ((hasValues || hasRange) && !policy.has(DEFAULT)) {
            place.report(
                    ErrorType.REQUIRED,
                    null,
                    "is required when validValues or validRange is set",
                    Origin.REQUEST_POLICY,
                    DEFAULT);
        } else if (hasValues) {
            values(policy.list(VALUES), Numbers.quantity(policy.get(DEFAULT)), most, place);
        } else if (hasRange) {
            range(policy.object(RANGE), Numbers.quantity(policy.get(DEFAULT)), most, place);
        }
        place.leave();
    }

    private void values(ListValue values, Quantity fallback, Quantity most, ValidationContext place) {
        place.enter(VALUES);
        if (values.size() > MAX_VALUES) {
            String detail = "must be no more than " + MAX_VALUES + " items; found " + values.size();
            place.reportExcess(ErrorType.TOO_MANY, null, detail, Origin.MAX_ITEMS, values.size());
        }
        boolean validated = looksIntoLongLists || values.size() <= MAX_VALUES;
        Set<Object> seen = new HashSet<>();
        boolean hasDefault = false;
        for (int i = 0; i < values.size(); i++) {
            Quantity one = Numbers.quantity(values.get(i));
            place.enter(i);
            if (i > 0 && Numbers.quantity(values.get(i - 1)).compareTo(one) > 0) {
                place.report(
                        ErrorType.INVALID, values.get(i), "must be sorted in ascending order", Origin.REQUEST_POLICY);
            }
            if (validated && one.compareTo(most) > 0) {
                place.report(
                        ErrorType.INVALID,
                        values.get(i),
                        "must not exceed the capacity " + most,
                        Origin.REQUEST_POLICY);
            }
            if (validated && !seen.add(key(one))) {
                place.report(ErrorType.DUPLICATE, values.get(i), "must be unique", Origin.UNIQUE);
            }
            hasDefault |= validated && one.equals(fallback);
            place.leave();
        }
        if (!hasDefault) {
            place.report(ErrorType.INVALID, null, "must include the default " + fallback, Origin.REQUEST_POLICY);
        }
        place.leave();
    }

    /** What tells two values apart: with thousandths, also how they are written. */
    private Object key(Quantity value) {
        return arithmetic == Arithmetic.THOUSANDTHS ? value.decimals() : Long.valueOf(value.value());
    }

    private void range(ObjectValue range, Quantity fallback, Quantity most, ValidationContext place) {
        if (!range.has(MIN)) {
            place.report(
                    ErrorType.REQUIRED, null, "is required when validRange is set", Origin.REQUEST_POLICY, RANGE, MIN);
            return;
        }
        Quantity min = Numbers.quantity(range.get(MIN));
        place.enter(RANGE);
        invalidIf(min.compareTo(most) > 0, range, MIN, "must not exceed the capacity " + most, place);
        invalidDefaultIf(fallback.compareTo(min) < 0, MIN, "must be at least min " + min, place);
        if (range.has(MAX)) {
            Quantity max = Numbers.quantity(range.get(MAX));
            invalidIf(min.compareTo(max) > 0, range, MAX, "must be at least min " + min, place);
            invalidIf(max.compareTo(most) > 0, range, MAX, "must not exceed the capacity " + most, place);
            invalidDefaultIf(fallback.compareTo(max) > 0, MAX, "must not exceed max " + max, place);
        }
        boolean thousandths = arithmetic == Arithmetic.THOUSANDTHS && hasFraction(range, fallback);
        if (!thousandths || allFitThousandths(range, fallback, place)) {
            if (range.has(STEP)) {
                step(range, fallback, most, thousandths, place);
            }
        }
        place.leave();
    }

    private static boolean hasFraction(ObjectValue range, Quantity fallback) {
        return !fallback.isInteger()
                || !Numbers.quantity(range.get(MIN)).isInteger()
                || !Numbers.quantity(range.get(MAX)).isInteger()
                || !Numbers.quantity(range.get(STEP)).isInteger();
    }

    private boolean allFitThousandths(ObjectValue range, Quantity fallback, ValidationContext place) {
        boolean fit = fallback.fitsThousandths();
        invalidDefaultIf(!fit, DEFAULT, "must fit in 64 bits as a number of thousandths", place);
        for (String field : new String[] {MIN, MAX, STEP}) {
            boolean fits =
                    !range.has(field) || Numbers.quantity(range.get(field)).fitsThousandths();
            invalidIf(!fits, range, field, "must fit in 64 bits as a number of thousandths", place);
            fit &= fits;
        }
        return fit;
    }

    private void step(
            ObjectValue range, Quantity fallback, Quantity most, boolean thousandths, ValidationContext place) {
        Quantity step = Numbers.quantity(range.get(STEP));
        Quantity min = Numbers.quantity(range.get(MIN));
        if (step.sign() <= 0 && arithmetic != Arithmetic.UNCHECKED) {
            invalidIf(true, range, STEP, "must be greater than 0", place);
            return;
        }
        invalidIf(
                min.plus(step).compareTo(most) > 0,
                range,
                STEP,
                "min plus step must not exceed the capacity " + most,
                place);
        if (arithmetic != Arithmetic.UNCHECKED && !thousandths && !allFitIntegers(range, fallback, place)) {
            return;
        }
        long stride = thousandths ? step.thousandths() : step.value();
        if (stride == 0) {
            invalidIf(true, range, STEP, "must not be 0 in 64 bits: it crashes the API server", place);
            return;
        }
        long first = thousandths ? min.thousandths() : min.value();
        long defaultValue = thousandths ? fallback.thousandths() : fallback.value();
        invalidIf(
                (defaultValue - first) % stride != 0,
                range,
                STEP,
                "default must equal min plus a multiple of step; default is " + fallback,
                place);
        if (range.has(MAX)) {
            Quantity max = Numbers.quantity(range.get(MAX));
            long last = thousandths ? max.thousandths() : max.value();
            invalidIf(
                    (last - first) % stride != 0,
                    range,
                    STEP,
                    "max must equal min plus a multiple of step; max is " + max,
                    place);
        }
    }

    private boolean allFitIntegers(ObjectValue range, Quantity fallback, ValidationContext place) {
        boolean fit = fallback.isUnsignedInt64();
        invalidDefaultIf(!fit, DEFAULT, "must be between 0 and 2^63-1", place);
        for (String field : new String[] {MIN, MAX, STEP}) {
            boolean fits =
                    !range.has(field) || Numbers.quantity(range.get(field)).isUnsignedInt64();
            invalidIf(!fits, range, field, "must be between 0 and 2^63-1", place);
            fit &= fits;
        }
        return fit;
    }

    private static void invalidIf(
            boolean wrong, ObjectValue range, String field, String detail, ValidationContext place) {
        if (wrong) {
            Value bad = range.get(field);
            place.report(ErrorType.INVALID, bad, detail, Origin.REQUEST_POLICY, field);
        }
    }

    /** Before 1.37 the server named the bound of the range, since then the default. */
    private void invalidDefaultIf(boolean wrong, String bound, String detail, ValidationContext place) {
        if (!wrong) {
            return;
        }
        if (arithmetic == Arithmetic.UNCHECKED) {
            place.report(
                    ErrorType.INVALID,
                    null,
                    "of the range and the default: the default " + detail,
                    Origin.REQUEST_POLICY,
                    bound);
        } else {
            place.leave();
            place.report(ErrorType.INVALID, null, detail, Origin.REQUEST_POLICY, DEFAULT);
            place.enter(RANGE);
        }
    }
}
