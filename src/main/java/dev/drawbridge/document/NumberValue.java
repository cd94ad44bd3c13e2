package dev.drawbridge.document;

import dev.drawbridge.field.Position;
import dev.drawbridge.port.Strconv;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * A JSON number as it was written: {@code 1}, {@code 1.0} and {@code 1e0} are three texts, and Go's decoder takes only
 * the first for an integer.
 */
public final class NumberValue extends Value {

    private static final int LONG_DIGITS = 18;

    /** The digits of a long, with its sign; JSON has no leading zeros. */
    private static final int MAX_LONG_DIGITS = 20;

    /** The message for a number without {@link #decimal()}. */
    public static final String DECIMAL_LIMIT = "must be no more than 40 characters, and its exponent three digits";

    /** Beyond these, arithmetic may take minutes. */
    private static final int MAX_DECIMAL = 40;

    private static final int MAX_EXPONENT = 4;

    private static final double MIN_PLAIN = 1e-6;
    private static final double MAX_PLAIN = 1e21;

    private final String text;
    private final String written;

    public NumberValue(String text, @Nullable Position position) {
        this(text, text, position);
    }

    /**
     * A number that YAML writes in another way than JSON.
     *
     * @param written its text in the source, such as {@code 0x10}
     */
    public NumberValue(String text, String written, @Nullable Position position) {
        super(position);
        this.text = text;
        this.written = written;
    }

    /**
     * A floating-point number of 64 bits as Go's JSON encoder writes it: with an exponent below 1e-6 and from 1e21 on.
     * Null if it is too large.
     */
    public static @Nullable String ofFloat(String text) {
        double number = Double.parseDouble(text);
        if (Double.isInfinite(number)) {
            return null;
        }
        double size = Math.abs(number);
        return size != 0 && (size < MIN_PLAIN || size >= MAX_PLAIN)
                ? Strconv.shortest(number).replaceFirst("e-0", "e-")
                : Strconv.plain(number);
    }

    /** The number's text in the source. */
    public String written() {
        return written;
    }

    /** The number's own text. */
    public String text() {
        return text;
    }

    /** Whether the text is an integer between these bounds, both included. */
    public boolean isIntegerBetween(long min, long max) {
        if (!isInteger() || text.length() > MAX_LONG_DIGITS) {
            return false;
        }
        if (text.length() <= LONG_DIGITS) {
            long number = Long.parseLong(text);
            return number >= min && number <= max;
        }
        BigInteger number = new BigInteger(text);
        return number.compareTo(BigInteger.valueOf(min)) >= 0 && number.compareTo(BigInteger.valueOf(max)) <= 0;
    }

    /** The number; null if it is longer than 40 characters, or its exponent than three digits and a sign. */
    public @Nullable BigDecimal decimal() {
        int exponent = Math.max(text.indexOf('e'), text.indexOf('E'));
        boolean isFar = exponent >= 0 && text.length() - exponent - 1 > MAX_EXPONENT;
        return text.length() > MAX_DECIMAL || isFar ? null : new BigDecimal(text);
    }

    private boolean isInteger() {
        for (int i = text.charAt(0) == '-' ? 1 : 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    @Override
    public String shown() {
        return written;
    }

    @Override
    void write(JsonWriter out) {
        out.raw(text);
    }

    @Override
    long bytes(boolean escapesHtml) {
        return text.length();
    }

    @Override
    public String typeName() {
        return "a number";
    }
}
