package dev.drawbridge.port;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import java.nio.charset.StandardCharsets;

/** Quantities: the canonical form of one is one, and stays itself. */
public final class QuantityFuzzer {

    private QuantityFuzzer() {}

    /** Parses a quantity. */
    public static void fuzzerTestOneInput(FuzzedDataProvider data) {
        String text = new String(data.consumeRemainingAsBytes(), StandardCharsets.UTF_8);
        Quantity quantity = Quantity.unmarshal(text);
        if (Quantity.isUnmarshalled(text) != (quantity != null)) {
            throw new IllegalStateException("read and refused");
        }
        String canonical = Quantity.canonical(text);
        if (quantity == null) {
            return;
        }
        quantity.text();
        quantity.value();
        quantity.thousandths();
        quantity.approximately();
        if (quantity.plus(quantity).compareTo(quantity) < 0 != quantity.sign() < 0) {
            throw new IllegalStateException("the sum has another sign");
        }
        // An exponent above 1,000 counts as 1,000, also when it is read again.
        boolean isHuge = canonical.matches(".*e-?[0-9]{3,}");
        if (!isHuge && !Quantity.canonical(canonical).equals(canonical)) {
            throw new IllegalStateException("canonical: " + canonical + ", then " + Quantity.canonical(canonical));
        }
    }
}
