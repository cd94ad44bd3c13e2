package dev.drawbridge.constraint.cel;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rule that estimates the maximum cost of a call, without its arguments, and the size of its result. */
interface CallCost {

    Estimate of(Call call);

    /** A call with its operands; the target is what a member function is called on, null for other functions. */
    record Call(Cost how, @Nullable Operand target, List<Operand> arguments) {

        Size size(int argument) {
            return arguments.get(argument).sizeOrUnknown();
        }

        /** The operand that a function reads: the target, or the first argument if there is none. */
        Operand subject() {
            return target == null ? arguments.get(0) : target;
        }

        Size size() {
            return subject().sizeOrUnknown();
        }

        /** An integer literal as an argument; the given default if it is not one, or is negative. */
        long integer(int argument, long otherwise) {
            return Math.max(0, arguments.get(argument).integer(otherwise));
        }
    }

    /** The estimate of a call, with the maximum size of its result; null if unknown. */
    record Estimate(long cost, @Nullable Size result) {

        static Estimate of(long cost) {
            return new Estimate(cost, null);
        }
    }
}
