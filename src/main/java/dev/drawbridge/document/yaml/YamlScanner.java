package dev.drawbridge.document.yaml;

import dev.drawbridge.document.yaml.YamlToken.Kind;
import dev.drawbridge.field.Position;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tokens of a text of YAML 1.1, as {@code go-yaml} version 2 finds them, kubectl's reader. It follows that reader
 * wherever the standard leaves a choice or the reader deviates: tabs as blanks, the distance of a key's colon, the end
 * of a scalar.
 *
 * <p>Whether a key begins at a token is known when the colon comes. Until then the token is held back.
 */
final class YamlScanner {

    private final YamlCursor cursor;
    private final int maxDepth;
    private final YamlScalarScanner scalars;
    private final YamlTokenQueue tokens = new YamlTokenQueue();

    /** The document's, and one for each open bracket. */
    private final List<YamlKeySearch> searches = new ArrayList<>();

    private final List<Integer> outerIndents = new ArrayList<>();
    private int indent = -1;
    private boolean mayBeginKey = true;

    /** A scanner of the text that begins at the cursor; maxDepth limits nesting in brackets, and by indentation. */
    YamlScanner(YamlCursor cursor, int maxDepth) {
        this.cursor = cursor;
        this.maxDepth = maxDepth;
        this.scalars = new YamlScalarScanner(cursor);
        searches.add(new YamlKeySearch(null));
    }

    /** The next token, which stays the next one. */
    YamlToken peek() {
        while (tokens.isEmpty() || isHeldBack(tokens.first())) {
            scan();
        }
        return tokens.first();
    }

    YamlToken take() {
        YamlToken token = peek();
        tokens.removeFirst();
        return token;
    }

    /** The start of text after the tokens that were read; null if there is none. */
    @Nullable
    Position unread() {
        YamlToken token = peek();
        return switch (token.kind()) {
            case STREAM_END -> null;
            case DOCUMENT_END -> cursor.positionOfMore();
            default -> token.position();
        };
    }

    private boolean isHeldBack(YamlToken token) {
        YamlKeySearch search = token.search();
        return search != null && search.key(cursor) != null;
    }

    private void scan() {
        skipToToken();
        endBlocks(cursor.column());
        char sign = cursor.next();
        if (sign == YamlCharacters.END) {
            documentEnds(Kind.STREAM_END, 0);
        } else if (sign == '%' && cursor.column() == 0) {
            directive();
        } else if (cursor.isAtDocumentIndicator()) {
            documentEnds(sign == '-' ? Kind.DOCUMENT_START : Kind.DOCUMENT_END, YamlCursor.INDICATOR_LENGTH);
        } else {
            scan(sign);
        }
    }

    private void scan(char sign) {
        switch (sign) {
            case '[' -> openBracket(Kind.FLOW_SEQUENCE_START);
            case '{' -> openBracket(Kind.FLOW_MAPPING_START);
            case ']' -> closeBracket(Kind.FLOW_SEQUENCE_END);
            case '}' -> closeBracket(Kind.FLOW_MAPPING_END);
            case ',' -> indicator(Kind.FLOW_ENTRY, true);
            case '-', '?', ':' -> indicatorOrScalar(sign);
            case '\'', '"' -> scalar(Kind.QUOTED);
            case '&' -> property(Kind.ANCHOR);
            case '*' -> property(Kind.ALIAS);
            case '!' -> property(Kind.TAG);
            case '|', '>' -> block(sign);
            case '%', '@', '`', '\t' -> throw refused(sign);
            default -> scalar(Kind.PLAIN);
        }
    }

    /** An indicator before a blank decides the token; in brackets {@code ?} and {@code :} also before others. */
    private void indicatorOrScalar(char sign) {
        boolean isIndicator = YamlCharacters.isBlankOrEnd(cursor.afterNext()) || sign != '-' && isInBrackets();
        if (!isIndicator) {
            scalar(Kind.PLAIN);
        } else if (sign == '-') {
            blockEntry();
        } else if (sign == '?') {
            key();
        } else {
            value();
        }
    }

    private YamlException refused(char sign) {
        String reason = sign == '\t'
                ? "tab used for indentation; use spaces"
                : "a plain value cannot start with '" + sign + "'; put it in quotes";
        return new YamlException(reason, cursor.position());
    }

    /** Skips blanks, comments and empty lines. A tab counts as a blank if no key may begin here. */
    private void skipToToken() {
        while (true) {
            while (cursor.next() == ' ' || cursor.next() == '\t' && (isInBrackets() || !mayBeginKey)) {
                cursor.skip(1);
            }
            if (cursor.next() == '#') {
                cursor.skipComment();
            }
            if (!YamlCharacters.isBreak(cursor.next())) {
                return;
            }
            cursor.skipBreak();
            mayBeginKey |= !isInBrackets();
        }
    }

    private boolean isInBrackets() {
        return searches.size() > 1;
    }

    private YamlKeySearch search() {
        return searches.get(searches.size() - 1);
    }

    private void add(Kind kind, int length) {
        tokens.add(new YamlToken(kind, cursor));
        cursor.skip(length);
    }

    /** A token that may begin a key; other tokens may only if the caller allows it. */
    private YamlToken beginKey(Kind kind) {
        YamlToken token = new YamlToken(kind, cursor);
        if (mayBeginKey) {
            search().end();
            search().begin(token, !isInBrackets() && indent == cursor.column());
        }
        mayBeginKey = false;
        return token;
    }

    private void indicator(Kind kind, boolean mayKeyFollow) {
        search().end();
        mayBeginKey = mayKeyFollow;
        add(kind, 1);
    }

    private void documentEnds(Kind kind, int length) {
        endBlocks(-1);
        search().end();
        mayBeginKey = false;
        add(kind, length);
    }

    private void directive() {
        int start = cursor.offset();
        documentEnds(Kind.DIRECTIVE, 0);
        YamlException malformed =
                new YamlException("unknown directive; a plain value cannot start with %", cursor.position());
        cursor.skipToBreak();
        if (!YamlProperties.isDirective(cursor.text(start, cursor.offset()))) {
            throw malformed;
        }
    }

    private void openBracket(Kind kind) {
        YamlToken bracket = beginKey(kind);
        refuseDepth(searches.size(), bracket);
        searches.add(new YamlKeySearch(bracket));
        mayBeginKey = true;
        tokens.add(bracket);
        cursor.skip(1);
    }

    private void closeBracket(Kind kind) {
        search().end();
        if (isInBrackets()) {
            searches.remove(searches.size() - 1).close();
        }
        mayBeginKey = false;
        add(kind, 1);
    }

    private void blockEntry() {
        if (!isInBrackets()) {
            refuseUnlessKeyMayBegin("a list entry must start on its own line");
            beginBlock(new YamlToken(Kind.BLOCK_SEQUENCE_START, cursor), tokens.end());
        }
        indicator(Kind.BLOCK_ENTRY, true);
    }

    private void key() {
        if (!isInBrackets()) {
            refuseUnlessKeyMayBegin("a key must start on its own line");
            beginBlock(new YamlToken(Kind.BLOCK_MAPPING_START, cursor), tokens.end());
        }
        indicator(Kind.KEY, !isInBrackets());
    }

    private void value() {
        YamlToken key = search().key(cursor);
        if (key != null) {
            // Go's reader may have dropped the candidate: then the colon has no key.
            int place = tokens.placeOf(key);
            YamlToken colon = new YamlToken(Kind.VALUE, cursor);
            YamlToken begin = place < tokens.end() ? key : colon;
            tokens.insert(place, new YamlToken(Kind.KEY, begin));
            beginBlock(new YamlToken(Kind.BLOCK_MAPPING_START, begin), place);
            search().found();
            mayBeginKey = false;
        } else if (!isInBrackets()) {
            refuseUnlessKeyMayBegin("unexpected \": \"; fix the indentation or quote the value");
            beginBlock(new YamlToken(Kind.BLOCK_MAPPING_START, cursor), tokens.end());
        } else {
            mayBeginKey = false;
        }
        add(Kind.VALUE, 1);
    }

    private void refuseUnlessKeyMayBegin(String reason) {
        if (!mayBeginKey) {
            throw new YamlException(reason, cursor.position());
        }
    }

    private void refuseDepth(int depth, YamlToken start) {
        if (depth > maxDepth) {
            throw new YamlException("nested more than " + maxDepth + " levels deep", start.position());
        }
    }

    /** Begins a list or an object by indentation, unless one continues. */
    private void beginBlock(YamlToken start, int place) {
        if (isInBrackets() || indent >= start.column()) {
            return;
        }
        outerIndents.add(indent);
        refuseDepth(outerIndents.size(), start);
        indent = start.column();
        tokens.insert(place, start);
    }

    private void endBlocks(int column) {
        while (!isInBrackets() && indent > column) {
            add(Kind.BLOCK_END, 0);
            indent = outerIndents.remove(outerIndents.size() - 1);
        }
    }

    private void scalar(Kind kind) {
        YamlToken token = beginKey(kind);
        if (kind == Kind.QUOTED) {
            token.setText(scalars.quoted(token), cursor.offset());
        } else {
            token.setText(scalars.plain(indent + 1, isInBrackets()), scalars.end());
            mayBeginKey = scalars.hasEndedLine();
        }
        tokens.add(token);
    }

    private void block(char sign) {
        if (isInBrackets()) {
            throw refused(sign);
        }
        search().end();
        mayBeginKey = true;
        YamlToken token = new YamlToken(Kind.QUOTED, cursor);
        token.setText(scalars.block(indent), scalars.end());
        tokens.add(token);
    }

    private void property(Kind kind) {
        YamlToken token = beginKey(kind);
        String text = kind == Kind.TAG ? YamlProperties.tag(cursor) : YamlProperties.name(cursor);
        token.setText(text, cursor.offset());
        tokens.add(token);
    }
}
