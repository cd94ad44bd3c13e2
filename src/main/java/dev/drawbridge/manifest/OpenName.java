package dev.drawbridge.manifest;

import java.util.List;

/**
 * A name that {@link Placeholders} give others.
 *
 * @param parts the text around its placeholders; one part if it has none
 */
public record OpenName(List<String> parts) {

    /** The length of a text from which it may become any name: names have at most 253 characters. */
    private static final int MAX_LENGTH = 512;

    /** Nothing but placeholders. */
    private static final OpenName ANY = new OpenName(List.of("", ""));

    /** The name; one of which a part in braces is not understood may become any. */
    public static OpenName of(String name) {
        if (name.length() > MAX_LENGTH) {
            return ANY;
        }
        String[] parts = Placeholders.ANY.split(name, -1);
        return String.join("", parts).matches("[^{}]*") ? new OpenName(List.of(parts)) : ANY;
    }

    /** Whether it is nothing but placeholders, and may become any name. */
    public boolean isAny() {
        return parts.size() > 1 && parts.stream().allMatch(String::isEmpty);
    }

    /** Whether it is this name, or may become it. */
    public boolean mayBe(String name) {
        String first = parts.get(0);
        String last = parts.get(parts.size() - 1);
        if (parts.size() == 1 || !name.startsWith(first) || !name.endsWith(last)) {
            return parts.size() == 1 && name.equals(first);
        }
        int at = first.length();
        for (int i = 1; i < parts.size() - 1 && at >= 0; i++) {
            int found = name.indexOf(parts.get(i), at);
            at = found < 0 ? -1 : found + parts.get(i).length();
        }
        return at >= 0 && at <= name.length() - last.length();
    }
}
