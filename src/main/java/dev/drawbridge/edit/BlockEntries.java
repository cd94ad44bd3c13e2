package dev.drawbridge.edit;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.yaml.SourceNode;
import dev.drawbridge.document.yaml.SourceNode.Entry;
import dev.drawbridge.document.yaml.SourceNode.Mapping;
import dev.drawbridge.document.yaml.SourceText.Comment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/** Rewrites the entries of a block mapping, with the comments above and after them, indented for their new place. */
final class BlockEntries {

    private final ValueEdits edits;
    private final String text;
    private final TextLines lines;

    BlockEntries(ValueEdits edits) {
        this.edits = edits;
        this.text = edits.text();
        this.lines = edits.lines();
    }

    /** The text being written, and the source offset of each part. */
    private static final class Page {

        private final Mapping mapping;
        private final String lineBreak;
        private final StringBuilder text = new StringBuilder();
        private final Set<Entry> used = new HashSet<>();
        private final Deque<Comment> orphans;
        private boolean isIndented;

        private Page(Mapping mapping, String lineBreak, boolean isIndented, Deque<Comment> orphans) {
            this.mapping = mapping;
            this.lineBreak = lineBreak;
            this.isIndented = isIndented;
            this.orphans = orphans;
        }

        private void line(int column, String line) {
            text.append(isIndented ? "" : " ".repeat(column)).append(line).append(lineBreak);
            isIndented = false;
        }
    }

    Edit rewritten(Mapping mapping, ObjectValue before, List<Piece> pieces) {
        int last = mapping.entries().size() - 1;
        int begin = leadBegin(mapping, 0);
        int end = bodyEnd(mapping, last);
        refuseOtherBreaks(begin, end);
        int column = lines.column(mapping.content());
        boolean isIndented = begin == mapping.entries().get(0).begin();
        Page page = new Page(
                mapping,
                lines.breakAt(mapping.content()),
                isIndented,
                new ArrayDeque<>(orphans(begin, end, written(mapping, before, pieces))));
        write(pieces, column, page);
        if (pieces.isEmpty()) {
            page.line(column, "{}");
        }
        orphans(end, column, page);
        String written = page.text.substring(0, page.text.length() - page.lineBreak.length());
        return new Edit(begin, end, written).trimmed(text, true);
    }

    Edit appended(Mapping mapping, ObjectValue after, int first) {
        int place = bodyEnd(mapping, mapping.entries().size() - 1);
        refuseOtherBreaks(leadBegin(mapping, 0), place);
        String begin = lines.breakAt(mapping.content()) + " ".repeat(lines.column(mapping.content()));
        StringBuilder text = new StringBuilder();
        for (int i = first; i < after.size(); i++) {
            String key = edits.key(mapping, after.key(i));
            FreshLines.of(key, after.value(i))
                    .forEach(line -> text.append(begin).append(line));
        }
        return new Edit(place, place, text.toString());
    }

    /** The ranges of the entries written here or elsewhere; their comments move with them. */
    private NavigableMap<Integer, Integer> written(Mapping mapping, ObjectValue before, List<Piece> pieces) {
        NavigableMap<Integer, Integer> written = new TreeMap<>();
        ranges(pieces, written);
        int[] entries = Homes.entries(mapping, before);
        for (int i = 0; i < entries.length; i++) {
            if (edits.isKept(before.keyPosition(i))) {
                written.put(leadBegin(mapping, entries[i]), bodyEnd(mapping, entries[i]));
            }
        }
        return written;
    }

    private List<Comment> orphans(int begin, int end, NavigableMap<Integer, Integer> written) {
        return edits.comments(begin, end).stream()
                .filter(comment -> {
                    Map.Entry<Integer, Integer> range = written.floorEntry(comment.begin());
                    return range == null || range.getValue() <= comment.begin();
                })
                .toList();
    }

    private void ranges(List<Piece> pieces, Map<Integer, Integer> written) {
        for (Piece piece : pieces) {
            if (piece instanceof Piece.Level level) {
                ranges(level.pieces(), written);
            } else if (piece instanceof Piece.Written one) {
                Home home = one.home();
                boolean isFlow = home.mapping().isFlow();
                written.put(
                        isFlow ? home.written().begin() : leadBegin(home.mapping(), home.entry()),
                        isFlow ? home.written().end() : bodyEnd(home.mapping(), home.entry()));
            }
        }
    }

    private void write(List<Piece> pieces, int column, Page page) {
        for (Piece piece : pieces) {
            if (piece instanceof Piece.Level level) {
                orphans(begin(level), column, page);
                page.line(column, edits.key(page.mapping, level.key()) + ":");
                int begin = page.text.length();
                write(level.pieces(), column + edits.step(), page);
                if (level.isListed()) {
                    dash(page.text, begin);
                }
            } else if (piece instanceof Piece.Written written) {
                orphans(begin(written), column, page);
                write(written, column, page);
            } else if (piece instanceof Piece.Fresh fresh) {
                String key = edits.key(page.mapping, fresh.key());
                FreshLines.of(key, fresh.value()).forEach(line -> page.line(column, line));
            }
        }
    }

    /** Replaces the indentation of the first line with a key by that of a list's entry. */
    private static void dash(StringBuilder text, int begin) {
        int at = begin;
        while (Character.isWhitespace(text.charAt(at)) || text.charAt(at) == '#') {
            at = text.charAt(at) == '#' ? text.indexOf("\n", at) + 1 : at + 1;
        }
        text.replace(at - ValueEdits.DASH.length(), at, ValueEdits.DASH);
    }

    private static int begin(Piece piece) {
        if (piece instanceof Piece.Written written) {
            return written.home().written().begin();
        }
        return piece instanceof Piece.Level level
                ? level.pieces().stream()
                        .mapToInt(BlockEntries::begin)
                        .filter(begin -> begin > 0)
                        .findFirst()
                        .orElse(0)
                : 0;
    }

    /** Writes comments that no longer belong to an entry in order, each on its own line. */
    private void orphans(int before, int column, Page page) {
        while (!page.orphans.isEmpty() && page.orphans.getFirst().begin() < before) {
            Comment comment = page.orphans.removeFirst();
            page.line(column, text.substring(comment.begin(), comment.end()));
        }
    }

    private void write(Piece.Written piece, int column, Page page) {
        Home home = piece.home();
        Entry entry = home.written();
        boolean isFirstUse = page.used.add(entry);
        if (entry.isMerge() && !isFirstUse) {
            return;
        }
        if (home.mapping().isFlow()) {
            String key = text.substring(entry.key().begin(), entry.key().end());
            String name =
                    piece.key().equals(home.value().key(home.index())) ? key : edits.key(home.mapping(), piece.key());
            page.line(column, name + ": " + edits.value(piece));
            return;
        }
        int by = column - lines.column(home.mapping().content());
        if (isFirstUse) {
            lead(home, by, page);
        }
        int end = bodyEnd(home.mapping(), home.entry());
        page.line(column, TextLines.shifted(edits.body(piece, end), by, false));
    }

    private void lead(Home home, int by, Page page) {
        int begin = leadBegin(home.mapping(), home.entry());
        int lineBegin = lines.begin(home.written().begin());
        if (begin < lineBegin) {
            String lead = TextLines.shifted(text.substring(begin, lineBegin), by, true);
            page.text.append(page.isIndented ? lead.stripLeading() : lead);
            page.isIndented = false;
        }
    }

    /** The start of an entry's comments, or of the entry if something else precedes it on its line. */
    private int leadBegin(Mapping mapping, int index) {
        int begin = mapping.entries().get(index).begin();
        if (index > 0) {
            return Math.min(begin, lines.next(bodyEnd(mapping, index - 1)));
        }
        if (!lines.isFirst(begin)) {
            return begin;
        }
        int column = lines.column(begin);
        int lead = lines.begin(begin);
        while (lead > 0 && lines.commentColumn(lines.begin(lead - 1)) == column) {
            lead = lines.begin(lead - 1);
        }
        return lead;
    }

    /**
     * The end of an entry's last line, including deeper indented comments below it. Below the last entry, equally
     * indented comments are included.
     */
    private int bodyEnd(Mapping mapping, int index) {
        Entry entry = mapping.entries().get(index);
        int deepest =
                lines.column(mapping.content()) + (index == mapping.entries().size() - 1 ? 0 : 1);
        int end = lines.end(entry.end());
        int line = lines.next(end);
        while (line < text.length()) {
            int comment = lines.commentColumn(line);
            if (comment == TextLines.OTHER || comment >= 0 && comment < deepest) {
                break;
            }
            end = comment >= 0 ? lines.end(line) : end;
            line = lines.next(line);
        }
        return end;
    }

    /** Moves the value of an entry into a new object under this key. */
    void wrap(Entry entry, String key, List<Edit> into) {
        SourceNode value = entry.value();
        String name = ScalarText.of(key, "") + ": ";
        int begin = value.begin();
        while (begin > 0 && text.charAt(begin - 1) == ' ') {
            begin--;
        }
        boolean isAlone = begin == 0 || text.charAt(begin - 1) == '\n';
        String before = isAlone
                ? text.substring(begin, value.begin())
                : lines.breakAt(value.begin()) + " ".repeat(lines.column(entry.begin()) + edits.step());
        String written = text.substring(value.begin(), value.end());
        if (written.indexOf('\n') < 0) {
            into.add(new Edit(begin, value.begin(), before + name));
        } else {
            into.add(new Edit(begin, value.end(), before + name + TextLines.shifted(written, edits.step(), false)));
        }
    }

    /** Refuses line breaks that YAML knows but editors do not show: such text must not be indented again. */
    private void refuseOtherBreaks(int begin, int end) {
        for (int i = begin; i < end; i++) {
            char sign = text.charAt(i);
            boolean isLone = sign == '\r' && (i + 1 == text.length() || text.charAt(i + 1) != '\n');
            if (isLone || sign == '\u0085' || sign == '\u2028' || sign == '\u2029') {
                throw new UnsupportedEditException("its lines end with neither LF nor CRLF");
            }
        }
    }
}
