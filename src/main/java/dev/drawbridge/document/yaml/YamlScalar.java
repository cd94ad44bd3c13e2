package dev.drawbridge.document.yaml;

import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Position;
import org.jspecify.annotations.Nullable;

/** A YAML scalar, a key or a value: its text without quotes, and the tag before it, in full; null for none. */
record YamlScalar(String text, boolean isPlain, @Nullable String tag, Position position) implements YamlNode {

    boolean isMerge() {
        return text.equals("<<")
                && (tag == null
                        ? isPlain
                        : tag.equals(YamlProperties.BARE_TAG) || tag.equals(YamlProperties.MERGE_TAG));
    }

    Value value() {
        if (tag == null && !isPlain || YamlProperties.BARE_TAG.equals(tag)) {
            return new StringValue(text, position);
        }
        Value value = tag == null ? YamlScalars.plain(text, position) : YamlScalars.tagged(tag, text, position);
        if (value == null) {
            String what = new StringValue(text, null).excerpt();
            throw new YamlException(
                    what + (tag == null ? "" : " with this tag") + " has no equivalent in JSON; quote it", position);
        }
        return value;
    }

    String key() {
        String key = tag == null && isPlain ? YamlScalars.plainKey(text) : textOf(value());
        if (key == null) {
            throw new YamlException("a key must be a string, a boolean or a 64-bit number", position);
        }
        return key;
    }

    private static @Nullable String textOf(Value value) {
        return value instanceof StringValue string
                ? string.value()
                : value instanceof NullValue ? null : value.excerpt();
    }
}
