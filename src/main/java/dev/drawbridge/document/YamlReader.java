package dev.drawbridge.document;

import dev.drawbridge.field.Position;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * YAML streams (UTF-8) as kubectl reads them: documents between lines of {@code ---}, of each the first value, with the scalars of
 * {@code sigs.k8s.io/yaml}: YAML 1.1, in which {@code no} is false and {@code 012} is ten. A stream may begin with objects of JSON, one
 * behind the other. Each value and key knows its line and column. Depth, size, and what aliases unfold to are limited. Thread-safe.
 *
 * <p>The scanner and the composer are ours: Java's libraries read other texts than Go's, and half of a check's time went to the one that came
 * nearest.
 */
public final class YamlReader {

    private static final String SEPARATOR = "---";
    private static final String NEXT_SEPARATOR = "\n---";

    private static final int MIN_YAML = 4;

    /** What Java makes of bytes that are no character. */
    private static final char REPLACEMENT = '\ufffd';

    private final ReadLimits limits;
    private final JsonReader json;

    public YamlReader(ReadLimits limits) {
        this.limits = limits;
        json = JsonReader.withPositions(limits);
    }

    /** The stream's documents, empty ones left out; the last one is unreadable where reading stopped. */
    public List<ReadResult> read(byte[] text) {
        if (text.length > limits.maxBytes()) {
            return List.of(limits.tooLarge());
        }
        String decoded = new String(text, StandardCharsets.UTF_8);
        if (decoded.indexOf(REPLACEMENT) >= 0 && !Arrays.equals(decoded.getBytes(StandardCharsets.UTF_8), text)) {
            return List.of(new Unreadable("the text is not UTF-8; save it as UTF-8", null));
        }
        return read(decoded);
    }

    private List<ReadResult> read(String text) {
        List<ReadResult> results = new ArrayList<>();
        if (!text.stripLeading().startsWith("{")) {
            readYaml(text, 0, results);
            return results;
        }
        JsonStream stream = json.readStream(text);
        if (stream.values() == 1) {
            // Alone, an object of JSON is read as YAML by strict readers.
            readYaml(text.substring(0, stream.end()), 0, results);
            if (results.get(0) instanceof Unreadable) {
                return results;
            }
            results.clear();
        }
        results.addAll(stream.documents());
        if (stream.stop() == null) {
            return results;
        }
        int begin = stream.values() > 1 ? -1 : beginOfYaml(text, stream.end());
        if (begin < 0) {
            String reason = stream.stop().reason() + "; what follows an object of JSON is JSON, too";
            results.add(new Unreadable(reason, stream.stop().position()));
        } else {
            readYaml(text, begin, results);
        }
        return results;
    }

    /** Where YAML goes on behind JSON: behind the space in its line. Go's reader goes on where there is enough to look at; -1 else. */
    private static int beginOfYaml(String text, int end) {
        int at = end;
        while (at + MIN_YAML <= text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
            if (text.charAt(at - 1) == '\n') {
                return at;
            }
        }
        return at + MIN_YAML <= text.length() ? at : -1;
    }

    /** Reads what begins there: a document up to each line that parts it from the next one, and up to the end. */
    private static void readYaml(String stream, int begin, List<ReadResult> results) {
        // Go's reader gives each line its end, the last one too.
        String text = stream.endsWith("\n") ? stream : stream + '\n';
        char[] signs = new char[text.length() + 1];
        text.getChars(0, text.length(), signs, 0);
        UnfoldingLimit limit = new UnfoldingLimit(text.length());
        int line = lines(text, 0, begin);
        int lineStart = text.lastIndexOf('\n', begin - 1) + 1;
        int at = begin;
        while (true) {
            // A line of --- before which nothing stands is the document's own.
            int separator = text.indexOf(NEXT_SEPARATOR, at) + 1;
            int end = separator > 0 ? separator : text.length();
            int wrong = isWrongSeparator(text, at) ? at : isWrongSeparator(text, end) ? end : -1;
            if (wrong >= 0) {
                results.add(new Unreadable(
                        "nothing but a comment may follow --- in its line; begin the document in the next",
                        new Position(line + lines(text, at, wrong) + 1, 1)));
                return;
            }
            signs[end] = YamlCursor.END;
            boolean isRead = readDocument(new YamlCursor(text, signs, at, line, lineStart), end, limit, results);
            if (!isRead || separator == 0) {
                return;
            }
            int next = text.indexOf('\n', end) + 1;
            line += lines(text, at, next);
            lineStart = next;
            at = next;
        }
    }

    private static boolean isWrongSeparator(String text, int at) {
        if (!text.startsWith(SEPARATOR, at)) {
            return false;
        }
        String rest =
                text.substring(at + SEPARATOR.length(), text.indexOf('\n', at)).strip();
        return !rest.isEmpty() && rest.charAt(0) != '#';
    }

    private static int lines(String text, int begin, int end) {
        int lines = 0;
        for (int at = text.indexOf('\n', begin); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) {
            lines++;
        }
        return lines;
    }

    /** Reads the document that begins at the cursor; false where reading stopped. */
    private static boolean readDocument(YamlCursor cursor, int end, UnfoldingLimit limit, List<ReadResult> results) {
        try {
            cursor.checkCharacters(end);
            YamlScanner scanner = new YamlScanner(cursor);
            Value value = new YamlComposer(scanner, limit).document();
            Position unread = scanner.unread();
            if (value != null && !(value instanceof NullValue)) {
                results.add(new Document(value, unread));
            }
            return true;
        } catch (YamlException e) {
            results.add(new Unreadable(e.getMessage(), e.position()));
            return false;
        }
    }
}
