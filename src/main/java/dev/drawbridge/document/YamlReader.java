package dev.drawbridge.document;

import dev.drawbridge.field.Position;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * YAML streams (UTF-8) as values, with the scalars of {@code sigs.k8s.io/yaml}, which kubectl reads with: YAML 1.1, in which
 * {@code no} is false and {@code 012} is ten. Each value and key knows its line and column. Depth, size, and what aliases unfold to
 * are limited. Thread-safe.
 */
public final class YamlReader {

    /** What aliases may unfold a text to, as a multiple of its bytes. */
    private static final int MAX_UNFOLDING = 10;

    private static final int MIN_VALUES = 10_000;

    /** SnakeYAML recurses; deeper flows than this overflow a thread's stack. */
    private static final int MAX_DEPTH = 500;

    private final ReadLimits limits;

    public YamlReader(ReadLimits limits) {
        this.limits = limits;
    }

    /** The stream's documents, empty ones left out; the last one is unreadable where reading stopped. */
    public List<ReadResult> read(byte[] text) {
        List<ReadResult> results = new ArrayList<>();
        if (text.length > limits.maxBytes()) {
            results.add(new Unreadable(
                    "the text has " + text.length + " bytes; at most " + limits.maxBytes() + " are read", null));
            return results;
        }
        try {
            String decoded = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(text))
                    .toString();
            for (Node node : yaml().composeAll(new StringReader(decoded))) {
                Value value = new Unfolding(Math.max(MIN_VALUES, (long) MAX_UNFOLDING * text.length)).value(node);
                if (!(value instanceof NullValue)) {
                    results.add(new Document(value));
                }
            }
        } catch (CharacterCodingException e) {
            results.add(new Unreadable("the text is not UTF-8", null));
        } catch (MarkedYAMLException e) {
            results.add(new Unreadable(e.getProblem(), position(e.getProblemMark())));
        } catch (UnfoldingException e) {
            results.add(new Unreadable(e.getMessage(), e.position));
        } catch (YAMLException e) {
            results.add(new Unreadable(e.getMessage(), null));
        }
        return results;
    }

    private Yaml yaml() {
        LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(limits.maxBytes());
        options.setMaxAliasesForCollections(Integer.MAX_VALUE);
        options.setNestingDepthLimit(Math.min(limits.maxDepth(), MAX_DEPTH));
        options.setAllowDuplicateKeys(true);
        return new Yaml(new SafeConstructor(options));
    }

    private static @Nullable Position position(@Nullable Mark mark) {
        return mark == null ? null : new Position(mark.getLine() + 1, mark.getColumn() + 1);
    }

    /** Something that YAML allows and a JSON document cannot be. */
    private static final class UnfoldingException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final transient @Nullable Position position;

        UnfoldingException(String message, Node node) {
            super(message);
            this.position = position(node.getStartMark());
        }
    }

    /** One document's nodes as values: aliases become what they stand for. */
    private static final class Unfolding {

        private final long maxValues;
        private long values;
        private final Map<Node, Boolean> open = new IdentityHashMap<>();

        Unfolding(long maxValues) {
            this.maxValues = maxValues;
        }

        Value value(Node node) {
            if (++values > maxValues) {
                throw new UnfoldingException(
                        "the document's aliases unfold to more than " + maxValues + " values", node);
            }
            if (node instanceof ScalarNode scalar) {
                Position position = position(node.getStartMark());
                return scalar.isPlain()
                        ? YamlScalars.plain(scalar.getValue(), position)
                        : new StringValue(scalar.getValue(), position);
            }
            if (open.put(node, true) != null) {
                throw new UnfoldingException("an alias contains itself", node);
            }
            Value value = node instanceof SequenceNode list ? list(list) : object((MappingNode) node);
            open.remove(node);
            return value;
        }

        private ListValue list(SequenceNode node) {
            ListValue list = new ListValue(position(node.getStartMark()));
            node.getValue().forEach(item -> list.add(value(item)));
            return list;
        }

        private ObjectValue object(MappingNode node) {
            ObjectValue object = new ObjectValue(position(node.getStartMark()));
            List<Node> merged = new ArrayList<>();
            for (NodeTuple entry : node.getValue()) {
                if (entry.getKeyNode() instanceof ScalarNode key
                        && key.isPlain()
                        && key.getValue().equals("<<")) {
                    merged.add(entry.getValueNode());
                } else {
                    object.add(
                            key(entry.getKeyNode()),
                            value(entry.getValueNode()),
                            position(entry.getKeyNode().getStartMark()));
                }
            }
            Set<String> own = new HashSet<>();
            for (int i = 0; i < object.size(); i++) {
                own.add(object.key(i));
            }
            merged.forEach(source -> merge(source, object, own));
            return object;
        }

        private void merge(Node source, ObjectValue into, Set<String> known) {
            if (source instanceof SequenceNode sources) {
                sources.getValue().forEach(one -> merge(one, into, known));
                return;
            }
            if (!(value(source) instanceof ObjectValue from)) {
                throw new UnfoldingException("<< must be given a map or a list of maps", source);
            }
            for (int i = 0; i < from.size(); i++) {
                if (known.add(from.key(i))) {
                    into.add(from.key(i), from.value(i), from.keyPosition(i));
                }
            }
        }

        private String key(Node node) {
            Value key = value(node);
            if (key instanceof StringValue text) {
                return text.value();
            }
            if (key instanceof NumberValue || key instanceof BooleanValue) {
                return key.excerpt();
            }
            throw new UnfoldingException("a key must be a text, a number or a boolean", node);
        }
    }
}
