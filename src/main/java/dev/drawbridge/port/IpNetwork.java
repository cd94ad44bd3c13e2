package dev.drawbridge.port;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An IP address with a prefix length in an expression.
 *
 * <p>Source: {@code net/netip}, Prefix; {@code k8s.io/apiserver/pkg/cel/library/cidr.go}.
 */
public record IpNetwork(IpAddress address, int prefixLength) {

    private static final Pattern LENGTH = Pattern.compile("0|[1-9]\\d{0,2}");

    /** Parses a network such as 10.0.0.0/8; null if the text is not one. */
    public static @Nullable IpNetwork parse(String text) {
        int slash = text.lastIndexOf('/');
        if (slash < 0 || !LENGTH.matcher(text.substring(slash + 1)).matches()) {
            return null;
        }
        IpAddress address = IpAddress.parse(text.substring(0, slash));
        int length = Integer.parseInt(text.substring(slash + 1));
        return address == null || length > address.length() ? null : new IpNetwork(address, length);
    }

    /** Why the text is not a network, in the words of the server. */
    public static String problem(String text) {
        int slash = text.lastIndexOf('/');
        String address = slash < 0 ? "" : IpAddress.addressProblem(text.substring(0, slash));
        String bits = text.substring(slash + 1);
        String problem;
        if (slash < 0) {
            problem = "no '/'";
        } else if (!address.isEmpty()) {
            problem = address;
        } else if (text.contains("%")) {
            problem = "IPv6 zones cannot be present in a prefix";
        } else if (!LENGTH.matcher(bits).matches()) {
            problem = bits.matches("[1-9]\\d{0,17}")
                    ? "prefix length out of range"
                    : "bad bits after slash: " + Strconv.quoted(bits);
        } else if (IpAddress.parse(text.substring(0, slash)) == null) {
            return "IPv4-mapped IPv6 address " + Strconv.quoted(text) + " is not allowed";
        } else {
            problem = "prefix length out of range";
        }
        return "network address parse error during conversion from string: netip.ParsePrefix(" + Strconv.quoted(text)
                + "): " + problem;
    }

    public boolean contains(IpAddress other) {
        return other.isIn(address, prefixLength);
    }

    /** Whether the whole other network is in this one. */
    public boolean contains(IpNetwork other) {
        return prefixLength <= other.prefixLength && contains(other.address);
    }

    /** The network with zeros after its prefix. */
    public IpNetwork masked() {
        return new IpNetwork(address.masked(prefixLength), prefixLength);
    }

    @Override
    public String toString() {
        return address + "/" + prefixLength;
    }
}
