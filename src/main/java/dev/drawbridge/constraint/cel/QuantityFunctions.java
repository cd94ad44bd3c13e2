package dev.drawbridge.constraint.cel;

import static dev.cel.common.types.SimpleType.*;
import static dev.drawbridge.constraint.cel.CelFunction.global;
import static dev.drawbridge.constraint.cel.CelFunction.member;
import static dev.drawbridge.constraint.cel.SelectorTypes.QUANTITY;

import dev.cel.runtime.CelEvaluationException;
import dev.drawbridge.port.Quantity;
import java.util.List;

/**
 * Functions of quantities.
 *
 * <p>Source: {@code k8s.io/apiserver/pkg/cel/library/quantity.go}.
 */
final class QuantityFunctions {

    // @formatter:off
    static final List<CelFunction> ALL = List.of(
        global("quantity",           "string_to_quantity",       QUANTITY, STRING)            .costing(CallCosts.READING).giving(String.class, QuantityFunctions::quantity),
        global("isQuantity",         "is_quantity_string",       BOOL,     STRING)            .costing(CallCosts.READING).giving(String.class, text -> Quantity.parse(text) != null),
        global("sign",               "quantity_sign",            INT,      QUANTITY)          .giving(Quantity.class, quantity -> (long) quantity.sign()),
        member("isInteger",          "quantity_is_integer",      BOOL,     QUANTITY)          .giving(Quantity.class, Quantity::isInt64),
        member("asInteger",          "quantity_get_int",         INT,      QUANTITY)          .giving(Quantity.class, QuantityFunctions::int64),
        member("asApproximateFloat", "quantity_get_float",       DOUBLE,   QUANTITY)          .giving(Quantity.class, Quantity::approximately),
        member("add",                "quantity_add",             QUANTITY, QUANTITY, QUANTITY).giving(Quantity.class, Quantity.class, Quantity::plus),
        member("add",                "quantity_add_int",         QUANTITY, QUANTITY, INT)     .giving(Quantity.class, Long.class, (one, other) -> one.plus(Quantity.of(other))),
        member("sub",                "quantity_sub",             QUANTITY, QUANTITY, QUANTITY).giving(Quantity.class, Quantity.class, Quantity::minus),
        member("sub",                "quantity_sub_int",         QUANTITY, QUANTITY, INT)     .giving(Quantity.class, Long.class, (one, other) -> one.minus(Quantity.of(other))),
        member("isGreaterThan",      "quantity_is_greater_than", BOOL,     QUANTITY, QUANTITY).giving(Quantity.class, Quantity.class, (one, other) -> one.compareTo(other) > 0),
        member("isLessThan",         "quantity_is_less_than",    BOOL,     QUANTITY, QUANTITY).giving(Quantity.class, Quantity.class, (one, other) -> one.compareTo(other) < 0),
        member("compareTo",          "quantity_compare_to",      INT,      QUANTITY, QUANTITY).giving(Quantity.class, Quantity.class, (one, other) -> (long) one.compareTo(other)));
    // @formatter:on

    private QuantityFunctions() {}

    private static Quantity quantity(String text) throws CelEvaluationException {
        return CelFunction.known(Quantity.parse(text), "quantities must match the regular expression of a quantity");
    }

    private static long int64(Quantity quantity) throws CelEvaluationException {
        if (!quantity.isInt64()) {
            throw new CelEvaluationException("cannot convert value to integer");
        }
        return quantity.value();
    }
}
