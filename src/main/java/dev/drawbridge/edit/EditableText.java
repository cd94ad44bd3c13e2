package dev.drawbridge.edit;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.JsonEquality;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.ReadResult;
import dev.drawbridge.document.Value;
import dev.drawbridge.document.yaml.SourceText;
import dev.drawbridge.document.yaml.SourceText.Comment;
import dev.drawbridge.document.yaml.SourceText.Part;
import dev.drawbridge.document.yaml.YamlReader;
import dev.drawbridge.field.LineIndex;
import dev.drawbridge.field.Position;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A YAML or JSON text whose values can be changed. Not thread-safe.
 *
 * <p>Each result is parsed and verified: it has the intended values, other documents are unchanged, and all comments
 * remain.
 */
public final class EditableText {

    private static final YamlReader READER = new YamlReader(ReadLimits.DEFAULT);

    private final SourceText source;
    private @Nullable LineIndex lines;

    private EditableText(SourceText source) {
        this.source = source;
    }

    /** Reads a text as kubectl does. */
    public static EditableText read(byte[] text) {
        return new EditableText(READER.readSource(text));
    }

    public String text() {
        return source.text();
    }

    /** Its documents, including unreadable ones. */
    public List<ReadResult> documents() {
        return source.documents().stream().map(Part::result).toList();
    }

    public Value value(int document) {
        return ((Document) source.documents().get(document).result()).value();
    }

    public int offset(Position position) {
        if (lines == null) {
            lines = new LineIndex(source.text());
        }
        return lines.offset(position);
    }

    /** The edits by the index of their document. */
    public Map<Integer, List<Edit>> byDocument(List<Edit> edits) {
        Map<Integer, List<Edit>> byDocument = new TreeMap<>();
        int document = 0;
        List<Part> parts = source.documents();
        for (Edit edit : edits) {
            while (document + 1 < parts.size() && parts.get(document + 1).root().begin() <= edit.end()) {
                document++;
            }
            byDocument.computeIfAbsent(document, index -> new ArrayList<>()).add(edit);
        }
        return byDocument;
    }

    /**
     * Rewrites documents to new values. The position of a part of a new value names its source in the text; a part
     * without a position is new. Documents that cannot be rewritten stay unchanged.
     *
     * @param values the new values by the index of the document
     */
    public Rewriting rewrite(Map<Integer, Value> values) {
        Map<Integer, List<Edit>> edits = new TreeMap<>();
        Map<Integer, String> refused = new TreeMap<>();
        values.forEach((index, value) -> {
            Part part = source.documents().get(index);
            try {
                edits.put(index, ValueEdits.of(source.text(), source.comments(), part.root(), value(index), value));
            } catch (UnsupportedEditException e) {
                refused.put(index, String.valueOf(e.getMessage()));
            }
        });
        Rewriting rewriting = null;
        // Documents with a wrong result are left out in the next attempt: the others may be right.
        while (rewriting == null) {
            rewriting = attempt(edits, values, refused);
        }
        return rewriting;
    }

    /** Edits and verifies; null if a document has the wrong value, whose edits are then dropped. */
    private @Nullable Rewriting attempt(
            Map<Integer, List<Edit>> edits, Map<Integer, Value> values, Map<Integer, String> refused) {
        List<Edit> all = new ArrayList<>();
        edits.values().forEach(all::addAll);
        all.sort(Comparator.comparingInt(Edit::begin).thenComparingInt(Edit::end));
        String text;
        try {
            text = Edit.apply(source.text(), all);
        } catch (UnsupportedEditException e) {
            edits.keySet().forEach(index -> refused.put(index, String.valueOf(e.getMessage())));
            edits.clear();
            return new Rewriting(source.text(), List.of(), refused);
        }
        SourceText after = READER.readSource(text.getBytes(StandardCharsets.UTF_8));
        List<Integer> wrong = new ArrayList<>();
        boolean isWhole = after.documents().size() == source.documents().size() && hasComments(text, after);
        for (int i = 0; i < source.documents().size(); i++) {
            Value meant = edits.containsKey(i) ? values.get(i) : null;
            ReadResult result = after.documents().get(i).result();
            if (!isWhole || !isRight(source.documents().get(i).result(), meant, result)) {
                wrong.add(i);
            }
        }
        if (wrong.isEmpty() || edits.isEmpty()) {
            return new Rewriting(text, all, refused);
        }
        wrong.retainAll(edits.keySet());
        List<Integer> left = wrong.isEmpty() ? List.copyOf(edits.keySet()) : wrong;
        left.forEach(index -> {
            refused.put(index, "the text cannot be edited safely: its meaning would change");
            edits.remove(index);
        });
        return null;
    }

    private static boolean isRight(ReadResult before, @Nullable Value meant, ReadResult after) {
        if (!(before instanceof Document document) || !(after instanceof Document read)) {
            return before.getClass() == after.getClass();
        }
        return (document.unread() == null) == (read.unread() == null)
                && JsonEquality.same(meant == null ? document.value() : meant, read.value());
    }

    /** Whether every comment occurs as often after the edits as before. */
    private boolean hasComments(String text, SourceText after) {
        Map<String, Integer> left = new HashMap<>();
        for (Comment comment : after.comments()) {
            left.merge(text.substring(comment.begin(), comment.end()).stripTrailing(), 1, Integer::sum);
        }
        for (Comment comment : source.comments()) {
            String one = source.text().substring(comment.begin(), comment.end()).stripTrailing();
            if (left.merge(one, -1, Integer::sum) < 0) {
                return false;
            }
        }
        return true;
    }
}
