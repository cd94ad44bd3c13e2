package dev.drawbridge.constraint.content;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Quantities, such as {@code 40Gi}, {@code 1.5}, {@code 250m} or {@code 1e3}.
 *
 * <p>Source: {@code k8s.io/apimachinery/pkg/api/resource/quantity.go}, ParseQuantity.
 */
public final class Quantities {

    private static final Pattern QUANTITY = Pattern.compile(
            "[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)(n|u|m|k|M|G|T|P|E|Ki|Mi|Gi|Ti|Pi|Ei|[eE][+-]?[0-9]+)?");

    private Quantities() {}

    /** What is wrong with the text as a quantity; null where nothing is. */
    public static @Nullable String quantity(String text) {
        return QUANTITY.matcher(text).matches()
                ? null
                : "must be a quantity: a decimal number and one of n u m k M G T P E Ki Mi Gi Ti Pi Ei, or an exponent";
    }
}
