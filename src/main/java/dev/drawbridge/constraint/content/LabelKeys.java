package dev.drawbridge.constraint.content;

import org.jspecify.annotations.Nullable;

/**
 * Keys and values of labels: {@code name} or {@code dns.subdomain/name}.
 *
 * <p>Source: {@code k8s.io/apimachinery/pkg/util/validation}, IsQualifiedName and IsValidLabelValue.
 */
public final class LabelKeys {

    /** The longest name part of a key, and the longest value, in characters. */
    public static final int MAX_NAME = 63;

    private static final String SHAPE =
            "alphanumeric characters, '-', '_' or '.', starting and ending with an alphanumeric character";

    private LabelKeys() {}

    /** The error in a qualified name, such as a label's key; null if there is none. */
    public static @Nullable String qualifiedName(String text) {
        int slash = text.indexOf('/');
        if (slash < 0) {
            return name(text);
        }
        if (text.indexOf('/', slash + 1) >= 0) {
            return "must be a name, or a DNS subdomain, '/' and a name: there is more than one '/'";
        }
        if (slash == 0) {
            return "must have a DNS subdomain before the '/'";
        }
        String prefix = DnsNames.subdomain(text.substring(0, slash));
        return prefix != null ? "the part before the '/' " + prefix : name(text.substring(slash + 1));
    }

    /** The error in a label's value, which may be empty; null if there is none. */
    public static @Nullable String labelValue(String text) {
        return text.isEmpty() ? null : name(text);
    }

    private static @Nullable String name(String text) {
        if (text.isEmpty()) {
            return "the name must not be empty";
        }
        if (text.length() > MAX_NAME) {
            return "the name must be no more than " + MAX_NAME + " characters";
        }
        return isName(text) ? null : "the name must consist of " + SHAPE;
    }

    /** Whether the text has the form of the name part of a key, of any length. */
    public static boolean isName(String text) {
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            boolean edge = i == 0 || i == text.length() - 1;
            if (!isAlphanumeric(character) && (edge || character != '-' && character != '_' && character != '.')) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    private static boolean isAlphanumeric(char character) {
        return character >= 'a' && character <= 'z'
                || character >= 'A' && character <= 'Z'
                || character >= '0' && character <= '9';
    }
}
