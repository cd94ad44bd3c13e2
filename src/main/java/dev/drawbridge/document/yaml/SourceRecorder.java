package dev.drawbridge.document.yaml;

import dev.drawbridge.document.yaml.SourceNode.Entry;
import dev.drawbridge.document.yaml.SourceText.Comment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/** Keeps how the documents of a text are written, from their parts in the order in which they come. */
final class SourceRecorder {

    private static final class Open {

        private final boolean isMapping;
        private final boolean isFlow;
        private final int begin;
        private final int content;
        private final @Nullable String anchor;
        private final List<Entry> entries = new ArrayList<>();
        private final List<SourceNode> items = new ArrayList<>();
        private @Nullable SourceNode key;
        private int keyBegin;
        private boolean isMerge;

        private Open(boolean isMapping, boolean isFlow, int begin, int content, @Nullable String anchor) {
            this.isMapping = isMapping;
            this.isFlow = isFlow;
            this.begin = begin;
            this.content = content;
            this.anchor = anchor;
        }

        private void add(SourceNode node, boolean isMergeKey) {
            if (!isMapping) {
                items.add(node);
            } else if (key == null) {
                key = node;
                isMerge = isMergeKey;
                keyBegin = keyBegin < 0 ? node.begin() : keyBegin;
            } else {
                entries.add(new Entry(keyBegin, key, node, isMerge));
                key = null;
                keyBegin = -1;
            }
        }

        private SourceNode ended(int end) {
            return isMapping
                    ? new SourceNode.Mapping(begin, content, end, isFlow, entries)
                    : new SourceNode.Sequence(begin, content, end, isFlow, items);
        }
    }

    /** Maps offsets in the scanned text to the file, where line ends may be longer. */
    private final IntUnaryOperator place;

    private final List<Comment> comments;
    private final Map<String, SourceNode> anchors = new HashMap<>();
    private final List<Open> open = new ArrayList<>();
    private int lastEnd;
    private @Nullable SourceNode root;

    SourceRecorder(IntUnaryOperator place, List<Comment> comments) {
        this.place = place;
        this.comments = comments;
    }

    @Nullable
    SourceNode root() {
        return root;
    }

    void comment(int begin, int end) {
        comments.add(new Comment(place.applyAsInt(begin), place.applyAsInt(end)));
    }

    void begin(boolean isMapping, boolean isFlow, int begin, int content, @Nullable String anchor) {
        Open next = new Open(isMapping, isFlow, place.applyAsInt(begin), place.applyAsInt(content), anchor);
        next.keyBegin = -1;
        open.add(next);
    }

    /** Records the indicator of a key, which is the start of the key unless it is a question mark. */
    void keyIndicator(int offset) {
        open.get(open.size() - 1).keyBegin = place.applyAsInt(offset);
    }

    /** Ends the innermost list or object; a block ends with its last content. */
    void end(int end) {
        lastEnd = end < 0 ? lastEnd : place.applyAsInt(end);
        Open ended = open.remove(open.size() - 1);
        SourceNode node = ended.ended(Math.max(lastEnd, ended.content));
        name(node, ended.anchor);
        deliver(node, false);
    }

    void scalar(int begin, int content, int end, @Nullable String anchor, YamlScalar scalar) {
        lastEnd = place.applyAsInt(end);
        SourceNode node =
                new SourceNode.Scalar(place.applyAsInt(begin), place.applyAsInt(content), lastEnd, scalar.text());
        name(node, anchor);
        deliver(node, scalar.isMerge());
    }

    /** Records a value that is not written, after the last one. */
    void nothing() {
        deliver(new SourceNode.Scalar(lastEnd, lastEnd, lastEnd, ""), false);
    }

    void alias(int begin, int end, String name) {
        lastEnd = place.applyAsInt(end);
        SourceNode target = anchors.get(name);
        if (target == null) {
            throw new IllegalStateException("the reader has refused an alias without an anchor: " + name);
        }
        deliver(new SourceNode.Alias(place.applyAsInt(begin), lastEnd, target), false);
    }

    private void name(SourceNode node, @Nullable String anchor) {
        if (anchor != null) {
            anchors.put(anchor, node);
        }
    }

    private void deliver(SourceNode node, boolean isMergeKey) {
        if (open.isEmpty()) {
            root = node;
        } else {
            open.get(open.size() - 1).add(node, isMergeKey);
        }
    }
}
