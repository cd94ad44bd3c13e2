package dev.drawbridge.edit;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.yaml.SourceNode;
import dev.drawbridge.document.yaml.SourceNode.Entry;
import dev.drawbridge.document.yaml.SourceNode.Mapping;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Rewrites the entries of a flow mapping in braces; the text between entries stays before or after the same entry. If
 * entries begin lines, as in formatted JSON, they are indented for their new place.
 */
final class FlowEntries {

    private static final int USUAL_STEP = 2;

    private final ValueEdits edits;
    private final String text;
    private final TextLines lines;

    FlowEntries(ValueEdits edits) {
        this.edits = edits;
        this.text = edits.text();
        this.lines = edits.lines();
    }

    /** The text between the braces with these entries. */
    Edit rewritten(Mapping mapping, ObjectValue before, List<Piece> pieces) {
        int begin = mapping.content() + 1;
        int end = mapping.end() - 1;
        Set<Entry> used = new HashSet<>();
        List<Chunk> chunks = chunks(mapping, pieces, used);
        String closing = closing(mapping);
        String written = joined(chunks) + lost(mapping, before, used) + closing;
        return new Edit(begin, end, written).trimmed(text, false);
    }

    private List<Chunk> chunks(Mapping mapping, List<Piece> pieces, Set<Entry> used) {
        List<Chunk> chunks = new ArrayList<>();
        for (Piece piece : pieces) {
            if (piece instanceof Piece.Level level) {
                chunks.add(level(mapping, level, used));
            } else if (piece instanceof Piece.Written written) {
                if (used.add(written.home().written())
                        || !written.home().written().isMerge()) {
                    Chunk moved = chunk(mapping, written);
                    // What began another mapping had no space before it.
                    boolean isAfter = !chunks.isEmpty() && moved.lead().isEmpty();
                    chunks.add(isAfter ? new Chunk(lead(mapping), moved.body(), moved.tail()) : moved);
                }
            } else if (piece instanceof Piece.Fresh fresh) {
                String like = edits.like(mapping);
                String body = edits.key(mapping, fresh.key()) + separator(mapping) + ScalarText.of(fresh.value(), like);
                chunks.add(new Chunk(chunks.isEmpty() ? "" : lead(mapping), body, ""));
            }
        }
        return chunks;
    }

    private static String joined(List<Chunk> chunks) {
        return chunks.stream()
                .map(chunk -> chunk.lead() + chunk.body() + chunk.tail())
                .collect(Collectors.joining(","));
    }

    /** The text between a key and its value: only a colon in JSON without spaces. */
    private String separator(Mapping mapping) {
        if (mapping.entries().isEmpty()) {
            return ": ";
        }
        Entry first = mapping.entries().get(0);
        return first.value().begin() == first.key().end() + 1 ? ":" : ": ";
    }

    /** The text before a new entry: the one before the last entry, without comments. */
    private String lead(Mapping mapping) {
        int last = mapping.entries().size() - 1;
        String lead = last < 0 ? "" : withoutComments(leadOf(mapping, last));
        // The first entry follows the brace, so its spacing does not tell the one after a comma.
        boolean isSpaced = last == 0 && lead.isEmpty() && !separator(mapping).equals(":");
        return isSpaced ? " " : lead;
    }

    private static String withoutComments(String lead) {
        int line = lead.lastIndexOf('\n');
        return line < 0 ? lead : lead.substring(lead.charAt(Math.max(0, line - 1)) == '\r' ? line - 1 : line);
    }

    private Chunk chunk(Mapping mapping, Piece.Written piece) {
        Home home = piece.home();
        Entry entry = home.written();
        if (!home.mapping().isFlow()) {
            return inBraces(mapping, piece);
        }
        String lead = leadOf(home.mapping(), home.entry());
        String tail = tailOf(home.mapping(), home.entry());
        String body = edits.body(piece, entry.end());
        Chunk chunk = new Chunk(lead, body, isComment(tail) ? tail : "");
        int outer = holder(mapping, home.mapping());
        return outer < 0 ? chunk : lifted(mapping, outer, home, chunk);
    }

    /** The index of the entry whose value is the other object; -1 if there is none. */
    private static int holder(Mapping mapping, Mapping inner) {
        return IntStream.range(0, mapping.entries().size())
                .filter(i -> mapping.entries().get(i).value() == inner)
                .findFirst()
                .orElse(-1);
    }

    /** An entry of a nested object in braces whose parent entry is removed. */
    private Chunk lifted(Mapping mapping, int outer, Home home, Chunk chunk) {
        String above = leadOf(mapping, outer);
        int by = -deeper(mapping.entries().get(outer), home.written());
        boolean isFirst = home.entry() == 0;
        String lead = isFirst && !isComment(chunk.lead())
                ? above
                : (isFirst ? joined(above, chunk.lead()) : TextLines.shifted(chunk.lead(), by, false));
        boolean isLast = home.entry() == home.mapping().entries().size() - 1;
        String below = isLast ? tailOf(mapping, outer) : "";
        return new Chunk(
                lead,
                TextLines.shifted(chunk.body(), by, false),
                TextLines.shifted(chunk.tail(), by, false) + (isComment(below) ? below : ""));
    }

    /** Joins the text before the object with the text before its first entry, keeping comments on their own lines. */
    private static String joined(String above, String lead) {
        return above.indexOf('\n') < 0 ? above.stripTrailing() + lead : above + lead.stripLeading();
    }

    /** The difference in indentation if both entries begin lines; otherwise 0. */
    private int deeper(Entry outer, Entry inner) {
        return begins(outer) && begins(inner) ? lines.column(inner.begin()) - lines.column(outer.begin()) : 0;
    }

    private boolean begins(Entry entry) {
        int at = entry.begin();
        while (at > 0 && (text.charAt(at - 1) == ' ' || text.charAt(at - 1) == '\t')) {
            at--;
        }
        return at > 0 && text.charAt(at - 1) == '\n';
    }

    /** A new object in braces; if its first entry began a line, its lines are indented further. */
    private Chunk level(Mapping mapping, Piece.Level level, Set<Entry> used) {
        List<Chunk> chunks = new ArrayList<>(chunks(mapping, level.pieces(), used));
        if (chunks.isEmpty()) {
            throw new UnsupportedEditException("the fields to move come from a merge (<<); write them out");
        }
        Chunk first = chunks.get(0);
        String indentation = withoutComments(first.lead());
        String open = edits.key(mapping, level.key()) + separator(mapping) + (level.isListed() ? "[{" : "{");
        String close = level.isListed() ? "}]" : "}";
        if (indentation.indexOf('\n') < 0) {
            chunks.set(0, new Chunk("", first.body(), first.tail()));
            return new Chunk(first.lead(), open + joined(chunks) + close, "");
        }
        chunks.set(0, new Chunk(indentation, first.body(), first.tail()));
        String inner = TextLines.shifted(joined(chunks), step(mapping), false);
        return new Chunk(first.lead(), open + inner + indentation + close, "");
    }

    private int step(Mapping mapping) {
        int line = lines.begin(mapping.content());
        int indentation = 0;
        while (text.charAt(line + indentation) == ' ') {
            indentation++;
        }
        for (Entry entry : mapping.entries()) {
            if (begins(entry) && lines.column(entry.begin()) > indentation) {
                return lines.column(entry.begin()) - indentation;
            }
        }
        return USUAL_STEP;
    }

    /** An entry from a block mapping: as it is written if it may be so in braces, or else written anew on one line. */
    private Chunk inBraces(Mapping mapping, Piece.Written piece) {
        String written = edits.value(piece);
        boolean isKept = piece.home().written().value() instanceof SourceNode.Scalar
                && written.chars().noneMatch(sign -> ",[]{}\n#".indexOf(sign) >= 0);
        String value = isKept ? written : ScalarText.of(piece.value(), edits.like(mapping));
        return new Chunk(lead(mapping), edits.key(mapping, piece.key()) + separator(mapping) + value, "");
    }

    private String lost(Mapping mapping, ObjectValue before, Set<Entry> used) {
        Set<Integer> kept = new HashSet<>();
        int[] entries = Homes.entries(mapping, before);
        for (int i = 0; i < entries.length; i++) {
            if (edits.isKept(before.keyPosition(i))) {
                kept.add(entries[i]);
            }
        }
        StringBuilder lost = new StringBuilder();
        for (int i = 0; i < mapping.entries().size(); i++) {
            Entry entry = mapping.entries().get(i);
            boolean isLevel = entry.value() instanceof Mapping inner
                    && inner.entries().stream().anyMatch(used::contains);
            if (!used.contains(entry) && !kept.contains(i) && !isLevel) {
                String around = leadOf(mapping, i) + tailOf(mapping, i);
                lost.append(isComment(around) ? around.stripTrailing() + lines.breakAt(entry.begin()) : "");
            }
        }
        return lost.toString();
    }

    void wrap(Mapping mapping, SourceNode value, String key, List<Edit> into) {
        into.add(new Edit(value.begin(), value.begin(), "{" + edits.key(mapping, key) + separator(mapping)));
        into.add(new Edit(value.end(), value.end(), "}"));
    }

    private static boolean isComment(String between) {
        return between.indexOf('#') >= 0;
    }

    /** The text between an entry and the preceding comma or brace. */
    private String leadOf(Mapping mapping, int index) {
        int key = mapping.entries().get(index).begin();
        if (index == 0) {
            return text.substring(mapping.content() + 1, key);
        }
        int comma = comma(mapping.entries().get(index - 1).end(), key);
        return text.substring(Math.min(key, comma + 1), key);
    }

    /** The text between an entry and the following comma or closing brace. */
    private String tailOf(Mapping mapping, int index) {
        int end = mapping.entries().get(index).end();
        boolean isLast = index == mapping.entries().size() - 1;
        int next = isLast ? mapping.end() - 1 : mapping.entries().get(index + 1).begin();
        return text.substring(end, comma(end, next));
    }

    /** The text before the closing brace, including a trailing comma. */
    private String closing(Mapping mapping) {
        int last = mapping.entries().size() - 1;
        if (last < 0) {
            return text.substring(mapping.content() + 1, mapping.end() - 1);
        }
        int end = mapping.entries().get(last).end();
        String rest = text.substring(end, mapping.end() - 1);
        return isComment(rest.substring(0, comma(end, mapping.end() - 1) - end))
                ? rest.substring(comma(end, mapping.end() - 1) - end)
                : rest;
    }

    /** The offset of the comma between two offsets; the second offset if there is none. */
    private int comma(int begin, int end) {
        int at = begin;
        while (at < end && text.charAt(at) != ',') {
            at = text.charAt(at) == '#' ? lines.next(at) : at + 1;
        }
        return Math.min(at, end);
    }

    /**
     * An entry of an object with its comments, ready to be written elsewhere.
     *
     * @param lead the text before it: the lines of its comments in a block, or the text after the preceding comma in
     *     braces
     * @param body its key and value; in a block, up to the end of its last line including a comment there
     * @param tail in braces, the text before the next comma
     */
    private record Chunk(String lead, String body, String tail) {}
}
