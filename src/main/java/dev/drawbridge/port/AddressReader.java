package dev.drawbridge.port;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads an IP address.
 *
 * <p>Source: {@code net/netip}, parseIPv4Fields and parseIPv6; {@code k8s.io/utils/net}, ParseIPSloppy, which differs
 * in leading zeros.
 */
final class AddressReader {

    private static final int GROUPS = 8;

    private final boolean allowsZeros;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** The number of bytes before {@code ::}; -1 if there is none. */
    private int ellipsis = -1;

    private AddressReader(boolean allowsZeros) {
        this.allowsZeros = allowsZeros;
    }

    /** Why a text is not an address, with the place; empty if it is one, which may have a zone. */
    static String problem(String text) {
        return new AddressReader(false).read(text);
    }

    /**
     * The 4 or 16 bytes of an address; null if the text is not one, or has a zone.
     *
     * @param allowsZeros whether numbers may have any number of leading zeros
     */
    static byte @Nullable [] bytes(String text, boolean allowsZeros) {
        AddressReader reader = new AddressReader(allowsZeros);
        if (text.indexOf('%') >= 0 || !reader.read(text).isEmpty()) {
            return null;
        }
        byte[] read = reader.bytes.toByteArray();
        if (reader.ellipsis < 0) {
            return read;
        }
        int after = read.length - reader.ellipsis;
        byte[] all = Arrays.copyOf(Arrays.copyOf(read, reader.ellipsis), 2 * GROUPS);
        System.arraycopy(read, reader.ellipsis, all, all.length - after, after);
        return all;
    }

    private String read(String text) {
        for (int i = 0; i < text.length(); i++) {
            switch (text.charAt(i)) {
                case '.' -> {
                    return ofIpv4(text);
                }
                case ':' -> {
                    return ofIpv6(text);
                }
                case '%' -> {
                    return "missing IPv6 address";
                }
                default -> {
                    // The first of these characters decides.
                }
            }
        }
        return "unable to parse IP";
    }

    private static String at(String message, String rest) {
        return message + " (at " + Strconv.quoted(rest) + ")";
    }

    private String ofIpv4(String text) {
        int value = 0;
        int digits = 0;
        int dots = 0;
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character >= '0' && character <= '9') {
                if (digits == 1 && value == 0 && !allowsZeros) {
                    return "IPv4 field has octet with leading zero";
                }
                value = value * 10 + character - '0';
                digits++;
                if (value > 0xFF) {
                    return "IPv4 field has value >255";
                }
            } else if (character != '.') {
                return at("unexpected character", text.substring(i));
            } else if (digits == 0 || i == text.length() - 1) {
                return at("IPv4 field must have at least one digit", text.substring(i));
            } else if (dots == 3) {
                return "IPv4 address too long";
            } else {
                bytes.write(value);
                dots++;
                value = 0;
                digits = 0;
            }
        }
        bytes.write(value);
        return dots < 3 ? "IPv4 address too short" : "";
    }

    private String ofIpv6(String text) {
        int zone = text.indexOf('%');
        if (zone == text.length() - 1) {
            return "zone must be a non-empty string";
        }
        String rest = zone < 0 ? text : text.substring(0, zone);
        ellipsis = rest.startsWith("::") ? 0 : -1;
        rest = ellipsis == 0 ? rest.substring(2) : rest;
        while (bytes.size() < 2 * GROUPS && !(bytes.size() == 0 && ellipsis == 0 && rest.isEmpty())) {
            int digits = 0;
            int value = 0;
            while (digits < rest.length()
                    && Character.digit(rest.charAt(digits), 16) >= 0
                    && rest.charAt(digits) < 0x80) {
                value = value * 16 + Character.digit(rest.charAt(digits), 16);
                digits++;
                if (allowsZeros ? value > 0xFFFF : digits > 4) {
                    return at("each group must have 4 or less digits", rest);
                }
            }
            if (digits == 0) {
                return at("each colon-separated field must have at least one digit", rest);
            }
            if (rest.startsWith(".", digits)) {
                if (ellipsis < 0 && bytes.size() != 2 * (GROUPS - 2)) {
                    return at("embedded IPv4 address must replace the final 2 fields of the address", rest);
                }
                if (bytes.size() > 2 * (GROUPS - 2)) {
                    return at("too many hex fields to fit an embedded IPv4 at the end of the address", rest);
                }
                String ofIpv4 = ofIpv4(rest);
                if (!ofIpv4.isEmpty()) {
                    return ofIpv4;
                }
                rest = "";
                break;
            }
            bytes.write(value >> 8);
            bytes.write(value);
            rest = rest.substring(digits);
            if (rest.isEmpty()) {
                break;
            }
            if (rest.charAt(0) != ':') {
                return at("unexpected character, want colon", rest);
            }
            if (rest.length() == 1) {
                return at("colon must be followed by more characters", rest);
            }
            rest = rest.substring(1);
            if (rest.startsWith(":")) {
                if (ellipsis >= 0) {
                    return at("multiple :: in address", rest);
                }
                ellipsis = bytes.size();
                rest = rest.substring(1);
                if (rest.isEmpty()) {
                    break;
                }
            }
        }
        if (!rest.isEmpty()) {
            return at("trailing garbage after address", rest);
        }
        if (bytes.size() < 2 * GROUPS) {
            return ellipsis >= 0 ? "" : "address string too short";
        }
        return ellipsis >= 0 ? "the :: must expand to at least one field of zeros" : "";
    }
}
