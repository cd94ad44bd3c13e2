package dev.drawbridge.constraint.content;

import dev.drawbridge.port.Addresses;
import dev.drawbridge.port.Quantity;
import dev.drawbridge.port.SemanticVersion;
import dev.drawbridge.port.Times;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Checks quantities, times, versions and addresses: null if the string is valid, otherwise the error as the rest of a
 * sentence.
 */
public final class Scalars {

    private Scalars() {}

    /** Source: {@code k8s.io/apimachinery/pkg/api/resource}, ParseQuantity. */
    public static @Nullable String quantity(String text) {
        if (Quantity.isUnmarshalled(text)) {
            return null;
        }
        Matcher unit = UNIT.matcher(text.replace(" ", ""));
        String letter = unit.matches() ? unit.group(2).toUpperCase(Locale.ROOT) : "";
        String binary = unit.matches() ? unit.group(3).toLowerCase(Locale.ROOT) : "";
        String plain =
                unit.matches() ? unit.group(1) + (binary.isEmpty() ? letter.replace('K', 'k') : letter) + binary : "";
        return "must be a quantity: a decimal number and one of n u m k M G T P E Ki Mi Gi Ti Pi Ei, or an exponent"
                + (plain.isEmpty() ? "" : "; write " + plain);
    }

    /** A number with the letters of a unit of bytes, in any case. */
    private static final Pattern UNIT =
            Pattern.compile("([+-]?\\d+(?:\\.\\d+)?)([kmgtpe]?)(i?)b?(?:ytes?)?", Pattern.CASE_INSENSITIVE);

    /** A number of a version, or of its pre-release, with 19 digits or more. */
    private static final Pattern LONG_NUMBER = Pattern.compile("(^|[.-])\\d{19,}([.-]|$)");

    /** Source: {@code k8s.io/apimachinery/pkg/apis/meta/v1/time.go}, Time.UnmarshalJSON. */
    public static @Nullable String time(String text) {
        return Times.instant(text) == null ? "must be an RFC 3339 timestamp, such as 2026-01-01T00:00:00Z" : null;
    }

    /** Source: {@code k8s.io/kubernetes/pkg/apis/resource/structured/namedresources/validation}, semverRe. */
    public static @Nullable String semanticVersion(String text) {
        return SemanticVersion.isVersion(text)
                ? null
                : "must be a semantic version (semver.org 2.0.0): MAJOR.MINOR.PATCH, such as 1.2.3-rc.1";
    }

    /**
     * A version whose numbers, those of the pre-release included, have at most 18 digits, so that each fits into an
     * integer of CEL.
     *
     * <p>Source: {@code pkg/apis/resource/validation/validation.go}, semverRe, since Kubernetes 1.38.
     */
    public static @Nullable String shortSemanticVersion(String text) {
        String problem = semanticVersion(text);
        String numbered = text.split("\\+", 2)[0];
        return problem == null && LONG_NUMBER.matcher(numbered).find()
                ? "must have at most 18 digits in each number"
                : problem;
    }

    /**
     * An address with a prefix length, in any notation.
     *
     * <p>Source: {@code k8s.io/apimachinery/pkg/util/validation/ip.go}, IsValidCIDR up to Kubernetes 1.32.
     */
    public static @Nullable String cidr(String text) {
        return Addresses.canonicalCidr(text) == null
                ? "must be an IP address with its prefix length, such as 10.9.8.0/24 or 2001:db8::/64"
                : null;
    }

    /**
     * An address with a prefix length, in canonical form.
     *
     * <p>Source: {@code k8s.io/apimachinery/pkg/util/validation/ip.go}, IsValidInterfaceAddress.
     */
    public static @Nullable String interfaceAddress(String text) {
        return text.equals(Addresses.canonicalCidr(text))
                ? null
                : "must be an IP address with its prefix length in canonical form, such as 192.0.2.5/24 or"
                        + " 2001:db8::5/64";
    }
}
