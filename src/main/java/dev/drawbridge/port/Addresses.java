package dev.drawbridge.port;

import java.util.Arrays;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * IP addresses with prefix lengths.
 *
 * <p>Source: {@code k8s.io/apimachinery/pkg/util/validation/ip.go}, IsValidInterfaceAddress; and IsValidCIDR, which up
 * to Kubernetes 1.32 accepted everything that {@code k8s.io/utils/net}, ParseCIDRSloppy, reads.
 */
public final class Addresses {

    private static final Pattern IPV4 = Pattern.compile("(0|[1-9]\\d{0,2})(\\.(0|[1-9]\\d{0,2})){3}");
    private static final Pattern LONG_GROUP = Pattern.compile("\\p{XDigit}{5}");
    private static final Pattern IPV4_TAIL = Pattern.compile("[^.]*:((" + IPV4 + ")|[^.]*)");
    /** The limit of numbers in an address, as in Go. */
    private static final int BIG = 0xFFFFFF;

    private static final int IPV6_BYTES = 16;
    private static final int IPV4_BYTES = 4;

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
        int length = digits(mask, 0, 10) == mask.length() ? number(mask, 0, mask.length(), 10) : -1;
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
        if (IPV4.matcher(text).matches()) {
            return ipv4(text);
        }
        byte[] bytes = strictIpv6(text);
        return bytes == null || mapped(bytes) != bytes ? null : bytes;
    }

    /** The bytes of an IPv6 address as {@code net/netip}, ParseAddr, reads it; null if the text is not one. */
    static byte @Nullable [] strictIpv6(String text) {
        return LONG_GROUP.matcher(text).find() || !IPV4_TAIL.matcher(text).matches() ? null : ipv6(text);
    }

    static String text(byte[] bytes) {
        return bytes.length == IPV4_BYTES ? dotted(bytes) : canonical(bytes);
    }

    /** The end of the digits that begin here. */
    private static int digits(String text, int from, int base) {
        int end = from;
        while (end < text.length() && text.charAt(end) < 128 && Character.digit(text.charAt(end), base) >= 0) {
            end++;
        }
        return end;
    }

    /** The number; negative if there are no digits, or it is too large. */
    private static int number(String text, int from, int end, int base) {
        int number = from == end ? -1 : 0;
        for (int i = from; i < end && number >= 0; i++) {
            number = number * base + Character.digit(text.charAt(i), base);
            number = number >= BIG ? -1 : number;
        }
        return number;
    }

    private static byte @Nullable [] ipv4(String text) {
        byte[] bytes = new byte[IPV4_BYTES];
        int at = 0;
        for (int i = 0; i < IPV4_BYTES; i++) {
            if (i > 0) {
                if (at >= text.length() || text.charAt(at) != '.') {
                    return null;
                }
                at++;
            }
            int end = digits(text, at, 10);
            int number = number(text, at, end, 10);
            if (number < 0 || number > 0xFF) {
                return null;
            }
            bytes[i] = (byte) number;
            at = end;
        }
        return at == text.length() ? bytes : null;
    }

    private static byte @Nullable [] ipv6(String text) {
        byte[] bytes = new byte[IPV6_BYTES];
        int ellipsis = text.startsWith("::") ? 0 : -1;
        int at = ellipsis == 0 ? 2 : 0;
        int count = 0;
        while (count < IPV6_BYTES && (at < text.length() || ellipsis < 0)) {
            int end = digits(text, at, 16);
            int number = number(text, at, end, 16);
            if (number < 0 || number > 0xFFFF) {
                return null;
            }
            if (end < text.length() && text.charAt(end) == '.') {
                byte[] four = ipv4(text.substring(at));
                boolean fits = ellipsis >= 0 ? count + IPV4_BYTES <= IPV6_BYTES : count == IPV6_BYTES - IPV4_BYTES;
                if (four == null || !fits) {
                    return null;
                }
                System.arraycopy(four, 0, bytes, count, IPV4_BYTES);
                count += IPV4_BYTES;
                at = text.length();
                break;
            }
            bytes[count++] = (byte) (number >> 8);
            bytes[count++] = (byte) number;
            at = end;
            if (at == text.length()) {
                break;
            }
            if (text.charAt(at) != ':' || at + 1 == text.length()) {
                return null;
            }
            at++;
            if (text.charAt(at) == ':') {
                if (ellipsis >= 0) {
                    return null;
                }
                ellipsis = count;
                at++;
            }
        }
        return at == text.length() ? expanded(bytes, count, ellipsis) : null;
    }

    /** The bytes with zeros for the ellipsis, which is at least one group. */
    private static byte @Nullable [] expanded(byte[] bytes, int count, int ellipsis) {
        if (count == IPV6_BYTES || ellipsis < 0) {
            return count == IPV6_BYTES && ellipsis < 0 ? bytes : null;
        }
        byte[] all = new byte[IPV6_BYTES];
        System.arraycopy(bytes, 0, all, 0, ellipsis);
        System.arraycopy(bytes, ellipsis, all, IPV6_BYTES - (count - ellipsis), count - ellipsis);
        return all;
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
        int[] groups = new int[bytes.length / 2];
        for (int i = 0; i < groups.length; i++) {
            groups[i] = (bytes[2 * i] & 0xff) << 8 | bytes[2 * i + 1] & 0xff;
        }
        int start = -1;
        int longest = 1;
        for (int i = 0; i < groups.length; i++) {
            int run = 0;
            while (i + run < groups.length && groups[i + run] == 0) {
                run++;
            }
            if (run > longest) {
                start = i;
                longest = run;
            }
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < groups.length; i++) {
            if (i == start) {
                text.append("::");
                i += longest - 1;
            } else {
                text.append(text.isEmpty() || text.charAt(text.length() - 1) == ':' ? "" : ":")
                        .append(Integer.toHexString(groups[i]));
            }
        }
        return text.toString();
    }
}
