package dev.drawbridge.document.yaml;

import dev.drawbridge.document.BundledFile;
import dev.drawbridge.document.Document;
import dev.drawbridge.document.JsonReader;
import dev.drawbridge.document.JsonStream;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.ReadResult;
import dev.drawbridge.document.Unreadable;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Position;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * YAML streams (UTF-8) as kubectl reads them: documents between lines of {@code ---}, of each the first value, with the
 * scalars of {@code sigs.k8s.io/yaml}: YAML 1.1, in which {@code no} is false and {@code 012} is ten. A stream may
 * begin with objects of JSON, one after the other. Each value and key knows its line and column. Depth, size, and what
 * aliases unfold to are limited. Thread-safe.
 *
 * <p>The scanner and the composer are ours: Java's libraries read other texts than Go's, and half of a check's time
 * went to the one that came nearest.
 */
public final class YamlReader {

    private static final int MIN_YAML = 4;

    /** A file with more of them is not YAML. */
    private static final int MAX_UNREADABLE = 100;

    /** Java's replacement for malformed bytes. */
    private static final char REPLACEMENT = '\ufffd';

    private final ReadLimits limits;
    private final JsonReader json;

    public YamlReader(ReadLimits limits) {
        this.limits = limits;
        json = JsonReader.withPositions(limits);
    }

    /** The object in a file of the program itself. */
    public static ObjectValue bundled(String path) {
        ReadResult read =
                new YamlReader(ReadLimits.DEFAULT).read(BundledFile.bytes(path)).get(0);
        return (ObjectValue) Objects.requireNonNull(read.value(), path);
    }

    /** The non-empty documents as kubectl reads them; the last one is unreadable if reading stopped there. */
    public List<ReadResult> read(byte[] text) {
        return read(text, false, null);
    }

    /** The stream's documents, also those after an unreadable one: reading resumes at the next {@code ---} line. */
    public List<ReadResult> readAll(byte[] text) {
        return read(text, true, null);
    }

    /** All documents with their source nodes. */
    public SourceText readSource(byte[] text) {
        Sources sources = new Sources();
        List<ReadResult> results = read(text, true, sources);
        return sources.of(text, results);
    }

    private List<ReadResult> read(byte[] text, boolean goesOn, @Nullable Sources sources) {
        if (text.length > limits.maxBytes()) {
            return List.of(limits.tooLarge());
        }
        String decoded = new String(text, StandardCharsets.UTF_8);
        if (decoded.indexOf(REPLACEMENT) >= 0 && !Arrays.equals(decoded.getBytes(StandardCharsets.UTF_8), text)) {
            return List.of(new Unreadable("not valid UTF-8; save the file as UTF-8", null));
        }
        return read(decoded, goesOn, sources);
    }

    private List<ReadResult> read(String text, boolean goesOn, @Nullable Sources sources) {
        List<ReadResult> results = new ArrayList<>();
        if (!text.stripLeading().startsWith("{")) {
            // Go's reader takes a stream line by line, and ends each in one way.
            if (sources != null) {
                sources.shorten(text);
            }
            readYaml(text.replace("\r\n", "\n"), 0, goesOn, results, sources);
            return results;
        }
        JsonStream stream = json.readStream(text);
        if (stream.values() == 1) {
            // Strict readers read it as YAML, which must take its structure; its escapes are JSON's.
            readYaml(withoutTexts(text.substring(0, stream.end())), 0, false, results, sources);
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
            String reason = stream.stop().reason() + "; a JSON object can only be followed by more JSON";
            results.add(new Unreadable(reason, stream.stop().position()));
        } else {
            readYaml(text, begin, goesOn, results, sources);
        }
        return results;
    }

    /** JSON in which other characters are between the quotes. */
    private static String withoutTexts(String json) {
        StringBuilder structure = new StringBuilder(json);
        boolean isInText = false;
        for (int i = 0; i < json.length(); i++) {
            if (json.charAt(i) == '"') {
                isInText = !isInText;
            } else if (isInText) {
                boolean isEscape = json.charAt(i) == '\\';
                structure.setCharAt(i, '.');
                if (isEscape) {
                    i++;
                    structure.setCharAt(i, '.');
                }
            }
        }
        return structure.toString();
    }

    /**
     * The start of YAML after JSON: after the white space on its line, and only if enough text follows for Go's reader;
     * -1 otherwise.
     */
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

    /** Reads the documents that begin there, up to one that cannot be read, or beyond it. */
    private void readYaml(String text, int begin, boolean goesOn, List<ReadResult> results, @Nullable Sources sources) {
        YamlTexts texts = new YamlTexts(text, begin);
        UnfoldingLimit limit = new UnfoldingLimit(text.length());
        int refused = 0;
        boolean hasMore = true;
        while (hasMore) {
            try {
                hasMore = readDocument(texts, limit, results, sources);
            } catch (YamlException e) {
                results.add(new Unreadable(String.valueOf(e.getMessage()), e.position()));
                hasMore = goesOn && ++refused < MAX_UNREADABLE && !limit.isExceeded() && texts.skip();
            }
        }
    }

    private boolean readDocument(
            YamlTexts texts, UnfoldingLimit limit, List<ReadResult> results, @Nullable Sources sources) {
        YamlCursor cursor = texts.next();
        if (cursor == null) {
            return false;
        }
        SourceRecorder recorder = sources == null ? null : sources.recorder();
        cursor.record(recorder);
        YamlScanner scanner = new YamlScanner(cursor, limits.maxDepth());
        Value value = new YamlComposer(scanner, new YamlBuilder(limit), recorder).document();
        Position unread = scanner.unread();
        if (value != null && !(value instanceof NullValue)) {
            results.add(new Document(value, unread));
            if (sources != null && recorder != null) {
                sources.add(results.size() - 1, recorder);
            }
        }
        return true;
    }
}
