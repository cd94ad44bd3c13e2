package dev.drawbridge.document;

import dev.drawbridge.field.Position;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.CollectionNode;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;
import org.yaml.snakeyaml.scanner.ScannerException;
import org.yaml.snakeyaml.scanner.ScannerImpl;

/**
 * YAML streams (UTF-8) as kubectl reads them: documents between lines of {@code ---}, of each the first value, with the scalars of
 * {@code sigs.k8s.io/yaml}: YAML 1.1, in which {@code no} is false and {@code 012} is ten. Each value and key knows its line and
 * column. Depth, size, and what aliases unfold to are limited. Thread-safe.
 */
public final class YamlReader {

    /** What aliases may unfold a text to, in values a byte. */
    private static final int MAX_UNFOLDING = 1;

    private static final int MIN_VALUES = 10_000;

    /** SnakeYAML recurses; deeper flows than this overflow a thread's stack. */
    private static final int MAX_DEPTH = 500;

    private static final String SEPARATOR = "---";
    private static final String TAB = "a tab stands where a value is looked for; remove it";

    /** Objects of JSON that follow each other and are smaller than this on average are no manifests, and cost too much. */
    private static final int MIN_JSON_OBJECT = 32;

    private static final int FREE_JSON_OBJECTS = 100;

    private static final Pattern DIRECTIVE = Pattern.compile("(?m)^%");

    static {
        // Go's reader knows two escapes more; SnakeYAML has one list for all of the process, in which more harm nobody.
        ScannerImpl.ESCAPE_REPLACEMENTS.put('\'', "'");
        ScannerImpl.ESCAPE_REPLACEMENTS.put('\t', "\t");
    }

    private final ReadLimits limits;
    private final JsonReader json;
    private final LoaderOptions options = new LoaderOptions();

    public YamlReader(ReadLimits limits) {
        this.limits = limits;
        json = JsonReader.withoutPositions(limits);
        options.setCodePointLimit(limits.maxBytes());
        options.setMaxAliasesForCollections(Integer.MAX_VALUE);
        options.setNestingDepthLimit(Math.min(limits.maxDepth(), MAX_DEPTH));
        options.setAllowDuplicateKeys(true);
        options.setTagInspector(tag -> true);
    }

    /** The stream's documents, empty ones left out; the last one is unreadable where reading stopped. */
    public List<ReadResult> read(byte[] text) {
        List<ReadResult> results = new ArrayList<>();
        if (text.length > limits.maxBytes()) {
            return List.of(limits.tooLarge());
        }
        String decoded;
        try {
            decoded = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(text))
                    .toString();
        } catch (CharacterCodingException e) {
            results.add(new Unreadable("the text is not UTF-8; save it as UTF-8", null));
            return results;
        }
        YamlUnfolding unfolding = new YamlUnfolding(Math.max(MIN_VALUES, (long) MAX_UNFOLDING * text.length));
        int begin = 0;
        int firstLine = 0;
        int line = 0;
        for (int at = 0; at <= decoded.length(); line++) {
            int end = endOfLine(decoded, at);
            boolean isLast = end == decoded.length();
            boolean isSeparator = decoded.startsWith(SEPARATOR, at);
            String trailer = isSeparator
                    ? decoded.substring(at + SEPARATOR.length(), end).strip()
                    : "";
            if (!trailer.isEmpty() && trailer.charAt(0) != '#') {
                results.add(new Unreadable(
                        "nothing but a comment may follow --- in its line; begin the document in the next",
                        new Position(line + 1, 1)));
                return results;
            }
            if (isSeparator || isLast) {
                String part = decoded.substring(begin, isSeparator ? at : end);
                if (!readPart(part, firstLine, unfolding, results)) {
                    return results;
                }
                begin = end + 1;
                firstLine = line + 1;
            }
            at = end + 1;
        }
        return results;
    }

    private static int endOfLine(String text, int from) {
        int end = text.indexOf('\n', from);
        return end < 0 ? text.length() : end;
    }

    /** Reads what stands between two separators; false where reading stopped. */
    private boolean readPart(String part, int firstLine, YamlUnfolding unfolding, List<ReadResult> results) {
        // Go's reader gives each line its end, the last one too.
        YamlOrigin origin = new YamlOrigin(part.endsWith("\n") ? part : part + '\n', firstLine);
        if (part.isBlank()) {
            origin.skipTo(part.indexOf('\t'));
            return part.indexOf('\t') < 0 || stopped(TAB, origin, results);
        }
        if (part.charAt(0) == YamlOrigin.BYTE_ORDER_MARK) {
            origin.skipTo(1);
        }
        try {
            boolean isMore = true;
            for (int objects = 1; isMore && !origin.isAtEnd(); objects++) {
                if (objects > FREE_JSON_OBJECTS + origin.offset() / MIN_JSON_OBJECT) {
                    String problem = "more than " + FREE_JSON_OBJECTS + " objects of less than " + MIN_JSON_OBJECT
                            + " bytes follow each other; part them by ---";
                    return stopped(problem, origin, results);
                }
                Node all = compose(origin);
                if (all == null) {
                    return hasNoDirective(origin, results);
                }
                Node node = beforeColon(all, origin);
                Value value = unfolding.value(node, origin);
                int start = origin.offset(node.getStartMark());
                int end = origin.offset(node.getEndMark());
                boolean isJson = origin.text().charAt(start) == '{'
                        && json.read(origin.text().substring(start, end).getBytes(StandardCharsets.UTF_8))
                                instanceof Document;
                origin.skipTo(end);
                isMore = isJson && origin.startsWith('{');
                YamlText source = origin.source();
                if (source.isUnknownDirectiveAfter(origin.offset())) {
                    return stopped("after a value stands a directive that YAML does not have", origin, results);
                }
                boolean isFlow = node instanceof CollectionNode<?> open && open.getFlowStyle() == FlowStyle.FLOW;
                if (isFlow && !isJson && source.isTabAfter(origin.offset())) {
                    return stopped(TAB, origin, results);
                }
                boolean isTrailed = node instanceof CollectionNode && !source.isEmptyAfter(origin.offset());
                if (!(value instanceof NullValue)) {
                    results.add(new Document(value, isTrailed && !isMore && !isJson ? origin.position() : null));
                }
                if (isJson && isTrailed && !isMore) {
                    return stopped("nothing but another object may follow one of JSON", origin, results);
                }
            }
            return true;
        } catch (MarkedYAMLException e) {
            results.add(new Unreadable(
                    e.getProblem(), e.getProblemMark() == null ? null : origin.position(e.getProblemMark())));
        } catch (YamlUnfoldingException e) {
            results.add(new Unreadable(e.getMessage(), e.position()));
        } catch (YAMLException e) {
            results.add(new Unreadable("in the document that begins here: " + e.getMessage(), origin.position()));
        }
        return false;
    }

    /**
     * What Go's reader takes for the document before it sees that a colon makes a key of it: a list or an object in which no text could be
     * a key, as in <code>[]: 1</code> and <code>{? a}: 1</code>. Every other node is itself.
     */
    private static Node beforeColon(Node node, YamlOrigin origin) {
        if (node instanceof MappingNode map
                && map.getFlowStyle() == FlowStyle.BLOCK
                && map.getValue().get(0).getKeyNode() instanceof CollectionNode<?> key
                && origin.source().isFlow(origin.offset(map.getStartMark()))
                && key.getValue().stream()
                        .allMatch(entry -> entry instanceof NodeTuple pair
                                && origin.source()
                                        .isExplicitKey(
                                                origin.offset(pair.getKeyNode().getStartMark())))) {
            return key;
        }
        return node;
    }

    private static boolean hasNoDirective(YamlOrigin origin, List<ReadResult> results) {
        return !DIRECTIVE.matcher(origin.text()).find()
                || stopped("a directive stands alone: kubectl ends the document at ---", origin, results);
    }

    /** Reading stopped here. */
    private static boolean stopped(String problem, YamlOrigin origin, List<ReadResult> results) {
        results.add(new Unreadable(problem, origin.position()));
        return false;
    }

    /** The next document's node; null where there is none. Go's reader passes some tabs and comments over at which SnakeYAML stops. */
    private @Nullable Node compose(YamlOrigin origin) {
        while (true) {
            try {
                return composeOnce(origin);
            } catch (ScannerException e) {
                if (!origin.pass(e)) {
                    throw e;
                }
            }
        }
    }

    private @Nullable Node composeOnce(YamlOrigin origin) {
        Composer composer =
                new Composer(new ParserImpl(new StreamReader(origin.reader()), options), YamlTags.INSTANCE, options);
        return composer.checkNode() ? composer.getNode() : null;
    }
}
