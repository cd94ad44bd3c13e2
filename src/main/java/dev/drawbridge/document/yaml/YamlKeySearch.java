package dev.drawbridge.document.yaml;

import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.yaml.YamlToken.Kind;
import org.jspecify.annotations.Nullable;

/**
 * The search for a key without a question mark, one for the document and one for each open bracket: a token becomes a
 * key if a colon follows on the same line.
 */
final class YamlKeySearch {

    /** The longest distance from a key's start to its colon, in characters. */
    private static final int MAX_KEY = 1024;

    private final @Nullable YamlToken bracket;
    private @Nullable YamlToken candidate;
    private boolean isOpen;
    private boolean isRequired;

    /** A search that has not begun; without a bracket, it is outside of all. */
    YamlKeySearch(@Nullable YamlToken bracket) {
        this.bracket = bracket;
    }

    /** A key may begin at this token; if it is required, nothing but a key may. */
    void begin(YamlToken token, boolean isRequired) {
        this.candidate = token;
        this.isRequired = isRequired;
        this.isOpen = true;
        token.hold(this);
    }

    /** The token at which the key begins, if a colon is at the cursor; null if none can. */
    @Nullable
    YamlToken key(YamlCursor cursor) {
        if (isOpen && candidate != null && candidate.isBehind(cursor, MAX_KEY)) {
            refuseIfRequired(candidate);
            isOpen = false;
        }
        return isOpen ? candidate : null;
    }

    void end() {
        if (isOpen && candidate != null) {
            refuseIfRequired(candidate);
            found();
        }
    }

    void found() {
        isOpen = false;
        if (candidate != null) {
            candidate.release();
        }
    }

    /** The bracket is closed. Go's reader then no longer checks whether it is a key, if nothing in it could be one. */
    void close() {
        if (candidate == null && bracket != null) {
            bracket.release();
        }
    }

    private void refuseIfRequired(YamlToken token) {
        if (isRequired) {
            String what = token.kind() == Kind.PLAIN
                    ? new StringValue(token.text(), null).excerpt() + " is not a key"
                    : "expected a key";
            String advice = what.indexOf(':') < 0
                    ? "; add a colon on the same line, or fix the indentation"
                    : "; put a space after its colon, or fix the indentation";
            throw new YamlException(what + advice, token.position());
        }
    }
}
