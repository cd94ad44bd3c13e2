package dev.drawbridge.document;

import dev.drawbridge.field.Position;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamLocation;

/**
 * Builds one value from a parser's tokens, and pauses when the parser has no more tokens yet. An explicit stack instead
 * of recursion: depth is bounded by the parser's limit alone.
 */
final class JsonBuilder {

    private static final int USUAL_DEPTH = 16;

    /** Length of a usual name in characters; names from the tables of fields are rarely longer. */
    static final int USUAL_NAME = 64;

    /**
     * The most characters of such names, each counted once: the time that the parser's table takes for them grows with
     * the square of their length. Those of the largest object that the API server takes, annotations and opaque
     * parameters together, have fewer than a million.
     */
    private static final int MAX_LONG_CHARACTERS = 4 * 1024 * 1024;

    private final boolean isWhole;
    private final boolean keepsPositions;
    private final MemoryMeter memory;
    private Value[] open = new Value[USUAL_DEPTH];
    private @Nullable Omissions[] omissions = new Omissions[USUAL_DEPTH];
    private int depth;
    private @Nullable Value root;
    private @Nullable String key;
    private @Nullable Position keyPosition;
    private int omitted;
    private final Set<String> longNames = new HashSet<>();
    private int longCharacters;

    /** A builder of one value, from a parser that has the whole text or gets it in parts. */
    JsonBuilder(boolean isWhole, boolean keepsPositions, MemoryMeter memory, Omissions omissions) {
        this.isWhole = isWhole;
        this.keepsPositions = keepsPositions;
        this.memory = memory;
        this.omissions[0] = omissions == Omissions.NONE ? null : omissions;
    }

    /** Reads tokens up to the value's end; null if the parser has no more tokens now. */
    @Nullable
    Value build(JsonParser parser) {
        if (root == null) {
            JsonToken token = parser.nextToken();
            if (token == null || token == JsonToken.NOT_AVAILABLE) {
                return null;
            }
            return begun(parser);
        }
        return rest(parser, root);
    }

    /** Reads tokens up to the end of the value that begins with the current one. */
    @Nullable
    Value begun(JsonParser parser) {
        JsonToken token = parser.currentToken();
        root = begun(parser, token);
        open(token, root, omissions[0]);
        return rest(parser, root);
    }

    private @Nullable Value rest(JsonParser parser, Value value) {
        while (depth > 0) {
            boolean goesOn = omitted > 0
                    ? skip(parser)
                    : open[depth - 1] instanceof ObjectValue object
                            ? fill(parser, object)
                            : fill(parser, (ListValue) open[depth - 1]);
            if (!goesOn) {
                return null;
            }
        }
        return value;
    }

    /** The characters of names that are longer than names usually are; a repeated name counts once. */
    int longCharacters() {
        return longCharacters;
    }

    private void open(JsonToken token, Value value, @Nullable Omissions below) {
        if (!token.isStructStart()) {
            return;
        }
        if (depth == open.length) {
            open = Arrays.copyOf(open, 2 * depth);
            omissions = Arrays.copyOf(omissions, 2 * depth);
        }
        open[depth] = value;
        omissions[depth] = below;
        depth++;
        omitted = below != null && below.isWhole() ? 1 : 0;
    }

    /** Adds entries up to the object's end, or up to a nested value; false if the parser needs more input. */
    private boolean fill(JsonParser parser, ObjectValue object) {
        Omissions here = omissions[depth - 1];
        while (true) {
            if (key == null) {
                // Only the parser's result shows that the next token has not arrived yet.
                JsonToken next = isWhole ? null : parser.nextToken();
                key = isWhole ? parser.nextName() : next == JsonToken.PROPERTY_NAME ? parser.currentName() : null;
                if (key == null) {
                    return closed(next == null ? parser.currentToken() : next, JsonToken.END_OBJECT);
                }
                keyPosition = mark(parser);
                countName(key);
                memory.key(key, object.size());
            }
            JsonToken token = parser.nextToken();
            if (token == JsonToken.NOT_AVAILABLE) {
                return false;
            }
            Value value = begun(parser, token);
            object.add(key, value, keyPosition);
            if (token.isStructStart()) {
                open(token, value, here == null ? null : here.below(key));
                key = null;
                return true;
            }
            key = null;
        }
    }

    /** Adds items up to the list's end, or up to a nested value; false if the parser needs more input. */
    private boolean fill(JsonParser parser, ListValue list) {
        Omissions here = omissions[depth - 1];
        while (true) {
            JsonToken token = parser.nextToken();
            if (token == JsonToken.END_ARRAY || token == JsonToken.NOT_AVAILABLE) {
                return closed(token, JsonToken.END_ARRAY);
            }
            Value value = begun(parser, token);
            list.add(value);
            if (token.isStructStart()) {
                open(token, value, here);
                return true;
            }
        }
    }

    private boolean closed(JsonToken token, JsonToken end) {
        if (token != end) {
            return false;
        }
        depth--;
        return true;
    }

    private boolean skip(JsonParser parser) {
        while (omitted > 0) {
            JsonToken token = parser.nextToken();
            if (token == JsonToken.NOT_AVAILABLE) {
                return false;
            }
            if (token.isStructStart()) {
                omitted++;
            } else if (token.isStructEnd()) {
                omitted--;
            } else if (token == JsonToken.PROPERTY_NAME) {
                countName(parser.currentName());
            }
        }
        depth--;
        return true;
    }

    private void countName(String name) {
        if (name.length() > USUAL_NAME && longNames.add(name)) {
            longCharacters += name.length();
            if (longCharacters > MAX_LONG_CHARACTERS) {
                throw new MemoryMeter.Exceeded("its names longer than " + USUAL_NAME
                        + " characters add up to more than " + MAX_LONG_CHARACTERS + " characters; shorten them");
            }
        }
    }

    /** The value that begins with this token: an object or a list is still empty. */
    private Value begun(JsonParser parser, JsonToken token) {
        switch (token) {
            case START_OBJECT -> {
                memory.object();
                return new ObjectValue(mark(parser));
            }
            case START_ARRAY -> {
                memory.list();
                return new ListValue(mark(parser));
            }
            case VALUE_STRING -> {
                String text = parser.getString();
                memory.text(text);
                return new StringValue(text, mark(parser));
            }
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
                String text = parser.getString();
                memory.text(text);
                // kubectl reads a file's number with a fraction or an exponent as a float, and sends 1.0 as 1.
                boolean isFloat = keepsPositions && token == JsonToken.VALUE_NUMBER_FLOAT;
                String sent = isFloat ? NumberValue.ofFloat(text) : null;
                return new NumberValue(sent == null ? text : sent, text, mark(parser));
            }
            default -> {
                memory.scalar();
                return scalar(parser, token);
            }
        }
    }

    private Value scalar(JsonParser parser, JsonToken token) {
        return switch (token) {
            case VALUE_TRUE -> new BooleanValue(true, mark(parser));
            case VALUE_FALSE -> new BooleanValue(false, mark(parser));
            case VALUE_NULL -> new NullValue(mark(parser));
            default -> throw new IllegalStateException("a JSON text has no token " + token);
        };
    }

    private @Nullable Position mark(JsonParser parser) {
        return keepsPositions ? tokenPosition(parser) : null;
    }

    static Position tokenPosition(JsonParser parser) {
        TokenStreamLocation location = parser.currentTokenLocation();
        return new Position(Math.max(1, location.getLineNr()), Math.max(1, location.getColumnNr()));
    }
}
