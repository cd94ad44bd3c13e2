package dev.drawbridge.manifest;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Placeholders that other tools fill in before an object is applied: {@code ${VAR}} of Flux, with {@code :=} or {@code
 * :-} and a default, {@code ${schema.spec.name}} of kro, template actions in quotes, <code>"{{ .Values.name }}"</code>,
 * and values encrypted by SOPS.
 *
 * <p>Source: {@code github.com/fluxcd/pkg/envsubst}; opaque parameters and annotations are not searched.
 */
public final class Placeholders {

    private static final Pattern VARIABLE = Pattern.compile("\\$\\{[A-Za-z_][^}]*}");
    private static final Pattern ACTION = Pattern.compile("\\{\\{.*}}");

    /** One of them in a name; a default may be a variable. */
    static final Pattern ANY = Pattern.compile("\\$\\{[A-Za-z_](?:[^{}]|\\{[^{}]*})*}|\\{\\{[^{}]*}}|ENC\\[[^]]*]");

    /** The beginning of a value that SOPS has encrypted, also of the checksum that it adds to an object. */
    public static final String ENCRYPTED = "ENC[AES256_GCM,";

    /** Fields that are not searched. */
    private static final Set<String> CONTENT = Set.of("opaque", "annotations");

    private Placeholders() {}

    /** The first placeholder of an object; null if it has none. */
    public static @Nullable String in(Value object) {
        Deque<Value> open = new ArrayDeque<>();
        open.push(object);
        while (!open.isEmpty()) {
            Value value = open.pop();
            if (value instanceof StringValue text) {
                String found = in(text.value());
                if (found != null) {
                    return found;
                }
            } else if (value instanceof ListValue list) {
                for (int i = list.size() - 1; i >= 0; i--) {
                    open.push(list.get(i));
                }
            } else if (value instanceof ObjectValue fields) {
                for (int i = fields.size() - 1; i >= 0; i--) {
                    if (!CONTENT.contains(fields.key(i))) {
                        open.push(fields.value(i));
                    }
                }
            }
        }
        return null;
    }

    /** The first placeholder of an object outside of its metadata, on which no rule for the rest depends. */
    public static @Nullable String inContent(ObjectValue object) {
        return in(object.only(name -> !name.equals("metadata")));
    }

    public static boolean isIn(String text) {
        return in(text) != null;
    }

    private static @Nullable String in(String text) {
        if (text.contains(ENCRYPTED)) {
            return ENCRYPTED;
        }
        if (text.indexOf('{') < 0) {
            return null;
        }
        Matcher variable = VARIABLE.matcher(text);
        if (variable.find()) {
            return variable.group();
        }
        Matcher action = ACTION.matcher(text);
        return action.find() ? action.group() : null;
    }

    /** The text with these variables replaced; others get their default, or remain. */
    public static byte[] replaced(byte[] text, Map<String, String> variables) {
        if (variables.isEmpty()) {
            return text;
        }
        Substitution substitution = new Substitution(new HashMap<>(variables), false);
        String filled = VARIABLE.matcher(new String(text, StandardCharsets.UTF_8))
                .replaceAll(variable -> Matcher.quoteReplacement(substitution.ofOne(variable.group())));
        return filled.getBytes(StandardCharsets.UTF_8);
    }
}
