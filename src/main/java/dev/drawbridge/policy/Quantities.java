package dev.drawbridge.policy;

import dev.drawbridge.port.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Quantities as the API server writes them.
 *
 * <p>Source: {@code k8s.io/apimachinery/pkg/api/resource/quantity.go}, CanonicalizeBytes.
 */
final class Quantities {

    private static final Pattern FORM =
            Pattern.compile("[^a-zA-Z]*(?:(?<binary>[KMGTPE]i)|(?<exponent>[eE][-+0-9]+))?.*");

    private static final List<String> BINARY = List.of("", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei");
    private static final List<String> DECIMAL = List.of("n", "u", "m", "", "k", "M", "G", "T", "P", "E");
    private static final BigDecimal KIBI = BigDecimal.valueOf(1024);
    private static final BigDecimal KILO = BigDecimal.valueOf(1000);
    private static final int NANO = 9;
    private static final int STEP = 3;

    private Quantities() {}

    /** The quantity's only form; the text itself if it is not a quantity. */
    static String canonical(String text) {
        Quantity quantity = Quantity.unmarshal(text);
        if (quantity == null) {
            return text;
        }
        BigDecimal number = new BigDecimal(quantity.decimals()).setScale(NANO, RoundingMode.UP);
        Matcher form = FORM.matcher(text.strip());
        boolean matches = form.matches();
        if (number.signum() == 0) {
            return "0";
        }
        if (matches && form.group("binary") != null && number.abs().compareTo(KIBI) >= 0) {
            return scaled(number, KIBI, BINARY, 0);
        }
        if (matches && form.group("exponent") != null) {
            return exponent(number);
        }
        return scaled(number.movePointRight(NANO), KILO, DECIMAL, 0);
    }

    private static String scaled(BigDecimal number, BigDecimal step, List<String> suffixes, int first) {
        BigDecimal rest = number;
        int suffix = first;
        while (suffix < suffixes.size() - 1) {
            BigDecimal[] parts = rest.divideAndRemainder(step);
            if (parts[1].signum() != 0) {
                break;
            }
            rest = parts[0];
            suffix++;
        }
        return rest.stripTrailingZeros().toPlainString() + suffixes.get(suffix);
    }

    private static String exponent(BigDecimal number) {
        BigDecimal rest = number.movePointRight(NANO);
        int exponent = -NANO;
        for (BigDecimal[] parts = rest.divideAndRemainder(KILO);
                parts[1].signum() == 0;
                parts = rest.divideAndRemainder(KILO)) {
            rest = parts[0];
            exponent += STEP;
        }
        return rest.stripTrailingZeros().toPlainString() + (exponent == 0 ? "" : "e" + exponent);
    }
}
