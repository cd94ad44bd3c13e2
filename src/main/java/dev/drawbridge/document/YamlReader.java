package dev.drawbridge.document;

import dev.drawbridge.field.Position;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.CollectionNode;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;
import org.yaml.snakeyaml.resolver.Resolver;
import org.yaml.snakeyaml.scanner.ScannerException;

/**
 * YAML streams (UTF-8) as kubectl reads them: documents between lines of {@code ---}, of each the first value, with the scalars of
 * {@code sigs.k8s.io/yaml}: YAML 1.1, in which {@code no} is false and {@code 012} is ten. Each value and key knows its line and
 * column. Depth, size, and what aliases unfold to are limited. Thread-safe.
 */
public final class YamlReader {

    /** What aliases may unfold a text to, as a multiple of its bytes. */
    private static final int MAX_UNFOLDING = 10;

    private static final int MIN_VALUES = 10_000;

    /** SnakeYAML recurses; deeper flows than this overflow a thread's stack. */
    private static final int MAX_DEPTH = 500;

    private static final String SEPARATOR = "---";

    /** How many places with tabs between a key and its value are passed over. */
    private static final int MAX_TABS = 100;

    private static final String TAB_PROBLEM = "found character '\\t(TAB)'";
    private static final Pattern DIRECTIVE = Pattern.compile("(?m)^%");
    private static final Pattern SURROGATE = Pattern.compile("\\\\u[dD][89a-fA-F]");
    private static final char BYTE_ORDER_MARK = '\ufeff';

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
            results.add(new Unreadable(
                    "the text has " + text.length + " bytes; at most " + limits.maxBytes() + " are read", null));
            return results;
        }
        String decoded;
        try {
            decoded = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(text))
                    .toString();
        } catch (CharacterCodingException e) {
            results.add(new Unreadable("the text is not UTF-8", null));
            return results;
        }
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
                if (!readPart(part, firstLine, text.length, results)) {
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
    private boolean readPart(String part, int firstLine, int size, List<ReadResult> results) {
        // Go's reader gives each line its end, the last one too.
        Origin origin = new Origin(part.endsWith("\n") ? part : part + '\n', firstLine);
        if (!part.isEmpty() && part.charAt(0) == BYTE_ORDER_MARK) {
            origin.skipTo(1);
        }
        try {
            boolean isMore = true;
            while (isMore && !origin.isAtEnd()) {
                Node node = compose(origin);
                if (node == null) {
                    return hasNoDirective(origin, results);
                }
                Value value = new Unfolding(Math.max(MIN_VALUES, (long) MAX_UNFOLDING * size), origin).value(node);
                int start = origin.offset(node.getStartMark());
                int end = origin.offset(node.getEndMark());
                boolean isJson = part.charAt(start) == '{'
                        && json.read(part.substring(start, end).getBytes(StandardCharsets.UTF_8)) instanceof Document;
                origin.skipTo(end);
                isMore = isJson && origin.startsWith('{');
                boolean isTrailed = node instanceof CollectionNode && !origin.isRestEmpty();
                if (!(value instanceof NullValue)) {
                    results.add(new Document(value, isTrailed && !isMore && !isJson ? origin.position() : null));
                }
                if (isJson && isTrailed && !isMore) {
                    results.add(new Unreadable("nothing but another object may follow one of JSON", origin.position()));
                    return false;
                }
            }
            return true;
        } catch (MarkedYAMLException e) {
            results.add(new Unreadable(e.getProblem(), origin.position(e.getProblemMark())));
        } catch (UnfoldingException e) {
            results.add(new Unreadable(e.getMessage(), e.position));
        } catch (YAMLException e) {
            results.add(new Unreadable(e.getMessage(), null));
        }
        return false;
    }

    private static boolean hasNoDirective(Origin origin, List<ReadResult> results) {
        if (DIRECTIVE.matcher(origin.text).find()) {
            results.add(
                    new Unreadable("a directive stands alone: kubectl ends the document at ---", origin.position()));
            return false;
        }
        return true;
    }

    /** The next document's node; null where there is none. Go's reader passes tabs over where no key can begin, SnakeYAML never. */
    private @Nullable Node compose(Origin origin) {
        for (int tabs = 0; ; tabs++) {
            try {
                return composeOnce(origin);
            } catch (ScannerException e) {
                if (tabs == MAX_TABS || !origin.passTab(e)) {
                    throw e;
                }
            }
        }
    }

    private @Nullable Node composeOnce(Origin origin) {
        Composer composer = new Composer(
                new ParserImpl(new StreamReader(origin.reader()), options), ImplicitTags.INSTANCE, options);
        return composer.checkNode() ? composer.getNode() : null;
    }

    /** Where the text that is being read stands in its stream. */
    private static final class Origin {

        private String text;
        private int line;
        private int column;
        private int offset;

        Origin(String text, int line) {
            this.text = text;
            this.line = line;
        }

        StringReader reader() {
            StringReader reader = new StringReader(text);
            try {
                reader.skip(offset);
            } catch (IOException e) {
                throw new UncheckedIOException("a text in memory is always read", e);
            }
            return reader;
        }

        /** Makes the tabs at which reading stopped spaces; false where they stand for something else. */
        boolean passTab(ScannerException stop) {
            int tab = offset(stop.getProblemMark());
            if (!stop.getProblem().startsWith(TAB_PROBLEM) || text.charAt(tab) != '\t') {
                return false;
            }
            int line = text.lastIndexOf('\n', tab) + 1;
            String before = text.substring(line, tab);
            if (before.isBlank()
                    ? !isBlankLineOfText(line, tab)
                    : before.strip().endsWith("-") || before.strip().endsWith("?")) {
                return false;
            }
            int end = tab;
            while (text.charAt(end) == '\t') {
                end++;
            }
            text = text.substring(0, tab) + " ".repeat(end - tab) + text.substring(end);
            return true;
        }

        private boolean isBlankLineOfText(int line, int tab) {
            String above = text.substring(0, line).strip();
            return tab > line
                    && text.substring(tab, text.indexOf('\n', tab)).isBlank()
                    && !above.isEmpty()
                    && !above.endsWith(":");
        }

        boolean isAtEnd() {
            return offset == text.length();
        }

        int offset(Mark mark) {
            return text.offsetByCodePoints(offset, mark.getIndex());
        }

        void skipTo(int end) {
            for (; offset < end; offset++) {
                if (text.charAt(offset) == '\n') {
                    line++;
                    column = 0;
                } else {
                    column++;
                }
            }
        }

        boolean startsWith(char first) {
            int next = offset;
            while (next < text.length() && Character.isWhitespace(text.charAt(next))) {
                next++;
            }
            if (next == text.length() || text.charAt(next) != first) {
                return false;
            }
            skipTo(next);
            return true;
        }

        /** Whether only blanks, comments and ends of documents follow. */
        boolean isRestEmpty() {
            String rest = text.substring(offset);
            return rest.lines()
                    .map(String::strip)
                    .allMatch(one -> one.isEmpty() || one.startsWith("#") || one.equals("..."));
        }

        Position position() {
            return new Position(line + 1, column + 1);
        }

        @Nullable
        Position position(@Nullable Mark mark) {
            if (mark == null) {
                return null;
            }
            return new Position(line + mark.getLine() + 1, (mark.getLine() == 0 ? column : 0) + mark.getColumn() + 1);
        }
    }

    /** Tags that nobody wrote: a plain scalar's says that it is one. */
    private static final class ImplicitTags extends Resolver {

        static final ImplicitTags INSTANCE = new ImplicitTags();
        static final Tag PLAIN = new Tag("plain");

        @Override
        protected void addImplicitResolvers() {
            // Scalars are resolved by YamlScalars.
        }

        @Override
        public Tag resolve(NodeId kind, String value, boolean implicit) {
            return implicit && kind == NodeId.scalar ? PLAIN : Tag.STR;
        }
    }

    /** Something that YAML allows and a JSON document cannot be. */
    private static final class UnfoldingException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final transient @Nullable Position position;

        UnfoldingException(String message, @Nullable Position position) {
            super(message);
            this.position = position;
        }
    }

    /** One document's nodes as values: aliases become what they stand for. */
    private static final class Unfolding {

        private final long maxValues;
        private final Origin origin;
        private long values;
        private final Map<Node, Boolean> open = new IdentityHashMap<>();

        Unfolding(long maxValues, Origin origin) {
            this.maxValues = maxValues;
            this.origin = origin;
        }

        Value value(Node node) {
            if (++values > maxValues) {
                throw new UnfoldingException(
                        "the document's aliases unfold to more than " + maxValues + " values", position(node));
            }
            if (node instanceof ScalarNode scalar) {
                return scalar(scalar);
            }
            if (open.put(node, true) != null) {
                throw new UnfoldingException("an alias contains itself", position(node));
            }
            Value value = node instanceof SequenceNode list ? list(list) : object((MappingNode) node);
            open.remove(node);
            return value;
        }

        private ListValue list(SequenceNode node) {
            ListValue list = new ListValue(position(node));
            node.getValue().forEach(item -> list.add(value(item)));
            return list;
        }

        private ObjectValue object(MappingNode node) {
            ObjectValue object = new ObjectValue(position(node));
            for (NodeTuple entry : node.getValue()) {
                if (entry.getKeyNode() instanceof ScalarNode key
                        && key.getValue().equals("<<")
                        && isPlain(key)) {
                    merge(entry.getValueNode(), object);
                } else {
                    object.add(key(entry.getKeyNode()), value(entry.getValueNode()), position(entry.getKeyNode()));
                }
            }
            return object;
        }

        /** The entries of another map, as keys of this one: a key that is there as well is there twice, and strict readers refuse it. */
        private void merge(Node source, ObjectValue into) {
            if (source instanceof SequenceNode sources) {
                sources.getValue().forEach(one -> merge(one, into));
                return;
            }
            if (!(value(source) instanceof ObjectValue from)) {
                throw new UnfoldingException("<< must be given a map or a list of maps", position(source));
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
            throw new UnfoldingException("a key must be a text, a boolean, or a number of 64 bits", position(node));
        }

        private static @Nullable String text(Value key) {
            return key instanceof StringValue text ? text.value() : key instanceof NullValue ? null : key.excerpt();
        }

        private static boolean isPlain(Node node) {
            return node.getTag() == ImplicitTags.PLAIN || node.getTag().equals(Tag.MERGE);
        }

        private Value scalar(ScalarNode node) {
            String text = node.getValue();
            Position position = position(node);
            if (node.getScalarStyle() == ScalarStyle.DOUBLE_QUOTED) {
                refuseEscapedSurrogates(node);
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
                throw new UnfoldingException("JSON cannot say " + text, position);
            }
            return value;
        }

        /** Go's reader takes a character beyond 16 bits as itself or by {@code \\U}, never as two escapes. */
        private void refuseEscapedSurrogates(ScalarNode node) {
            if (node.getValue().chars().anyMatch(c -> Character.isSurrogate((char) c))) {
                String source =
                        origin.text.substring(origin.offset(node.getStartMark()), origin.offset(node.getEndMark()));
                if (SURROGATE.matcher(source).find()) {
                    throw new UnfoldingException("\\u escapes no half of a character", position(node));
                }
            }
        }

        private @Nullable Position position(Node node) {
            return origin.position(node.getStartMark());
        }
    }
}
