package dev.drawbridge.edit;

import dev.drawbridge.document.JsonEquality;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.document.yaml.Merges;
import dev.drawbridge.document.yaml.SourceNode;
import dev.drawbridge.document.yaml.SourceNode.Alias;
import dev.drawbridge.document.yaml.SourceNode.Entry;
import dev.drawbridge.document.yaml.SourceNode.Mapping;
import dev.drawbridge.document.yaml.SourceNode.Sequence;
import dev.drawbridge.document.yaml.SourceText.Comment;
import dev.drawbridge.field.Position;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Computes the edits that change a document to another value. The position of a part of the other value names its
 * source in the text; a part without a position is new.
 *
 * <p>Objects that keep their entries are unchanged, and so are aliases: their anchor is edited.
 */
final class ValueEdits {

    /** What begins the entry of a list, in place of as much indentation. */
    static final String DASH = "- ";

    private static final int USUAL_STEP = 2;
    private static final int MAX_STEP = 8;

    private final String text;
    private final TextLines lines;
    private final List<Comment> comments;
    private final Homes homes;
    private final int step;
    private final BlockEntries blocks;
    private final FlowEntries flows;

    private ValueEdits(String text, List<Comment> comments, SourceNode root, Value before, Value after) {
        this.text = text;
        this.lines = new TextLines(text);
        this.comments = comments;
        this.homes = new Homes(root, before, after);
        this.step = step(root);
        this.blocks = new BlockEntries(this);
        this.flows = new FlowEntries(this);
    }

    /**
     * The edits, in the order of the text.
     *
     * @throws UnsupportedEditException if the text cannot be changed to this value
     */
    static List<Edit> of(String text, List<Comment> comments, SourceNode root, Value before, Value after) {
        List<Edit> edits = new ArrayList<>();
        new ValueEdits(text, comments, root, before, after).rewrite(root, before, after, edits);
        return edits;
    }

    /** The additional indentation of nested objects: that of the first one in a block. */
    private int step(SourceNode root) {
        if (root instanceof Mapping mapping && !mapping.isFlow()) {
            for (Entry entry : mapping.entries()) {
                if (entry.value() instanceof Mapping inner && !inner.isFlow()) {
                    int step = lines.column(inner.content()) - lines.column(mapping.content());
                    return Math.min(Math.max(step, 1), MAX_STEP);
                }
            }
        }
        return USUAL_STEP;
    }

    String text() {
        return text;
    }

    TextLines lines() {
        return lines;
    }

    int step() {
        return step;
    }

    boolean isKept(@Nullable Position key) {
        return key != null && homes.isKept(key);
    }

    List<Comment> comments(int begin, int end) {
        return comments.subList(
                Edit.firstFrom(begin, comments, Comment::begin), Edit.firstFrom(end, comments, Comment::begin));
    }

    private void rewrite(SourceNode node, Value before, Value after, List<Edit> into) {
        if (before == after || node instanceof Alias) {
            return;
        }
        if (node instanceof Mapping mapping
                && before instanceof ObjectValue old
                && after instanceof ObjectValue other
                && other.position() != null) {
            object(mapping, old, other, into);
        } else if (node instanceof Mapping mapping && after instanceof ListValue list && list.size() == 1) {
            listed(mapping, into);
            rewrite(node, before, list.get(0), into);
        } else if (node instanceof Sequence list
                && before instanceof ListValue old
                && old.size() == 1
                && after.position() != null
                && after.position().equals(old.get(0).position())) {
            only(list, into);
            rewrite(list.items().get(0), old.get(0), after, into);
        } else if (node instanceof Sequence list
                && before instanceof ListValue old
                && after instanceof ListValue parts
                && parts.items().stream().anyMatch(ValueEdits::isPart)) {
            List<Edit> edits = new ArrayList<>();
            rewrite(list, old, joined(list, parts, edits), edits);
            edits.sort(Comparator.comparingInt(Edit::begin));
            into.addAll(edits);
        } else if (node instanceof Sequence list
                && before instanceof ListValue old
                && after instanceof ListValue other
                && (old.size() == other.size()
                        || other.position() != null && old.size() > 0 && old.size() < other.size())) {
            int kept = 0;
            for (int i = 0; i < other.size(); i++) {
                boolean isNew = kept > 0 && other.get(i).position() == null && other.size() - i > old.size() - kept
                        || kept == old.size();
                if (isNew) {
                    into.add(added(list, list.items().get(kept - 1), other.get(i)));
                } else {
                    rewrite(list.items().get(kept), old.get(kept), other.get(i), into);
                    kept++;
                }
            }
        } else if (!JsonEquality.same(before, after)) {
            String like = text.substring(node.content(), node.end());
            String lines = after instanceof StringValue string ? blockScalar(string.value(), like) : null;
            into.add(
                    lines == null
                            ? new Edit(node.content(), node.end(), ScalarText.of(after, like))
                            : new Edit(node.content(), node.end(), lines).trimmed(text, true));
        }
    }

    /** Makes an object the only entry of a list: the dash takes the place of its first line's indentation. */
    private void listed(Mapping mapping, List<Edit> into) {
        int begin = mapping.begin();
        if (mapping.isFlow()) {
            into.add(new Edit(begin, begin, "["));
            into.add(new Edit(mapping.end(), mapping.end(), "]"));
        } else if (begin >= DASH.length() && text.startsWith("  ", begin - DASH.length())) {
            into.add(new Edit(begin - DASH.length(), begin, DASH));
        } else {
            throw new UnsupportedEditException("there is no room for a dash on line " + lines.number(begin));
        }
    }

    /** Removes the dash or brackets of a list with one entry. */
    private void only(Sequence list, List<Edit> into) {
        SourceNode item = list.items().get(0);
        if (list.isFlow()) {
            int end = item.begin();
            into.add(new Edit(list.content(), end, ""));
            into.add(new Edit(item.end(), list.end(), ""));
        } else {
            into.add(new Edit(list.content(), list.content() + 1, " "));
        }
    }

    /** Whether it is what is behind a new dash in the object above it. */
    private static boolean isPart(Value item) {
        return item instanceof ObjectValue object && object.position() == null && hasWritten(object);
    }

    /** The list without its new dashes, which are written before the first key of each new entry. */
    private ListValue joined(Sequence list, ListValue parts, List<Edit> into) {
        List<Value> items = new ArrayList<>();
        for (Value item : parts.items()) {
            Position first = isPart(item) ? ((ObjectValue) item).keyPosition(0) : null;
            Home home = first == null ? null : homes.of(first);
            if (home == null || items.isEmpty()) {
                items.add(item);
                continue;
            }
            int end = home.written().begin();
            int dash = lines.begin(end) + lines.column(list.content());
            int begin = home.mapping().entries().get(home.entry() - 1).end();
            boolean isFlow = home.mapping().isFlow();
            into.add(isFlow ? new Edit(begin, end, "}, {") : new Edit(dash, dash + 1, "-"));
            ObjectValue above = (ObjectValue) items.remove(items.size() - 1);
            items.add(above.first(above.size()).addAll((ObjectValue) item).build());
        }
        return ListValue.at(parts.position()).build().with(items);
    }

    private Edit added(Sequence list, SourceNode item, Value value) {
        if (list.isFlow()) {
            return new Edit(item.end(), item.end(), ", " + ScalarText.of(value, ""));
        }
        StringBuilder added = new StringBuilder();
        String begin = lines.breakAt(list.content()) + " ".repeat(lines.column(list.content()));
        FreshLines.ofItem(value).forEach(line -> added.append(begin).append(line));
        int place = lines.end(item.end());
        return new Edit(place, place, added.toString());
    }

    private void object(Mapping mapping, ObjectValue before, ObjectValue after, List<Edit> into) {
        int[] entries = Homes.entries(mapping, before);
        boolean isAppended = !mapping.isFlow() && before.size() > 0 && isAppended(before, after);
        if (!isAppended && !hasSameEntries(before, after)) {
            List<Piece> pieces = pieces(mapping, entries, before, after);
            refuseSplitMerges(pieces, new HashMap<>(), false);
            into.add(
                    mapping.isFlow()
                            ? flows.rewritten(mapping, before, pieces)
                            : blocks.rewritten(mapping, before, pieces));
            return;
        }
        for (int i = 0; i < before.size(); i++) {
            Entry entry = mapping.entries().get(entries[i]);
            if (!entry.isMerge()) {
                entry(mapping, entry, before, i, after.key(i), after.value(i), into);
            }
        }
        if (isAppended) {
            into.add(blocks.appended(mapping, after, before.size()));
        }
    }

    /** Whether an object keeps its entries and gets new ones after them. */
    private static boolean isAppended(ObjectValue before, ObjectValue after) {
        if (after.size() <= before.size()
                || !hasSameEntries(before, after.first(before.size()).build())) {
            return false;
        }
        return IntStream.range(before.size(), after.size())
                .allMatch(i -> after.keyPosition(i) == null
                        && after.value(i).position() == null
                        && level(after.value(i)) == null);
    }

    private static boolean hasSameEntries(ObjectValue before, ObjectValue after) {
        return before.size() == after.size()
                && IntStream.range(0, before.size())
                        .allMatch(i -> before.keyPosition(i) != null
                                && Objects.equals(before.keyPosition(i), after.keyPosition(i)));
    }

    private List<Piece> pieces(Mapping mapping, int[] entries, ObjectValue before, ObjectValue after) {
        Map<Position, Integer> own = new HashMap<>();
        for (int i = 0; i < before.size(); i++) {
            if (before.keyPosition(i) != null) {
                own.put(before.keyPosition(i), i);
            }
        }
        return pieces(mapping, entries, before, own, after);
    }

    private List<Piece> pieces(
            Mapping mapping, int[] entries, ObjectValue before, Map<Position, Integer> own, ObjectValue after) {
        List<Piece> pieces = new ArrayList<>();
        for (int i = 0; i < after.size(); i++) {
            Position position = after.keyPosition(i);
            Integer index = position == null ? null : own.get(position);
            Home home = index != null
                    ? new Home(mapping, entries[index], before, index)
                    : position == null ? null : homes.of(position);
            ObjectValue level = level(after.value(i));
            if (home != null) {
                pieces.add(new Piece.Written(home, after.key(i), after.value(i)));
            } else if (level != null) {
                List<Piece> inner = pieces(mapping, entries, before, own, level);
                pieces.add(new Piece.Level(after.key(i), inner, after.value(i) instanceof ListValue));
            } else {
                pieces.add(new Piece.Fresh(after.key(i), after.value(i)));
            }
        }
        return pieces;
    }

    /** Fields that {@code <<} adds can only move together: they are written once, elsewhere. */
    private void refuseSplitMerges(List<Piece> pieces, Map<Entry, List<Piece>> holders, boolean isMoved) {
        for (Piece piece : pieces) {
            if (piece instanceof Piece.Level level) {
                refuseSplitMerges(level.pieces(), holders, true);
            } else if (piece instanceof Piece.Written written
                    && written.home().written().isMerge()) {
                List<Piece> other = holders.putIfAbsent(written.home().written(), pieces);
                Home home = written.home();
                if (other != null && other != pieces || isMoved && Merges.isOverridden(home.mapping(), home.entry())) {
                    throw new UnsupportedEditException("only some fields of the merge (<<) on line "
                            + lines.number(written.home().written().begin())
                            + " would move; write them out");
                }
            }
        }
    }

    /** The object that has entries of the text, be it the only one of a new list; null if there is none. */
    private static @Nullable ObjectValue level(Value value) {
        Value only =
                value instanceof ListValue list && list.position() == null && list.size() == 1 ? list.get(0) : value;
        return only instanceof ObjectValue object && hasWritten(object) ? object : null;
    }

    private static boolean hasWritten(ObjectValue level) {
        return IntStream.range(0, level.size()).anyMatch(i -> level.keyPosition(i) != null);
    }

    /** The edited text of an entry from its key up to this offset. */
    String body(Piece.Written piece, int end) {
        Home home = piece.home();
        Entry entry = home.written();
        List<Edit> edits = new ArrayList<>();
        if (!entry.isMerge()) {
            entry(home.mapping(), entry, home.value(), home.index(), piece.key(), piece.value(), edits);
        }
        return Edit.apply(text, entry.begin(), end, edits);
    }

    /** The edited text of an entry's value, which is not in a block. */
    String value(Piece.Written piece) {
        Home home = piece.home();
        SourceNode node = home.written().value();
        List<Edit> edits = new ArrayList<>();
        rewrite(node, home.value().value(home.index()), piece.value(), edits);
        return Edit.apply(text, node.begin(), node.end(), edits);
    }

    private void entry(
            Mapping mapping, Entry entry, ObjectValue before, int index, String key, Value after, List<Edit> into) {
        SourceNode name = entry.key();
        if (!before.key(index).equals(key)) {
            String like = text.substring(name.content(), name.end());
            into.add(new Edit(name.content(), name.end(), ScalarText.of(key, like)));
        }
        Value value = before.value(index);
        boolean isWrapped = value != after
                && after instanceof ObjectValue wrapper
                && wrapper.position() == null
                && wrapper.size() == 1
                && wrapper.value(0) == value;
        if (!isWrapped) {
            rewrite(entry.value(), value, after, into);
        } else if (mapping.isFlow()) {
            flows.wrap(mapping, entry.value(), ((ObjectValue) after).key(0), into);
        } else {
            blocks.wrap(entry, ((ObjectValue) after).key(0), into);
        }
    }

    /** A new key, quoted if the first key of the object is. */
    String key(Mapping mapping, String key) {
        return ScalarText.of(key, like(mapping));
    }

    /** The first key of an object, whose quotes are used for new texts. */
    String like(Mapping mapping) {
        return mapping.entries().isEmpty()
                ? ""
                : text.substring(
                        mapping.entries().get(0).key().content(),
                        mapping.entries().get(0).key().end());
    }

    /** A string as a literal instead of another block scalar; null if that is not one, or cannot have the string. */
    private static @Nullable String blockScalar(String value, String like) {
        int header = like.indexOf('\n');
        boolean isBlock = like.startsWith("|") || like.startsWith(">");
        if (!isBlock || header < 0 || value.isBlank() || Character.isWhitespace(value.charAt(0))) {
            return null;
        }
        int first = header + 1;
        while (first < like.length() && (like.charAt(first) == '\n' || like.charAt(first) == '\r')) {
            first++;
        }
        int begin = first;
        while (first < like.length() && like.charAt(first) == ' ') {
            first++;
        }
        String indentation = like.substring(begin, first);
        String lineBreak = like.charAt(Math.max(0, header - 1)) == '\r' ? "\r\n" : "\n";
        StringBuilder lines = new StringBuilder("|").append(like, 1, header + 1);
        String content = value.endsWith("\n") ? value.substring(0, value.length() - 1) : value;
        for (String line : content.split("\n", -1)) {
            lines.append(line.isEmpty() ? "" : indentation).append(line).append(lineBreak);
        }
        boolean hasLastBreak = like.endsWith("\n");
        return hasLastBreak ? lines.toString() : lines.substring(0, lines.length() - lineBreak.length());
    }
}
