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

    /** Whether the address is in the network. */
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
