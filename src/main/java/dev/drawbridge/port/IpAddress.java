package dev.drawbridge.port;

import java.math.BigInteger;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An IP address in an expression. IPv4 written as IPv6, and addresses with a zone, are invalid.
 *
 * <p>Source: {@code net/netip}, Addr; {@code k8s.io/apiserver/pkg/cel/library/ip.go}, parseIPAddr.
 *
 * @param bits the address as a number
 */
public record IpAddress(BigInteger bits, boolean isIpv4) {

    static final int IPV4_BITS = 32;
    private static final int IPV6_BITS = 128;

    /** Parses an address; null if the text is not one. */
    public static @Nullable IpAddress parse(String text) {
        byte[] bytes = Addresses.strict(text);
        return bytes == null ? null : new IpAddress(new BigInteger(1, bytes), bytes.length * 8 == IPV4_BITS);
    }

    /** Why the text is not an address, in the words of the server. */
    public static String problem(String text) {
        String problem = addressProblem(text);
        String quoted = Strconv.quoted(text);
        if (!problem.isEmpty()) {
            return "IP Address " + quoted + " parse error during conversion from string: " + problem;
        }
        return text.contains("%")
                ? "IP address " + quoted + " with zone value is not allowed"
                : "IPv4-mapped IPv6 address " + quoted + " is not allowed";
    }

    /** Why {@code net/netip}, ParseAddr, refuses a text; empty if it reads it. */
    static String addressProblem(String text) {
        String message = AddressReader.problem(text);
        return message.isEmpty() ? "" : "ParseAddr(" + Strconv.quoted(text) + "): " + message;
    }

    /** The number of bits. */
    public int length() {
        return isIpv4 ? IPV4_BITS : IPV6_BITS;
    }

    /** The address with zeros after this number of bits. */
    public IpAddress masked(int prefixLength) {
        int rest = length() - prefixLength;
        return new IpAddress(bits.shiftRight(rest).shiftLeft(rest), isIpv4);
    }

    /** Whether it is in the network with this address and prefix length. */
    public boolean isIn(IpAddress network, int prefixLength) {
        return isIpv4 == network.isIpv4 && masked(prefixLength).equals(network.masked(prefixLength));
    }

    private boolean isIn(String network, int prefixLength) {
        return isIn(Objects.requireNonNull(parse(network)), prefixLength);
    }

    /** Whether it is 0.0.0.0 or {@code ::}. */
    public boolean isUnspecified() {
        return bits.signum() == 0;
    }

    /** Whether it is in 127.0.0.0/8, or is {@code ::1}. */
    public boolean isLoopback() {
        return isIpv4 ? isIn("127.0.0.0", 8) : bits.equals(BigInteger.ONE);
    }

    public boolean isLinkLocalMulticast() {
        // With any flags, as in Go.
        return isIpv4
                ? isIn("224.0.0.0", 24)
                : isIn("ff00::", 8) && bits.shiftRight(IPV6_BITS - 16).intValue() % 16 == 2;
    }

    public boolean isLinkLocalUnicast() {
        return isIpv4 ? isIn("169.254.0.0", 16) : isIn("fe80::", 10);
    }

    /** Whether it is a global unicast address, including private ones. */
    public boolean isGlobalUnicast() {
        boolean isBroadcast = isIpv4 && isIn("255.255.255.255", 32);
        return !isBroadcast
                && !isUnspecified()
                && !isLoopback()
                && !(isIpv4 ? isIn("224.0.0.0", 4) : isIn("ff00::", 8))
                && !isLinkLocalUnicast();
    }

    /** The address in canonical form. */
    @Override
    public String toString() {
        byte[] bytes = new byte[length() / 8];
        byte[] number = bits.toByteArray();
        for (int i = 1; i <= Math.min(bytes.length, number.length); i++) {
            bytes[bytes.length - i] = number[number.length - i];
        }
        return Addresses.text(bytes);
    }
}
