package dev.drawbridge.port;

/**
 * Why a text is not an IP address.
 *
 * <p>Source: {@code net/netip}, parseIPv4Fields and parseIPv6.
 */
final class AddressProblem {

    private static final int GROUPS = 8;

    private AddressProblem() {}

    /** The reason, with the place; empty if the text is an address, which may have a zone. */
    static String of(String text) {
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

    private static String ofIpv4(String text) {
        int value = 0;
        int digits = 0;
        int dots = 0;
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character >= '0' && character <= '9') {
                if (digits == 1 && value == 0) {
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
                dots++;
                value = 0;
                digits = 0;
            }
        }
        return dots < 3 ? "IPv4 address too short" : "";
    }

    private static String ofIpv6(String text) {
        int zone = text.indexOf('%');
        if (zone == text.length() - 1) {
            return "zone must be a non-empty string";
        }
        String rest = zone < 0 ? text : text.substring(0, zone);
        boolean hasEllipsis = rest.startsWith("::");
        rest = hasEllipsis ? rest.substring(2) : rest;
        int groups = 0;
        while (groups < GROUPS && !(groups == 0 && hasEllipsis && rest.isEmpty())) {
            int digits = 0;
            while (digits < rest.length()
                    && Character.digit(rest.charAt(digits), 16) >= 0
                    && rest.charAt(digits) < 0x80) {
                digits++;
                if (digits > 4) {
                    return at("each group must have 4 or less digits", rest);
                }
            }
            if (digits == 0) {
                return at("each colon-separated field must have at least one digit", rest);
            }
            if (rest.startsWith(".", digits)) {
                if (!hasEllipsis && groups != GROUPS - 2) {
                    return at("embedded IPv4 address must replace the final 2 fields of the address", rest);
                }
                if (groups > GROUPS - 2) {
                    return at("too many hex fields to fit an embedded IPv4 at the end of the address", rest);
                }
                String ofIpv4 = ofIpv4(rest);
                if (!ofIpv4.isEmpty()) {
                    return ofIpv4;
                }
                groups += 2;
                rest = "";
                break;
            }
            groups++;
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
                if (hasEllipsis) {
                    return at("multiple :: in address", rest);
                }
                hasEllipsis = true;
                rest = rest.substring(1);
                if (rest.isEmpty()) {
                    break;
                }
            }
        }
        if (!rest.isEmpty()) {
            return at("trailing garbage after address", rest);
        }
        if (groups < GROUPS) {
            return hasEllipsis ? "" : "address string too short";
        }
        return hasEllipsis ? "the :: must expand to at least one field of zeros" : "";
    }
}
