package dev.drawbridge.conformance;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Writes a value as YAML the way people do: in block style, in flow style, or in both with comments and anchors. The
 * seed decides on details such as quotes and indentation.
 */
final class StyledText {

    /** The style of a YAML text. */
    enum Style {
        BLOCK,
        FLOW,
        MIXED
    }

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z][A-Za-z0-9./-]*[A-Za-z]{4}");
    private static final int MIN_SHARED = 12;

    private final Style style;
    private final Random random;
    private final int step;
    private final boolean isIndentless;
    private final StringBuilder text = new StringBuilder();
    private final Map<String, String> anchors = new HashMap<>();
    private int comments;

    private StyledText(Style style, long seed) {
        this.style = style;
        this.random = new Random(seed);
        this.step = 2 + 2 * random.nextInt(2);
        this.isIndentless = random.nextBoolean();
    }

    /** The text. */
    static String of(Value value, Style style, long seed) {
        StyledText styled = new StyledText(style, seed);
        if (style == Style.FLOW) {
            styled.flow(value, 0);
            return styled.text.append('\n').toString();
        }
        styled.comment(0);
        styled.block((ObjectValue) value, 0, false);
        return styled.text.toString();
    }

    private boolean isMixed() {
        return style == Style.MIXED;
    }

    private void comment(int indent) {
        if (isMixed() && random.nextInt(4) == 0) {
            text.append(" ".repeat(indent)).append("# c").append(comments++).append(": about what follows\n");
        }
    }

    private void endLine() {
        if (isMixed() && random.nextInt(5) == 0) {
            text.append("  # c").append(comments++);
        }
        text.append('\n');
    }

    private void block(ObjectValue object, int indent, boolean isBegun) {
        for (int i = 0; i < object.size(); i++) {
            if (i > 0 || !isBegun) {
                comment(indent);
                text.append(" ".repeat(indent));
            }
            key(object.key(i));
            text.append(':');
            value(object.value(i), indent);
        }
    }

    private void value(Value value, int indent) {
        String alias = isMixed() ? alias(value) : null;
        boolean isFlow = isMixed() && random.nextInt(4) == 0;
        if (alias != null && alias.startsWith("*")) {
            text.append(' ').append(alias);
            endLine();
            return;
        }
        text.append(alias == null ? "" : " " + alias);
        if (value instanceof ObjectValue object && object.size() > 0 && !isFlow) {
            endLine();
            block(object, indent + step, false);
        } else if (value instanceof ListValue list && list.size() > 0 && !isFlow) {
            endLine();
            list(list, isIndentless ? indent : indent + step);
        } else {
            text.append(' ');
            flow(value, indent + step);
            endLine();
        }
    }

    private void list(ListValue list, int indent) {
        for (int i = 0; i < list.size(); i++) {
            comment(indent);
            text.append(" ".repeat(indent)).append("- ");
            if (list.get(i) instanceof ObjectValue object && object.size() > 0) {
                block(object, indent + 2, true);
            } else {
                flow(list.get(i), indent + 2);
                endLine();
            }
        }
    }

    /** An anchor for the first occurrence of a value, an alias for a repeated one; null for neither. */
    private @Nullable String alias(Value value) {
        String same = value.jsonBytes() < MIN_SHARED || value.jsonBytes() > 60 ? null : value.excerpt();
        if (same == null) {
            return null;
        }
        String known = anchors.get(same);
        if (known == null) {
            known = "a" + anchors.size();
            anchors.put(same, known);
            return "&" + known;
        }
        return "*" + known;
    }

    private void flow(Value value, int indent) {
        if (value instanceof ObjectValue object) {
            text.append('{');
            for (int i = 0; i < object.size(); i++) {
                separate(i, indent);
                key(object.key(i));
                text.append(": ");
                flow(object.value(i), indent + step);
            }
            text.append('}');
        } else if (value instanceof ListValue list) {
            text.append('[');
            for (int i = 0; i < list.size(); i++) {
                separate(i, indent);
                flow(list.get(i), indent + step);
            }
            text.append(']');
        } else if (value instanceof StringValue string) {
            text.append(scalar(string.value()));
        } else {
            text.append(value instanceof NullValue && isMixed() ? "~" : value.excerpt());
        }
    }

    private void separate(int index, int indent) {
        boolean isNewLine = style == Style.FLOW && random.nextInt(3) == 0 || isMixed() && random.nextInt(6) == 0;
        text.append(index == 0 ? "" : ",");
        if (!isNewLine) {
            text.append(index == 0 ? "" : " ");
            return;
        }
        if (isMixed()) {
            text.append(" # c").append(comments++);
        }
        text.append('\n').append(" ".repeat(Math.max(indent, 2)));
    }

    private void key(String key) {
        text.append(scalar(key));
    }

    private String scalar(String value) {
        boolean isPlain = PLAIN.matcher(value).matches() && !value.equals("false") && random.nextInt(4) > 0;
        boolean isSingle = value.chars().allMatch(sign -> sign >= ' ' && sign < 0x7f) && random.nextBoolean();
        return isPlain ? value : isSingle ? "'" + value.replace("'", "''") + "'" : quoted(value);
    }

    private static String quoted(String value) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < value.length(); i++) {
            char sign = value.charAt(i);
            if (sign == '"' || sign == '\\') {
                quoted.append('\\').append(sign);
            } else if (sign >= ' ' && sign < 0x7f) {
                quoted.append(sign);
            } else {
                quoted.append(String.format("\\u%04x", (int) sign));
            }
        }
        return quoted.append('"').toString();
    }
}
