package dev.drawbridge.port;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * IP addresses with prefix lengths.
 *
 * <p>Source: {@code k8s.io/apimachinery/pkg/util/validation/ip.go}, IsValidInterfaceAddress; and IsValidCIDR, which up
 * to Kubernetes 1.32 accepted everything that {@code k8s.io/utils/net}, ParseCIDRSloppy, reads.
 */
public final class Addresses {

    private static final int IPV6_BYTES = 16;
    private static final int IPV4_BYTES = 4;

    private static final Pattern LENGTH = Pattern.compile("0*\\d{1,6}");

    /** Runs of two or more zero groups, the longest first. */
    private static final List<Pattern> ZEROS = IntStream.range(1, IPV6_BYTES / 2)
            .mapToObj(more -> Pattern.compile("(^|:)0(:0){" + (IPV6_BYTES / 2 - more) + "}(:|$)"))
            .toList();

    private Addresses() {}

    /** The address and prefix length in canonical form; null if the text is not one. */
    public static @Nullable String canonicalCidr(String text) {
        int slash = text.indexOf('/');
        if (slash < 0) {
            return null;
        }
        byte[] bytes = AddressReader.bytes(text.substring(0, slash), true);
        String mask = text.substring(slash + 1);
        int length = LENGTH.matcher(mask).matches() ? Integer.parseInt(mask) : -1;
        if (bytes == null || length < 0 || length > 8 * bytes.length) {
            return null;
        }
        return text(mapped(bytes)) + '/' + length;
    }

    /**
     * The bytes of an address as {@code net/netip}, ParseAddr, reads it, except IPv4 written as IPv6; null if the text
     * is not one.
     */
    static byte @Nullable [] strict(String text) {
        byte[] bytes = AddressReader.bytes(text, false);
        return bytes == null || mapped(bytes) != bytes ? null : bytes;
    }

    static String text(byte[] bytes) {
        return bytes.length == IPV4_BYTES ? dotted(bytes) : canonical(bytes);
    }

    /** An IPv4 address written as IPv6, in Go's notation. */
    private static byte[] mapped(byte[] bytes) {
        for (int i = 0; i < 12; i++) {
            if (bytes.length == IPV4_BYTES || bytes[i] != (i < 10 ? 0 : (byte) 0xFF)) {
                return bytes;
            }
        }
        return Arrays.copyOfRange(bytes, 12, IPV6_BYTES);
    }

    private static String dotted(byte[] bytes) {
        return (bytes[0] & 0xFF) + "." + (bytes[1] & 0xFF) + "." + (bytes[2] & 0xFF) + "." + (bytes[3] & 0xFF);
    }

    /** The notation of RFC 5952: the longest run of two or more zero groups, the first of equal ones, is "::". */
    private static String canonical(byte[] bytes) {
        String text = IntStream.range(0, bytes.length / 2)
                .mapToObj(i -> Integer.toHexString((bytes[2 * i] & 0xff) << 8 | bytes[2 * i + 1] & 0xff))
                .collect(Collectors.joining(":"));
        return ZEROS.stream()
                .filter(zeros -> zeros.matcher(text).find())
                .findFirst()
                .map(longest -> longest.matcher(text).replaceFirst("::"))
                .orElse(text);
    }
}
