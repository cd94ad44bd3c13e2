package dev.drawbridge.document;

import dev.drawbridge.document.YamlCollection.Next;
import dev.drawbridge.document.YamlToken.Kind;
import dev.drawbridge.field.Position;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The first document of a text of YAML as a value, with its aliases unfolded. How deep values stand in each other is limited by the
 * scanner, never by the stack.
 */
final class YamlComposer {

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

    private final YamlScanner scanner;
    private final UnfoldingLimit limit;
    private final Map<String, YamlNode> anchors = new HashMap<>();
    private final List<YamlCollection> open = new ArrayList<>();
    private @Nullable Value document;

    /**
     * A composer of what the scanner reads.
     *
     * @param limit what all documents of the stream have in common
     */
    YamlComposer(YamlScanner scanner, UnfoldingLimit limit) {
        this.scanner = scanner;
        this.limit = limit;
    }

    /** The document; null where the text has none. */
    @Nullable
    Value document() {
        Kind first = scanner.peek().kind();
        if (first == Kind.STREAM_END) {
            return null;
        }
        if (first == Kind.DIRECTIVE) {
            throw refused("no directive can stand before a document: kubectl ends the one at ---");
        }
        if (first == Kind.DOCUMENT_START) {
            content(NO_DOCUMENT, scanner.take(), true, false);
        } else {
            node(true, false);
        }
        while (!open.isEmpty()) {
            goOn(open.get(open.size() - 1));
        }
        return document;
    }

    private YamlException refused(String reason) {
        return new YamlException(reason, scanner.peek().position());
    }

    /** What comes next is neither in the list or the object nor behind it. */
    private YamlException outOfPlace(YamlCollection block, String next) {
        Kind kind = scanner.peek().kind();
        return refused(
                kind == Kind.PLAIN || kind == Kind.QUOTED
                        ? "a value has ended before this text; put all of it in quotes"
                        : next + " that begins in line " + line(block) + " is looked for here; mend the indentation");
    }

    private static int line(YamlCollection collection) {
        return collection.position().line();
    }

    private boolean isNext(Kind kind) {
        return scanner.peek().kind() == kind;
    }

    private void goOn(YamlCollection inner) {
        switch (inner.next()) {
            case BLOCK_ITEM -> blockItem(inner);
            case INDENTLESS_ITEM -> indentlessItem(inner);
            case BLOCK_KEY -> blockKey(inner);
            case BLOCK_VALUE -> blockValue(inner);
            case FIRST_FLOW_ITEM, FLOW_ITEM -> flowItem(inner);
            case FIRST_FLOW_KEY, FLOW_KEY -> flowKey(inner);
            case FLOW_VALUE -> flowValue(inner, Next.FLOW_KEY, NO_FLOW_VALUE);
            case NO_FLOW_VALUE -> {
                inner.expect(Next.FLOW_KEY);
                nothing(scanner.peek().position());
            }
            case PAIR_KEY -> {
                inner.expect(Next.PAIR_VALUE);
                if (NO_PAIR_KEY.contains(scanner.peek().kind())) {
                    nothing(scanner.take().end());
                } else {
                    node(false, false);
                }
            }
            case PAIR_VALUE -> flowValue(inner, Next.PAIR_END, NO_PAIR_VALUE);
            case PAIR_END -> end(inner);
        }
    }

    private void blockItem(YamlCollection list) {
        if (isNext(Kind.BLOCK_ENTRY)) {
            content(NO_ITEM, scanner.take(), true, false);
        } else if (isNext(Kind.BLOCK_END)) {
            scanner.take();
            end(list);
        } else {
            throw outOfPlace(list, "'-' of the list");
        }
    }

    private void indentlessItem(YamlCollection list) {
        if (isNext(Kind.BLOCK_ENTRY)) {
            content(NO_INDENTLESS_ITEM, scanner.take(), true, false);
        } else {
            end(list);
        }
    }

    private void blockKey(YamlCollection object) {
        if (isNext(Kind.KEY)) {
            object.expect(Next.BLOCK_VALUE);
            content(NO_BLOCK_VALUE, scanner.take(), true, true);
        } else if (isNext(Kind.BLOCK_END)) {
            scanner.take();
            end(object);
        } else {
            throw outOfPlace(object, "a key of the object");
        }
    }

    private void blockValue(YamlCollection object) {
        object.expect(Next.BLOCK_KEY);
        if (isNext(Kind.VALUE)) {
            content(NO_BLOCK_VALUE, scanner.take(), true, true);
        } else {
            nothing(scanner.peek().position());
        }
    }

    private void flowItem(YamlCollection list) {
        if (passEntryEnd(list, Next.FIRST_FLOW_ITEM, Kind.FLOW_SEQUENCE_END, ']')) {
            return;
        }
        list.expect(Next.FLOW_ITEM);
        if (isNext(Kind.KEY)) {
            begin(Next.PAIR_KEY, scanner.take().position(), null);
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
            content(NO_FLOW_KEY, scanner.take(), false, false);
        } else {
            object.expect(Next.NO_FLOW_VALUE);
            node(false, false);
        }
    }

    /** Passes the comma between two entries; true where the bracket is closed, behind a last comma too. */
    private boolean passEntryEnd(YamlCollection flow, Next first, Kind bracket, char sign) {
        if (!isNext(bracket) && flow.next() != first) {
            if (!isNext(Kind.FLOW_ENTRY)) {
                throw refused("',' or '" + sign + "' is looked for here, of what begins in line " + line(flow));
            }
            scanner.take();
        }
        boolean isEnd = isNext(bracket);
        if (isEnd) {
            scanner.take();
            end(flow);
        }
        return isEnd;
    }

    private void flowValue(YamlCollection object, Next then, Set<Kind> ends) {
        object.expect(then);
        if (isNext(Kind.VALUE)) {
            content(ends, scanner.take(), false, false);
        } else {
            nothing(scanner.peek().position());
        }
    }

    /** What follows an indicator: a value, or nothing where one of these tokens comes. */
    private void content(Set<Kind> ends, YamlToken indicator, boolean isBlock, boolean mayBeIndentless) {
        if (ends.contains(scanner.peek().kind())) {
            nothing(indicator.end());
        } else {
            node(isBlock, mayBeIndentless);
        }
    }

    private void nothing(Position position) {
        add(new YamlScalar("", true, null, position), null);
    }

    /**
     * A value or a key.
     *
     * @param isBlock whether it may be a list or an object without brackets
     * @param mayBeIndentless whether it may be a list that stands no deeper than its key
     */
    private void node(boolean isBlock, boolean mayBeIndentless) {
        YamlToken first = scanner.peek();
        if (first.kind() == Kind.ALIAS) {
            alias(scanner.take());
            return;
        }
        String anchor = null;
        String tag = null;
        YamlToken token = first;
        while (token.kind() == Kind.ANCHOR && anchor == null || token.kind() == Kind.TAG && tag == null) {
            if (token.kind() == Kind.ANCHOR) {
                anchor = token.text();
            } else {
                tag = token.text();
            }
            scanner.take();
            token = scanner.peek();
        }
        if (YamlProperties.UNKNOWN_TAG.equals(tag)) {
            throw new YamlException("nothing says what the tag is that begins here; remove it", first.position());
        }
        Next contents = contents(token.kind(), isBlock, mayBeIndentless);
        if (contents != null) {
            if (contents != Next.INDENTLESS_ITEM) {
                scanner.take();
            }
            begin(contents, first.position(), anchor);
        } else if (token.kind() == Kind.PLAIN || token.kind() == Kind.QUOTED) {
            scanner.take();
            add(new YamlScalar(token.text(), token.kind() == Kind.PLAIN, tag, first.position()), anchor);
        } else if (token != first) {
            add(new YamlScalar("", true, tag, first.position()), anchor);
        } else {
            throw refused("a value is looked for here");
        }
    }

    /** What comes first in the list or the object that begins with the token; null where none does. */
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

    private void begin(Next contents, Position position, @Nullable String anchor) {
        refuseAsKey(position);
        limit.count(1, position);
        boolean isList =
                contents == Next.FIRST_FLOW_ITEM || contents == Next.BLOCK_ITEM || contents == Next.INDENTLESS_ITEM;
        Value value = isList ? new ListValue(position) : new ObjectValue(position);
        YamlCollection collection = new YamlCollection(value, contents, limit.values());
        name(collection, anchor);
        open.add(collection);
    }

    private void end(YamlCollection collection) {
        open.remove(open.size() - 1);
        collection.end(limit.values());
        deliver(collection.value());
    }

    private void add(YamlScalar scalar, @Nullable String anchor) {
        limit.count(1, scalar.position());
        name(scalar, anchor);
        add(scalar, scalar.isMerge());
    }

    private void add(YamlScalar scalar, boolean isMerge) {
        if (needsKey()) {
            open.get(open.size() - 1).setKey(scalar, isMerge);
        } else {
            deliver(scalar.value());
        }
    }

    private void name(YamlNode node, @Nullable String anchor) {
        if (anchor != null) {
            anchors.put(anchor, node);
        }
    }

    private void alias(YamlToken alias) {
        YamlNode node = anchors.get(alias.text());
        if (node instanceof YamlScalar scalar) {
            limit.count(1, alias.position());
            add(scalar, false);
        } else if (node instanceof YamlCollection collection) {
            refuseAsKey(alias.position());
            if (!collection.hasEnded()) {
                throw new YamlException("an alias contains itself", alias.position());
            }
            limit.count(collection.size(), alias.position());
            deliver(collection.value());
        } else {
            throw new YamlException("no anchor of this name stands before its alias", alias.position());
        }
    }

    private boolean needsKey() {
        return !open.isEmpty() && open.get(open.size() - 1).needsKey();
    }

    private void refuseAsKey(Position position) {
        if (needsKey()) {
            throw new YamlException("a key must be a text, a boolean, or a number of 64 bits", position);
        }
    }

    private void deliver(Value value) {
        if (open.isEmpty()) {
            document = value;
        } else {
            open.get(open.size() - 1).add(value);
        }
    }
}
