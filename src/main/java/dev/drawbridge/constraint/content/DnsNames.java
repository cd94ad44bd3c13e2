package dev.drawbridge.constraint.content;

import org.jspecify.annotations.Nullable;

/**
 * Names according to RFC 1123, as Kubernetes checks them: characters {@code [a-z0-9-]}, and dots between the labels of
 * a subdomain.
 *
 * <p>Source: {@code k8s.io/apimachinery/pkg/util/validation}, IsDNS1123Label and IsDNS1123Subdomain.
 */
public final class DnsNames {

    /** The longest label, in characters. */
    public static final int MAX_LABEL = 63;

    /** The longest subdomain, in characters, including dots. */
    public static final int MAX_SUBDOMAIN = 253;

    private DnsNames() {}

    /** The error in a DNS label; null if there is none. */
    public static @Nullable String label(String text) {
        if (text.length() > MAX_LABEL) {
            return "must be no more than " + MAX_LABEL + " characters";
        }
        return isLabels(text, false)
                ? null
                : "must be a DNS label: lower case alphanumeric characters or '-', starting and ending with an"
                        + " alphanumeric character";
    }

    /** The error in a DNS subdomain; null if there is none. */
    public static @Nullable String subdomain(String text) {
        if (text.length() > MAX_SUBDOMAIN) {
            return "must be no more than " + MAX_SUBDOMAIN + " characters";
        }
        return isSubdomain(text)
                ? null
                : "must be a DNS subdomain: lower case alphanumeric characters, '-' or '.', starting and ending with"
                        + " an alphanumeric character";
    }

    /** The error in a prefix of a DNS subdomain, to which the server appends random letters. */
    public static @Nullable String subdomainPrefix(String text) {
        return subdomain(withoutTrailingDash(text));
    }

    /**
     * The prefix as the server validates it: a dash at the end is valid, since more follows. The server replaces the
     * dash and the character before it with a letter, so that any ASCII character is valid there.
     *
     * <p>Source: {@code k8s.io/apimachinery/pkg/api/validation/generic.go}, maskTrailingDash.
     */
    public static String withoutTrailingDash(String text) {
        boolean isMasked = text.length() > 1 && text.endsWith("-") && text.charAt(text.length() - 2) < 0x80;
        return isMasked ? text.substring(0, text.length() - 2) + "a" : text;
    }

    /** Whether the text has the form of a DNS subdomain, of any length. */
    public static boolean isSubdomain(String text) {
        return isLabels(text, true);
    }

    /** Whether the text has the form of a label that begins with a letter, of any length. */
    public static boolean isRfc1035Label(String text) {
        return isLabels(text, false) && text.charAt(0) > '9';
    }

    /** Matches {@code [a-z0-9]([-a-z0-9]*[a-z0-9])?} in one pass, repeated with dots between if dots are allowed. */
    private static boolean isLabels(String text, boolean dots) {
        boolean edge = true;
        char last = '.';
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (isLowerAlphanumeric(character)) {
                edge = false;
            } else if (edge || character != '-' && !(dots && character == '.' && last != '-')) {
                return false;
            } else {
                edge = character == '.';
            }
            last = character;
        }
        return !edge && last != '-';
    }

    private static boolean isLowerAlphanumeric(char character) {
        return character >= 'a' && character <= 'z' || character >= '0' && character <= '9';
    }
}
