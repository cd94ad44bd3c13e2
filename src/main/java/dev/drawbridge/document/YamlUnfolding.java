package dev.drawbridge.document;

import dev.drawbridge.field.Position;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** A stream's nodes as values: aliases become what they stand for, within a limit for all of them. */
final class YamlUnfolding {

    private static final String OPENING = "[{";
    private static final Pattern ANCHOR = Pattern.compile("[0-9A-Za-z_-]+");

    private final long maxValues;
    private YamlOrigin origin;
    private long values;
    private final Map<Node, Boolean> open = new IdentityHashMap<>();

    YamlUnfolding(long maxValues) {
        this.maxValues = maxValues;
        this.origin = new YamlOrigin("", 0);
    }

    /** A document of the stream, which stands there. */
    Value value(Node node, YamlOrigin at) {
        origin = at;
        return value(node);
    }

    private Value value(Node node) {
        if (++values > maxValues) {
            throw new YamlUnfoldingException("aliases unfold to more than " + maxValues + " values", position(node));
        }
        String anchor = node.getAnchor();
        if (anchor != null && !ANCHOR.matcher(anchor).matches()) {
            throw new YamlUnfoldingException(
                    "an anchor has letters, digits, '_' and '-' of ASCII only", position(node));
        }
        if (node instanceof ScalarNode scalar) {
            return scalar(scalar);
        }
        if (open.put(node, true) != null) {
            throw new YamlUnfoldingException("an alias contains itself", position(node));
        }
        Value value = node instanceof SequenceNode list ? list(list) : object((MappingNode) node);
        open.remove(node);
        return value;
    }

    private ListValue list(SequenceNode node) {
        ListValue list = new ListValue(position(node));
        node.getValue().forEach(item -> list.add(item(item)));
        return list;
    }

    /** An entry; {@code [a:, b]} has the text {@code a:}, and no object. */
    private Value item(Node item) {
        if (item instanceof MappingNode pair
                && pair.getFlowStyle() == FlowStyle.FLOW
                && pair.getValue().size() == 1
                && pair.getValue().get(0).getKeyNode() instanceof ScalarNode key
                && key.getStartMark().getIndex() == pair.getStartMark().getIndex()) {
            String text = withColon(pair, key);
            if (text != null) {
                return new StringValue(text, position(key));
            }
        }
        return value(item);
    }

    /** A plain key of a flow whose colon is its own, since no blank follows it; null for every other. */
    private @Nullable String withColon(MappingNode node, ScalarNode key) {
        if (node.getFlowStyle() != FlowStyle.FLOW || key.getScalarStyle() != ScalarStyle.PLAIN) {
            return null;
        }
        String colon = origin.source().colonOfPlainText(origin.offset(key.getEndMark()));
        if (colon.isEmpty()) {
            return null;
        }
        if (OPENING.indexOf(colon.charAt(colon.length() - 1)) >= 0) {
            throw new YamlUnfoldingException(
                    "a blank must stand between ':' and what it is followed by", position(key));
        }
        return key.getValue() + colon.substring(0, colon.length() - 1);
    }

    private ObjectValue object(MappingNode node) {
        ObjectValue object = new ObjectValue(position(node));
        for (NodeTuple entry : node.getValue()) {
            ScalarNode key = entry.getKeyNode() instanceof ScalarNode scalar ? scalar : null;
            String text = key == null ? null : withColon(node, key);
            if (key != null && text == null && key.getValue().equals("<<") && isPlain(key)) {
                merge(entry.getValueNode(), object);
            } else {
                object.add(
                        text == null ? key(entry.getKeyNode()) : text,
                        value(entry.getValueNode()),
                        position(entry.getKeyNode()));
            }
        }
        return object;
    }

    /** The entries of another map, as keys of this one: a key that is there as well is there twice, and strict readers refuse it. */
    private void merge(Node source, ObjectValue into) {
        if (source instanceof SequenceNode sources) {
            sources.getValue().forEach(one -> mergeMap(one, into));
        } else {
            mergeMap(source, into);
        }
    }

    private void mergeMap(Node source, ObjectValue into) {
        if (!(source instanceof MappingNode) || !(value(source) instanceof ObjectValue from)) {
            throw new YamlUnfoldingException("<< must be given a map or a list of maps", position(source));
        }
        for (int i = 0; i < from.size(); i++) {
            into.add(from.key(i), from.value(i), from.keyPosition(i));
        }
    }

    private String key(Node node) {
        if (node instanceof ScalarNode scalar) {
            String text = isPlain(scalar) && !hasBareTag(scalar)
                    ? YamlScalars.plainKey(scalar.getValue())
                    : text(scalar(scalar));
            if (text != null) {
                return text;
            }
        }
        throw new YamlUnfoldingException("a key must be a text, a boolean, or a number of 64 bits", position(node));
    }

    private static @Nullable String text(Value key) {
        return key instanceof StringValue text ? text.value() : key instanceof NullValue ? null : key.excerpt();
    }

    private static boolean isPlain(Node node) {
        return node.getTag() == YamlTags.PLAIN || node.getTag().equals(Tag.MERGE);
    }

    private Value scalar(ScalarNode node) {
        String text = node.getValue();
        Position position = position(node);
        if (node.getScalarStyle() == ScalarStyle.DOUBLE_QUOTED) {
            refuseEscapedSurrogates(node);
        } else if (node.getScalarStyle() == ScalarStyle.LITERAL || node.getScalarStyle() == ScalarStyle.FOLDED) {
            refuseTabsInIndentation(node);
        }
        if (!isPlain(node)) {
            return node.getTag().equals(Tag.STR)
                    ? new StringValue(text, position)
                    : tagged(node.getTag(), text, position);
        }
        return hasBareTag(node)
                ? new StringValue(text, position)
                : known(YamlScalars.plain(text, position), text, position);
    }

    /** Whether a {@code !} says that a plain scalar is a text. */
    private static boolean hasBareTag(ScalarNode node) {
        Mark mark = node.getStartMark();
        return mark.getPointer() < mark.getBuffer().length && mark.getBuffer()[mark.getPointer()] == '!';
    }

    private Value tagged(Tag tag, String text, @Nullable Position position) {
        return known(YamlScalars.tagged(tag.getValue(), text, position), text + " as " + tag.getValue(), position);
    }

    private static Value known(@Nullable Value value, String text, @Nullable Position position) {
        if (value == null) {
            throw new YamlUnfoldingException("JSON cannot say " + text, position);
        }
        return value;
    }

    /** Go's reader takes a character beyond 16 bits as itself or by {@code \\U}, never as two escapes. */
    private void refuseEscapedSurrogates(ScalarNode node) {
        if (node.getValue().chars().anyMatch(c -> Character.isSurrogate((char) c))
                && origin.hasEscapedSurrogate(node.getStartMark(), node.getEndMark())) {
            throw new YamlUnfoldingException("\\u escapes no half of a character", position(node));
        }
    }

    private void refuseTabsInIndentation(ScalarNode node) {
        int begin = origin.offset(node.getStartMark());
        if (origin.source().hasTabInIndentation(begin, origin.offset(node.getEndMark()))) {
            throw new YamlUnfoldingException(
                    "a tab stands where the indentation of the text is looked for; use spaces", position(node));
        }
    }

    private Position position(Node node) {
        return origin.position(node.getStartMark());
    }
}
