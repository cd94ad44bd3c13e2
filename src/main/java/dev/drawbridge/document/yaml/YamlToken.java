package dev.drawbridge.document.yaml;

import dev.drawbridge.field.Position;
import org.jspecify.annotations.Nullable;

/** A YAML token (an indicator or a scalar) and its start. */
final class YamlToken {

    // @formatter:off
    enum Kind {
        STREAM_END, DIRECTIVE, DOCUMENT_START, DOCUMENT_END,
        BLOCK_SEQUENCE_START, BLOCK_MAPPING_START, BLOCK_END, BLOCK_ENTRY,
        FLOW_SEQUENCE_START, FLOW_SEQUENCE_END, FLOW_MAPPING_START, FLOW_MAPPING_END, FLOW_ENTRY,
        KEY, VALUE, ALIAS, ANCHOR, TAG,
        /** A scalar without quotes. */
        PLAIN,
        /** A scalar between quotes, or a block of lines. */
        QUOTED
    }
    // @formatter:on

    private final Kind kind;
    private final int offset;
    private final int breaks;
    private final int column;
    private final int shownLine;
    private final int shownColumn;
    private int endOffset;
    private String text = "";
    private @Nullable YamlKeySearch search;

    YamlToken(Kind kind, YamlCursor cursor) {
        this.kind = kind;
        this.offset = cursor.offset();
        this.endOffset = offset + 1;
        this.breaks = cursor.breaks();
        this.column = cursor.column();
        this.shownLine = cursor.shownLine();
        this.shownColumn = cursor.shownColumn();
    }

    /** An implied indicator at the start of another token. */
    YamlToken(Kind kind, YamlToken at) {
        this.kind = kind;
        this.offset = at.offset;
        this.endOffset = at.offset;
        this.breaks = at.breaks;
        this.column = at.column;
        this.shownLine = at.shownLine;
        this.shownColumn = at.shownColumn;
    }

    void setText(String scanned, int end) {
        text = scanned;
        endOffset = end;
    }

    int offset() {
        return offset;
    }

    int endOffset() {
        return endOffset;
    }

    Kind kind() {
        return kind;
    }

    /** The text of a scalar, the name of an anchor or alias, or a tag. */
    String text() {
        return text;
    }

    void hold(YamlKeySearch asking) {
        search = asking;
    }

    void release() {
        search = null;
    }

    @Nullable
    YamlKeySearch search() {
        return search;
    }

    int column() {
        return column;
    }

    /** Whether the cursor is on a later line, or more than this number of characters after the token's beginning. */
    boolean isBehind(YamlCursor cursor, int characters) {
        return breaks < cursor.breaks() || offset + characters < cursor.offset();
    }

    Position position() {
        return new Position(shownLine + 1, shownColumn + 1);
    }

    /** The end of an indicator, which is one character long. */
    Position end() {
        return new Position(shownLine + 1, shownColumn + 2);
    }
}
