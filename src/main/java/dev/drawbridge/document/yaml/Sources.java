package dev.drawbridge.document.yaml;

import dev.drawbridge.document.ReadResult;
import dev.drawbridge.document.yaml.SourceText.Comment;
import dev.drawbridge.document.yaml.SourceText.Part;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/** Collects the source nodes of a text's documents while it is read. */
final class Sources {

    private static final SourceNode NOT_READ = new SourceNode.Scalar(0, 0, 0, "");
    private static final int[] NONE = {};

    private final Map<Integer, SourceNode> roots = new HashMap<>();
    private final List<Comment> comments = new ArrayList<>();

    /** The line feeds that have a carriage return before them, which the scanner does not see. */
    private int[] shortened = NONE;

    /** Notes the line ends of two characters, which the scanned text has as one. */
    void shorten(String text) {
        int[] ends = IntStream.iterate(text.indexOf("\r\n"), at -> at >= 0, at -> text.indexOf("\r\n", at + 2))
                .toArray();
        shortened = IntStream.range(0, ends.length).map(i -> ends[i] - i).toArray();
    }

    SourceRecorder recorder() {
        return new SourceRecorder(this::place, comments);
    }

    private int place(int scanned) {
        int index = Arrays.binarySearch(shortened, scanned);
        return scanned + (index >= 0 ? index : -index - 1);
    }

    /** The document of this index has been read. */
    void add(int document, SourceRecorder recorder) {
        roots.put(document, Objects.requireNonNull(recorder.root()));
    }

    SourceText of(byte[] text, List<ReadResult> results) {
        List<Part> documents = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            documents.add(new Part(results.get(i), roots.getOrDefault(i, NOT_READ)));
        }
        return new SourceText(new String(text, StandardCharsets.UTF_8), documents, List.copyOf(comments));
    }
}
