package dev.drawbridge.document;

import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Whether two values are the same JSON: the order of keys and the writing of numbers do not matter. Values may be nested as deep as
 * a reader lets them: the comparison keeps its own stack.
 */
public final class JsonEquality {

    private JsonEquality() {}

    /** A pair that is still to be compared. */
    private record Pair(Value left, Value right) {}

    public static boolean same(Value left, Value right) {
        Deque<Pair> pairs = new ArrayDeque<>();
        pairs.push(new Pair(left, right));
        while (!pairs.isEmpty()) {
            Pair pair = pairs.pop();
            if (!sameButForContents(pair.left, pair.right, pairs)) {
                return false;
            }
        }
        return true;
    }

    private static boolean sameButForContents(Value left, Value right, Deque<Pair> contents) {
        if (left == right) {
            return true;
        }
        if (left instanceof ObjectValue one && right instanceof ObjectValue other) {
            return pairKeys(one, other, contents);
        }
        if (left instanceof ListValue one && right instanceof ListValue other) {
            return pairItems(one, other, contents);
        }
        if (left instanceof StringValue one && right instanceof StringValue other) {
            return one.value().equals(other.value());
        }
        if (left instanceof NumberValue one && right instanceof NumberValue other) {
            return one.text().equals(other.text()) || sameNumber(one.text(), other.text());
        }
        if (left instanceof BooleanValue one && right instanceof BooleanValue other) {
            return one.value() == other.value();
        }
        return left instanceof NullValue && right instanceof NullValue;
    }

    private static boolean pairKeys(ObjectValue left, ObjectValue right, Deque<Pair> contents) {
        for (int i = 0; i < left.size(); i++) {
            Value other = right.get(left.key(i));
            if (other == null) {
                return false;
            }
            contents.push(new Pair(left.value(i), other));
        }
        for (int i = 0; i < right.size(); i++) {
            if (left.indexOf(right.key(i)) < 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean pairItems(ListValue left, ListValue right, Deque<Pair> contents) {
        if (left.size() != right.size()) {
            return false;
        }
        for (int i = 0; i < left.size(); i++) {
            contents.push(new Pair(left.get(i), right.get(i)));
        }
        return true;
    }

    /** An exponent that no BigDecimal holds is compared by its text alone. */
    private static boolean sameNumber(String left, String right) {
        try {
            return new BigDecimal(left).compareTo(new BigDecimal(right)) == 0;
        } catch (NumberFormatException tooLarge) {
            return false;
        }
    }
}
