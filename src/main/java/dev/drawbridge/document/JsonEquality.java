package dev.drawbridge.document;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whether two values are the same JSON: the order of keys and the writing of numbers do not matter, and a key that
 * appears twice in one appears twice in the other. Values may be nested as deep as a reader lets them: the comparison
 * keeps its own stack.
 */
public final class JsonEquality {

    private JsonEquality() {}

    /** A pair that is still to be compared. */
    private record Pair(Value left, Value right) {}

    /** Whether both are the same; null is the same as null only. */
    public static boolean same(@Nullable Value left, @Nullable Value right) {
        if (left == null || right == null) {
            return left == right;
        }
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
            return one.size() == other.size()
                    && (one.hasRepeatedKey() ? pairEntries(one, other, contents) : pairKeys(one, other, contents));
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

    /** The first entry of a key with the first, the second with the second. */
    private static boolean pairEntries(ObjectValue left, ObjectValue right, Deque<Pair> contents) {
        Map<String, Deque<Value>> others = new HashMap<>();
        for (int i = 0; i < right.size(); i++) {
            others.computeIfAbsent(right.key(i), none -> new ArrayDeque<>()).add(right.value(i));
        }
        for (int i = 0; i < left.size(); i++) {
            Value other = others.getOrDefault(left.key(i), new ArrayDeque<>()).poll();
            if (other == null) {
                return false;
            }
            contents.push(new Pair(left.value(i), other));
        }
        return true;
    }

    private static boolean pairKeys(ObjectValue left, ObjectValue right, Deque<Pair> contents) {
        for (int i = 0; i < left.size(); i++) {
            Value other = right.get(left.key(i));
            if (other == null) {
                return false;
            }
            contents.push(new Pair(left.value(i), other));
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

    /** Compares digits and exponents, since arithmetic on numbers of a million digits takes minutes. */
    private static boolean sameNumber(String left, String right) {
        Decimal one = Decimal.of(left);
        Decimal other = Decimal.of(right);
        return one != null && one.equals(other);
    }

    /** A JSON number in normal form: no zeros at either end of the digits; zero has no digit, sign or exponent. */
    private record Decimal(boolean negative, String digits, long exponent) {

        private static final int MAX_EXPONENT_DIGITS = 17;

        /** Null if the exponent is beyond all counting: such numbers are compared by their text alone. */
        static @Nullable Decimal of(String text) {
            int mantissaEnd = Math.max(text.indexOf('e'), text.indexOf('E'));
            String mantissa = mantissaEnd < 0 ? text : text.substring(0, mantissaEnd);
            String exponent = mantissaEnd < 0 ? "0" : text.substring(mantissaEnd + 1);
            boolean negative = mantissa.startsWith("-");
            int point = mantissa.indexOf('.');
            String all = mantissa.substring(negative ? 1 : 0).replace(".", "");
            int first = 0;
            while (first < all.length() && all.charAt(first) == '0') {
                first++;
            }
            int end = all.length();
            while (end > first && all.charAt(end - 1) == '0') {
                end--;
            }
            if (first == end) {
                return new Decimal(false, "", 0);
            }
            if (exponent.length() > MAX_EXPONENT_DIGITS) {
                return null;
            }
            long scale = point < 0 ? 0 : mantissa.length() - point - 1;
            return new Decimal(
                    negative, all.substring(first, end), Long.parseLong(exponent) - scale + (all.length() - end));
        }
    }
}
