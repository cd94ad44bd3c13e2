package dev.drawbridge.document.yaml;

import dev.drawbridge.document.Value;
import dev.drawbridge.document.yaml.YamlCollection.Next;
import dev.drawbridge.document.yaml.YamlToken.Kind;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The grammar of YAML: which tokens may follow each other, and how they make up the first document of a text, which is
 * the one that kubectl reads.
 *
 * @param recorder records the source nodes; null if they are not needed
 */
record YamlComposer(
        YamlScanner scanner, YamlBuilder builder, @Nullable SourceRecorder recorder) {

    private static final Set<Kind> NO_DOCUMENT =
            EnumSet.of(Kind.DIRECTIVE, Kind.DOCUMENT_START, Kind.DOCUMENT_END, Kind.STREAM_END);
    private static final Set<Kind> NO_ITEM = EnumSet.of(Kind.BLOCK_ENTRY, Kind.BLOCK_END);
    private static final Set<Kind> NO_BLOCK_VALUE = EnumSet.of(Kind.KEY, Kind.VALUE, Kind.BLOCK_END);
    private static final Set<Kind> NO_INDENTLESS_ITEM =
            EnumSet.of(Kind.BLOCK_ENTRY, Kind.KEY, Kind.VALUE, Kind.BLOCK_END);
    private static final Set<Kind> NO_FLOW_KEY = EnumSet.of(Kind.VALUE, Kind.FLOW_ENTRY, Kind.FLOW_MAPPING_END);
    private static final Set<Kind> NO_FLOW_VALUE = EnumSet.of(Kind.FLOW_ENTRY, Kind.FLOW_MAPPING_END);
    private static final Set<Kind> NO_PAIR_KEY = EnumSet.of(Kind.VALUE, Kind.FLOW_ENTRY, Kind.FLOW_SEQUENCE_END);
    private static final Set<Kind> NO_PAIR_VALUE = EnumSet.of(Kind.FLOW_ENTRY, Kind.FLOW_SEQUENCE_END);

    @Nullable
    Value document() {
        Kind first = scanner.peek().kind();
        if (first == Kind.STREAM_END) {
            return null;
        }
        if (first == Kind.DIRECTIVE) {
            throw refused("directives are not supported: kubectl splits documents at ---");
        }
        if (first == Kind.DOCUMENT_START) {
            content(NO_DOCUMENT, scanner.take(), true, false);
        } else {
            node(true, false);
        }
        for (YamlCollection inner = builder.inner(); inner != null; inner = builder.inner()) {
            goOn(inner);
        }
        return builder.document();
    }

    private YamlException refused(String reason) {
        return new YamlException(reason, scanner.peek().position());
    }

    /** The next token belongs neither to the list or object nor after it. */
    private YamlException outOfPlace(YamlCollection block, String next) {
        Kind kind = scanner.peek().kind();
        boolean isLong = builder.lastScalar() < scanner.peek().position().line();
        return refused(
                kind == Kind.PLAIN || kind == Kind.QUOTED
                        ? "text after the closing quote"
                                + (isLong
                                        ? "; does the quote of line " + builder.lastScalar() + " have no end?"
                                        : "; escape inner quotes, or use single quotes")
                        : "expected " + next + " that starts on line " + line(block) + "; fix the indentation");
    }

    private static int line(YamlCollection collection) {
        return collection.position().line();
    }

    private boolean isNext(Kind kind) {
        return scanner.peek().kind() == kind;
    }

    private void goOn(YamlCollection inner) {
        switch (inner.next()) {
            case BLOCK_ITEM -> blockEntry(inner, Kind.BLOCK_ENTRY, NO_ITEM, "\"- \" of the list");
            case INDENTLESS_ITEM -> indentlessItem();
            case BLOCK_KEY -> {
                inner.expect(Next.BLOCK_VALUE);
                blockEntry(inner, Kind.KEY, NO_BLOCK_VALUE, "a key of the mapping");
            }
            case BLOCK_VALUE -> value(inner, Next.BLOCK_KEY, NO_BLOCK_VALUE, true);
            case FIRST_FLOW_ITEM, FLOW_ITEM -> flowItem(inner);
            case FIRST_FLOW_KEY, FLOW_KEY -> flowKey(inner);
            case FLOW_VALUE -> value(inner, Next.FLOW_KEY, NO_FLOW_VALUE, false);
            case NO_FLOW_VALUE -> {
                inner.expect(Next.FLOW_KEY);
                nothingBefore(scanner.peek());
            }
            case PAIR_KEY -> {
                inner.expect(Next.PAIR_VALUE);
                if (NO_PAIR_KEY.contains(scanner.peek().kind())) {
                    nothingBehind(scanner.take());
                } else {
                    node(false, false);
                }
            }
            case PAIR_VALUE -> value(inner, Next.PAIR_END, NO_PAIR_VALUE, false);
            case PAIR_END -> end(null);
        }
    }

    /** The next entry of a list or an object in lines, or its end. */
    private void blockEntry(YamlCollection block, Kind indicator, Set<Kind> none, String what) {
        if (isNext(indicator)) {
            YamlToken sign = scanner.take();
            if (indicator == Kind.KEY) {
                keyIndicator(sign);
            }
            content(none, sign, true, indicator == Kind.KEY);
        } else if (isNext(Kind.BLOCK_END)) {
            scanner.take();
            end(null);
        } else {
            throw outOfPlace(block, what);
        }
    }

    private void indentlessItem() {
        if (isNext(Kind.BLOCK_ENTRY)) {
            content(NO_INDENTLESS_ITEM, scanner.take(), true, false);
        } else {
            end(null);
        }
    }

    /** The value of a key; nothing if no colon comes. */
    private void value(YamlCollection object, Next then, Set<Kind> none, boolean isBlock) {
        object.expect(then);
        if (isNext(Kind.VALUE)) {
            content(none, scanner.take(), isBlock, isBlock);
        } else {
            nothingBefore(scanner.peek());
        }
    }

    private void flowItem(YamlCollection list) {
        if (passEntryEnd(list, Next.FIRST_FLOW_ITEM, Kind.FLOW_SEQUENCE_END, ']')) {
            return;
        }
        list.expect(Next.FLOW_ITEM);
        if (isNext(Kind.KEY)) {
            YamlToken pair = scanner.take();
            begin(Next.PAIR_KEY, pair, pair, null);
        } else {
            node(false, false);
        }
    }

    private void flowKey(YamlCollection object) {
        if (passEntryEnd(object, Next.FIRST_FLOW_KEY, Kind.FLOW_MAPPING_END, '}')) {
            return;
        }
        if (isNext(Kind.KEY)) {
            object.expect(Next.FLOW_VALUE);
            YamlToken sign = scanner.take();
            keyIndicator(sign);
            content(NO_FLOW_KEY, sign, false, false);
        } else {
            object.expect(Next.NO_FLOW_VALUE);
            node(false, false);
        }
    }

    /** Skips the comma between two entries; true if the bracket is closed, even after a trailing comma. */
    private boolean passEntryEnd(YamlCollection flow, Next first, Kind bracket, char sign) {
        if (!isNext(bracket) && flow.next() != first) {
            if (!isNext(Kind.FLOW_ENTRY)) {
                throw refused("expected ',' or '" + sign + "' for the bracket on line " + line(flow));
            }
            scanner.take();
        }
        boolean isEnd = isNext(bracket);
        if (isEnd) {
            end(scanner.take());
        }
        return isEnd;
    }

    /** Reads the value after an indicator; an empty one if one of these tokens follows. */
    private void content(Set<Kind> ends, YamlToken indicator, boolean isBlock, boolean mayBeIndentless) {
        if (ends.contains(scanner.peek().kind())) {
            nothingBehind(indicator);
        } else {
            node(isBlock, mayBeIndentless);
        }
    }

    private void nothingBehind(YamlToken indicator) {
        YamlScalar nothing = new YamlScalar("", true, null, indicator.end());
        if (recorder != null) {
            int end = indicator.endOffset();
            recorder.scalar(end, end, end, null, nothing);
        }
        builder.add(nothing, null);
    }

    private void nothingBefore(YamlToken next) {
        if (recorder != null) {
            recorder.nothing();
        }
        builder.add(new YamlScalar("", true, null, next.position()), null);
    }

    private void keyIndicator(YamlToken sign) {
        if (recorder != null) {
            recorder.keyIndicator(sign.offset());
        }
    }

    private void begin(Next contents, YamlToken first, YamlToken content, @Nullable String anchor) {
        if (recorder != null) {
            boolean isFlow = content.kind() == Kind.FLOW_SEQUENCE_START || content.kind() == Kind.FLOW_MAPPING_START;
            boolean isList =
                    contents == Next.BLOCK_ITEM || contents == Next.INDENTLESS_ITEM || contents == Next.FIRST_FLOW_ITEM;
            recorder.begin(!isList, isFlow, first.offset(), content.offset(), anchor);
        }
        builder.begin(contents, first.position(), anchor);
    }

    /** The inner list or object ends, with a bracket or without. */
    private void end(@Nullable YamlToken bracket) {
        if (recorder != null) {
            recorder.end(bracket == null ? -1 : bracket.endOffset());
        }
        builder.end();
    }

    /** A scalar, which may be nothing but an anchor or a tag. */
    private void scalar(YamlToken first, YamlScalar scalar, @Nullable String anchor, int content, int end) {
        builder.add(scalar, anchor);
        if (recorder != null) {
            recorder.scalar(first.offset(), content, end, anchor, scalar);
        }
    }

    /** A value or a key, which may be a block, or a list that is indented no deeper than its key. */
    private void node(boolean isBlock, boolean mayBeIndentless) {
        YamlToken first = scanner.peek();
        if (first.kind() == Kind.ALIAS) {
            scanner.take();
            builder.addAlias(first.text(), first.position());
            if (recorder != null) {
                recorder.alias(first.offset(), first.endOffset(), first.text());
            }
            return;
        }
        String anchor = null;
        String tag = null;
        YamlToken token = first;
        int propertiesEnd = first.offset();
        while (token.kind() == Kind.ANCHOR && anchor == null || token.kind() == Kind.TAG && tag == null) {
            if (token.kind() == Kind.ANCHOR) {
                anchor = token.text();
            } else {
                tag = token.text();
            }
            propertiesEnd = token.endOffset();
            scanner.take();
            token = scanner.peek();
        }
        if (YamlProperties.UNKNOWN_TAG.equals(tag)) {
            throw new YamlException("undefined tag; remove it", first.position());
        }
        Next contents = contents(token.kind(), isBlock, mayBeIndentless);
        if (contents != null) {
            if (contents != Next.INDENTLESS_ITEM) {
                scanner.take();
            }
            begin(contents, first, token, anchor);
        } else if (token.kind() == Kind.PLAIN || token.kind() == Kind.QUOTED) {
            scanner.take();
            YamlScalar scalar = new YamlScalar(token.text(), token.kind() == Kind.PLAIN, tag, first.position());
            scalar(first, scalar, anchor, token.offset(), token.endOffset());
        } else if (token != first) {
            YamlScalar nothing = new YamlScalar("", true, tag, first.position());
            scalar(first, nothing, anchor, propertiesEnd, propertiesEnd);
        } else {
            throw refused("expected a value");
        }
    }

    /** The first expected token of the list or object that begins here; null if none begins. */
    private static @Nullable Next contents(Kind kind, boolean isBlock, boolean mayBeIndentless) {
        return switch (kind) {
            case FLOW_SEQUENCE_START -> Next.FIRST_FLOW_ITEM;
            case FLOW_MAPPING_START -> Next.FIRST_FLOW_KEY;
            case BLOCK_SEQUENCE_START -> isBlock ? Next.BLOCK_ITEM : null;
            case BLOCK_MAPPING_START -> isBlock ? Next.BLOCK_KEY : null;
            case BLOCK_ENTRY -> mayBeIndentless ? Next.INDENTLESS_ITEM : null;
            default -> null;
        };
    }
}
