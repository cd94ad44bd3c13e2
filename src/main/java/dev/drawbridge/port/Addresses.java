package dev.drawbridge.port;

import java.io.ByteArrayOutputStream;
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

    private static final Pattern DECIMAL = Pattern.compile("0*\\d{1,6}");
    private static final Pattern HEX = Pattern.compile("0*\\p{XDigit}{1,6}");

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
        String address = text.substring(0, slash);
        byte[] four = ipv4(address);
        byte[] bytes = four != null ? four : ipv6(address);
        String mask = text.substring(slash + 1);
        int length = number(mask, 10);
        if (bytes == null || length < 0 || length > 8 * bytes.length) {
            return null;
        }
        byte[] shown = bytes.length == IPV4_BYTES ? bytes : mapped(bytes);
        return text(shown) + '/' + length;
    }

    /**
     * The bytes of an address as {@code net/netip}, ParseAddr, reads it, except IPv4 written as IPv6; null if the text
     * is not one.
     */
    static byte @Nullable [] strict(String text) {
        if (text.indexOf(':') < 0) {
            return AddressProblem.of(text).isEmpty() ? ipv4(text) : null;
        }
        byte[] bytes = strictIpv6(text);
        return bytes == null || mapped(bytes) != bytes ? null : bytes;
    }

    /** The bytes of an IPv6 address as {@code net/netip}, ParseAddr, reads it; null if the text is not one. */
    static byte @Nullable [] strictIpv6(String text) {
        boolean isAddress = text.indexOf('%') < 0 && AddressProblem.of(text).isEmpty();
        return isAddress ? ipv6(text) : null;
    }

    static String text(byte[] bytes) {
        return bytes.length == IPV4_BYTES ? dotted(bytes) : canonical(bytes);
    }

    /** The number with these digits; negative if it has others, or is too large for a group. */
    private static int number(String digits, int base) {
        boolean isNumber = (base == 10 ? DECIMAL : HEX).matcher(digits).matches();
        return isNumber ? Integer.parseInt(digits, base) : -1;
    }

    private static byte @Nullable [] ipv4(String text) {
        String[] parts = text.split("\\.", -1);
        byte[] bytes = new byte[IPV4_BYTES];
        for (int i = 0; i < parts.length; i++) {
            int number = number(parts[i], 10);
            if (parts.length != IPV4_BYTES || number < 0 || number > 0xFF) {
                return null;
            }
            bytes[i] = (byte) number;
        }
        return bytes;
    }

    private static byte @Nullable [] ipv6(String text) {
        String[] halves = text.split("::", -1);
        byte[] begin = groups(halves[0], halves.length == 1);
        byte[] end = halves.length == 1 ? new byte[0] : groups(halves[1], true);
        if (halves.length > 2 || begin == null || end == null) {
            return null;
        }
        int written = begin.length + end.length;
        // The ellipsis is at least one group.
        if (halves.length == 1 ? written != IPV6_BYTES : written >= IPV6_BYTES) {
            return null;
        }
        byte[] bytes = Arrays.copyOf(begin, IPV6_BYTES);
        System.arraycopy(end, 0, bytes, IPV6_BYTES - end.length, end.length);
        return bytes;
    }

    /** The bytes of groups; at the end of an address the last may be IPv4. */
    private static byte @Nullable [] groups(String text, boolean isEnd) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        String[] groups = text.isEmpty() ? new String[0] : text.split(":", -1);
        for (int i = 0; i < groups.length; i++) {
            byte[] four = isEnd && i == groups.length - 1 ? ipv4(groups[i]) : null;
            int number = number(groups[i], 16);
            if (four != null) {
                bytes.writeBytes(four);
            } else if (number < 0 || number > 0xFFFF) {
                return null;
            } else {
                bytes.write(number >> 8);
                bytes.write(number);
            }
        }
        return bytes.toByteArray();
    }

    /** An IPv4 address written as IPv6, in Go's notation. */
    private static byte[] mapped(byte[] bytes) {
        for (int i = 0; i < 12; i++) {
            if (bytes[i] != (i < 10 ? 0 : (byte) 0xFF)) {
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
