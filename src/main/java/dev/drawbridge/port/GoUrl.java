package dev.drawbridge.port;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A URL as Go reads it.
 *
 * <p>Source: Go, {@code net/url}, ParseRequestURI and Parse; of 1.26, which rejects {@code http://a:1:2}.
 *
 * @param scheme in lower case; empty if there is none
 * @param opaque the text after the scheme if it does not begin with a slash
 * @param user the user with password; empty if there is none
 * @param host the host with port, decoded
 * @param path as written; {@link #escapedPath} encodes it
 */
public record GoUrl(
        String scheme,
        String opaque,
        String user,
        String host,
        String path,
        @Nullable String query,
        String fragment) {

    private static final String UNRESERVED = "-_.~";
    private static final String OF_HOST = UNRESERVED + "!$&'()*+,;=:[]<>\"";
    private static final String OF_PATH = UNRESERVED + "$&+,/:;=@";
    private static final String LEFT_IN_PATH = OF_PATH + "!'()*[]%";
    private static final String OF_USER = UNRESERVED + ":!$&'()*+,;=%@";

    private static final Pattern SCHEME = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]*:");
    private static final Pattern PORT = Pattern.compile("(:[0-9]*)?");

    private static final class Malformed extends Exception {

        private static final long serialVersionUID = 1;

        Malformed(String message) {
            super(message, null, false, false);
        }
    }

    /** Whether the text is a URL or an absolute path. */
    public static boolean isUrl(String text) {
        try {
            read(text, "", true);
            return true;
        } catch (Malformed e) {
            return false;
        }
    }

    /** Parses a URL; null if the text is not one, or its fragment is malformed. */
    public static @Nullable GoUrl parse(String text) {
        try {
            return parsed(text);
        } catch (Malformed e) {
            return null;
        }
    }

    /** Why the text is not a URL, in the words of {@code net/url}. */
    public static String problem(String text) {
        try {
            parsed(text);
            return "";
        } catch (Malformed e) {
            return "parse " + Strconv.quoted(text) + ": " + e.getMessage();
        }
    }

    private static GoUrl parsed(String text) throws Malformed {
        read(text, "", true);
        int hash = text.indexOf('#');
        String fragment = hash < 0 ? "" : text.substring(hash + 1);
        unescaped(fragment, null, false);
        return read(hash < 0 ? text : text.substring(0, hash), fragment, false);
    }

    private static GoUrl read(String text, String fragment, boolean isRequest) throws Malformed {
        if (text.chars().anyMatch(character -> character < ' ' || character == '\u007f')) {
            throw new Malformed("net/url: invalid control character in URL");
        }
        if (text.isEmpty() && isRequest) {
            throw new Malformed("empty url");
        }
        if (text.equals("*")) {
            return new GoUrl("", "", "", "", "*", null, fragment);
        }
        int colon = endOfScheme(text);
        String scheme = text.substring(0, Math.max(colon, 0)).toLowerCase(Locale.ROOT);
        String rest = text.substring(colon + 1);
        int mark = rest.indexOf('?');
        String query = mark < 0 ? null : rest.substring(mark + 1);
        rest = mark < 0 ? rest : rest.substring(0, mark);
        if (!rest.startsWith("/")) {
            if (!scheme.isEmpty()) {
                return new GoUrl(scheme, rest, "", "", "", query, fragment);
            }
            if (isRequest || rest.split("/", 2)[0].contains(":")) {
                throw new Malformed(
                        isRequest ? "invalid URI for request" : "first path segment in URL cannot contain colon");
            }
        }
        boolean hasAuthority = rest.startsWith("//") && (!scheme.isEmpty() || !isRequest && !rest.startsWith("///"));
        int path = hasAuthority ? rest.indexOf('/', 2) : 0;
        String authority = hasAuthority ? rest.substring(2, path < 0 ? rest.length() : path) : "";
        rest = path < 0 ? "" : rest.substring(path);
        int at = authority.lastIndexOf('@');
        String host = host(scheme, authority.substring(at + 1));
        String user = at < 0 ? "" : user(authority.substring(0, at));
        unescaped(rest, null, false);
        return new GoUrl(scheme, "", user, host, rest, query, fragment);
    }

    /** The index of the colon after a scheme; -1 if there is none. */
    private static int endOfScheme(String text) throws Malformed {
        if (text.startsWith(":")) {
            throw new Malformed("missing protocol scheme");
        }
        Matcher scheme = SCHEME.matcher(text);
        return scheme.lookingAt() ? scheme.end() - 1 : -1;
    }

    private static String user(String text) throws Malformed {
        if (!text.chars().allMatch(character -> character < 0x80 && isOf((char) character, OF_USER))) {
            throw new Malformed("net/url: invalid userinfo");
        }
        return unescaped(text, null, false);
    }

    private static String host(String scheme, String text) throws Malformed {
        int bracket = text.lastIndexOf('[');
        if (bracket > 0) {
            throw new Malformed("invalid IP-literal");
        }
        if (bracket == 0) {
            return bracketed(text);
        }
        int first = text.indexOf(':');
        int last = text.lastIndexOf(':');
        boolean isStrict = scheme.equals("http") || scheme.equals("https");
        if (first >= 0 && !isPort(text.substring(isStrict ? first : last))) {
            throw new Malformed(
                    "invalid port " + Strconv.quoted(text.substring(isStrict ? first : last)) + " after host");
        }
        return unescaped(text, OF_HOST, false);
    }

    private static String bracketed(String text) throws Malformed {
        int end = text.lastIndexOf(']');
        if (end < 0 || !isPort(text.substring(end + 1))) {
            throw new Malformed(
                    end < 0
                            ? "missing ']' in host"
                            : "invalid port " + Strconv.quoted(text.substring(end + 1)) + " after host");
        }
        String inside = text.substring(1, end);
        int zone = inside.indexOf("%25");
        String address = unescaped(zone < 0 ? inside : inside.substring(0, zone), OF_HOST, false);
        String name = zone < 0 ? "" : unescaped(inside.substring(zone), OF_HOST, true);
        byte[] bytes = AddressReader.bytes(address, false);
        if (bytes == null || bytes.length * 8 == IpAddress.IPV4_BITS || name.equals("%")) {
            throw new Malformed("invalid host: " + IpAddress.addressProblem(address));
        }
        return "[" + address + name + "]" + text.substring(end + 1);
    }

    private static boolean isPort(String text) {
        return PORT.matcher(text).matches();
    }

    private static boolean isOf(char character, String others) {
        return character < 0x80 && Character.isLetterOrDigit(character) || others.indexOf(character) >= 0;
    }

    /**
     * Decodes percent codes.
     *
     * @param host the characters that a host may have unencoded; only others may be encoded; null if the text is not a
     *     host
     * @param isZone whether these may be encoded, too
     */
    private static String unescaped(String text, @Nullable String host, boolean isZone) throws Malformed {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < encoded.length; i++) {
            char character = (char) (encoded[i] & 0xFF);
            if (character != '%') {
                if (host != null && character < 0x80 && !isOf(character, host)) {
                    throw new Malformed(
                            "invalid character " + Strconv.quoted(String.valueOf(character)) + " in host name");
                }
                bytes.write(character);
                continue;
            }
            int high = i + 2 < encoded.length ? Character.digit(encoded[i + 1], 16) : -1;
            int low = i + 2 < encoded.length ? Character.digit(encoded[i + 2], 16) : -1;
            char decoded = (char) (high * 16 + low);
            if (high < 0 || low < 0 || host != null && decoded != '%' && !mayBeCoded(decoded, host, isZone)) {
                String escape = new String(encoded, i, Math.min(3, encoded.length - i), StandardCharsets.UTF_8);
                throw new Malformed("invalid URL escape " + Strconv.quoted(escape));
            }
            bytes.write(decoded);
            i += 2;
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static boolean mayBeCoded(char character, String host, boolean isZone) {
        return isZone ? character == ' ' || isOf(character, host) : character >= 0x80;
    }

    /** The host without port and brackets. */
    public String hostname() {
        String name = host.substring(0, host.length() - (hasPort() ? port().length() + 1 : 0));
        return name.startsWith("[") && name.endsWith("]") ? name.substring(1, name.length() - 1) : name;
    }

    /** The port; empty if there is none. */
    public String port() {
        return hasPort() ? host.substring(host.lastIndexOf(':') + 1) : "";
    }

    private boolean hasPort() {
        int colon = host.lastIndexOf(':');
        return colon >= 0 && isPort(host.substring(colon));
    }

    /** The path with percent codes. */
    public String escapedPath() {
        if (path.equals("*") || path.chars().allMatch(character -> isOf((char) character, LEFT_IN_PATH))) {
            return path;
        }
        StringBuilder escaped = new StringBuilder();
        for (byte one : Objects.requireNonNull(decoded(path)).getBytes(StandardCharsets.UTF_8)) {
            char character = (char) (one & 0xFF);
            if (isOf(character, OF_PATH)) {
                escaped.append(character);
            } else {
                escaped.append(String.format(Locale.ROOT, "%%%02X", (int) character));
            }
        }
        return escaped.toString();
    }

    /** Decodes percent codes; null if one is malformed. */
    private static @Nullable String decoded(String text) {
        try {
            return unescaped(text, null, false);
        } catch (Malformed e) {
            return null;
        }
    }

    /** The values of the query by name; malformed pairs are omitted. */
    public Map<String, List<String>> queryValues() {
        Map<String, List<String>> values = new LinkedHashMap<>();
        for (String part : query == null ? new String[0] : query.split("&")) {
            String[] sides = part.replace('+', ' ').split("=", 2);
            String name = decoded(sides[0]);
            String value = sides.length < 2 ? "" : decoded(sides[1]);
            if (!part.isEmpty() && !part.contains(";") && name != null && value != null) {
                values.computeIfAbsent(name, first -> new ArrayList<>()).add(value);
            }
        }
        return values;
    }
}
