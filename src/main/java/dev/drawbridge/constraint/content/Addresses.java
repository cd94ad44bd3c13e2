package dev.drawbridge.constraint.content;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * IP addresses with the length of their network, in the one canonical writing.
 *
 * <p>Source: {@code k8s.io/apimachinery/pkg/util/validation/ip.go}, IsValidInterfaceAddress.
 */
public final class Addresses {

    private static final Pattern IPV4 = Pattern.compile("(0|[1-9]\\d{0,2})(\\.(0|[1-9]\\d{0,2})){3}");
    private static final Pattern IPV6 = Pattern.compile("[0-9a-f:]*:[0-9a-f:]*");
    private static final Pattern LENGTH = Pattern.compile("0|[1-9]\\d{0,2}");
    private static final String SHAPE =
            "must be an IP address with its prefix length in canonical form, such as 192.0.2.5/24 or 2001:db8::5/64";

    private Addresses() {}

    /** What is wrong with the text as an interface's address; null where nothing is. */
    public static @Nullable String interfaceAddress(String text) {
        int slash = text.indexOf('/');
        if (slash < 0) {
            return SHAPE;
        }
        String address = text.substring(0, slash);
        String length = text.substring(slash + 1);
        boolean four = IPV4.matcher(address).matches();
        if (!LENGTH.matcher(length).matches() || !four && !IPV6.matcher(address).matches()) {
            return SHAPE;
        }
        byte[] bytes = bytes(address);
        boolean fits = bytes != null && Integer.parseInt(length) <= 8 * bytes.length;
        return fits && (four || canonical(bytes).equals(address)) ? null : SHAPE;
    }

    private static byte @Nullable [] bytes(String address) {
        try {
            return InetAddress.getByName(address).getAddress();
        } catch (UnknownHostException noAddress) {
            return null;
        }
    }

    /** As RFC 5952 writes it: the longest run of two or more zero groups, the first of equals, is "::". */
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
