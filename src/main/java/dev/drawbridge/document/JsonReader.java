package dev.drawbridge.document;

import dev.drawbridge.field.Position;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;

/**
 * JSON text (UTF-8) as one value. Numbers keep their text, keys that stand twice both stay, and nesting is limited by
 * {@link ReadLimits}, never by the stack.
 *
 * <p>Thread-safe. Asking for positions costs about as much again as reading, so the webhook, which has no lines to show, does not.
 */
public final class JsonReader {

    private static final byte BYTE_ORDER_MARK = (byte) 0xEF;
    private static final int USUAL_DEPTH = 16;
    private static final int FREE_VALUES = 100;
    private static final int MIN_VALUE = 32;

    private final ReadLimits limits;
    private final boolean keepsPositions;
    private final JsonFactory factory;

    private JsonReader(ReadLimits limits, boolean keepsPositions) {
        this.limits = limits;
        this.keepsPositions = keepsPositions;
        // The names come again and again and are compared with those of the table: most are the same object then.
        this.factory = JsonFactory.builder()
                .enable(TokenStreamFactory.Feature.INTERN_PROPERTY_NAMES)
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(limits.maxDepth())
                        .maxStringLength(limits.maxBytes())
                        .maxNameLength(limits.maxBytes())
                        .maxNumberLength(limits.maxBytes())
                        .build())
                .build();
    }

    /** A reader whose values carry no positions. */
    public static JsonReader withoutPositions(ReadLimits limits) {
        return new JsonReader(limits, false);
    }

    /** A reader whose values and keys know their line and column. */
    public static JsonReader withPositions(ReadLimits limits) {
        return new JsonReader(limits, true);
    }

    /** The text's one value; trailing text, a byte order mark and an empty text are refused as Go's decoder refuses them. */
    public ReadResult read(byte[] text) {
        if (text.length > limits.maxBytes()) {
            return limits.tooLarge();
        }
        if (text.length > 0 && text[0] == BYTE_ORDER_MARK) {
            return new Unreadable("a JSON text must not begin with a byte order mark", new Position(1, 1));
        }
        try (JsonParser parser = factory.createParser(ObjectReadContext.empty(), text)) {
            if (parser.nextToken() == null) {
                return new Unreadable("the text is empty", null);
            }
            Value value = value(parser);
            if (parser.nextToken() != null) {
                return new Unreadable("there is text after the end of the value", tokenPosition(parser));
            }
            return new Document(value);
        } catch (StreamReadException e) {
            return new Unreadable(e.getOriginalMessage(), position(e.getLocation()));
        } catch (JacksonException e) {
            return new Unreadable("not JSON in UTF-8: " + e.getOriginalMessage(), position(e.getLocation()));
        }
    }

    /**
     * The values with which a text begins, as Go's decoder reads a stream of them. Values that are tiny are taken in small numbers only:
     * they are no manifests, and cost too much.
     */
    JsonStream readStream(String text) {
        List<Document> documents = new ArrayList<>();
        int values = 0;
        int end = 0;
        try (JsonParser parser = factory.createParser(ObjectReadContext.empty(), text)) {
            while (parser.nextToken() != null) {
                Value value = value(parser);
                values++;
                end = (int) parser.currentLocation().getCharOffset();
                if (!(value instanceof NullValue)) {
                    documents.add(new Document(value));
                }
                if (values > FREE_VALUES + end / MIN_VALUE) {
                    String reason = "more than " + FREE_VALUES + " values of less than " + MIN_VALUE
                            + " characters follow each other; part them by ---";
                    return new JsonStream(documents, values, end, new Unreadable(reason, tokenPosition(parser)));
                }
            }
            return new JsonStream(documents, values, end, null);
        } catch (StreamReadException e) {
            return new JsonStream(
                    documents, values, end, new Unreadable(e.getOriginalMessage(), position(e.getLocation())));
        }
    }

    /** An explicit stack in place of recursion: depth is bounded by the limits alone. */
    private Value value(JsonParser parser) {
        Value root = begun(parser, parser.currentToken());
        Value[] open = new Value[USUAL_DEPTH];
        int depth = 0;
        Value inner = root;
        while (inner != null) {
            Value below = inner instanceof ObjectValue object
                    ? fill(parser, object)
                    : inner instanceof ListValue list ? fill(parser, list) : null;
            if (below != null) {
                if (depth == open.length) {
                    open = Arrays.copyOf(open, 2 * depth);
                }
                open[depth++] = inner;
                inner = below;
            } else {
                inner = depth == 0 ? null : open[--depth];
            }
        }
        return root;
    }

    /** Adds entries up to the object's end, or up to one that is to be filled itself; null at the end. */
    private @Nullable Value fill(JsonParser parser, ObjectValue object) {
        for (String key = parser.nextName(); key != null; key = parser.nextName()) {
            Position keyPosition = mark(parser);
            JsonToken token = parser.nextToken();
            Value value = begun(parser, token);
            object.add(key, value, keyPosition);
            if (token.isStructStart()) {
                return value;
            }
        }
        return null;
    }

    /** The same for a list. */
    private @Nullable Value fill(JsonParser parser, ListValue list) {
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            Value value = begun(parser, token);
            list.add(value);
            if (token.isStructStart()) {
                return value;
            }
        }
        return null;
    }

    /** The value that begins with this token: an object or a list is still empty. */
    private Value begun(JsonParser parser, JsonToken token) {
        return switch (token) {
            case START_OBJECT -> new ObjectValue(mark(parser));
            case START_ARRAY -> new ListValue(mark(parser));
            case VALUE_STRING -> new StringValue(parser.getString(), mark(parser));
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new NumberValue(parser.getString(), mark(parser));
            case VALUE_TRUE -> new BooleanValue(true, mark(parser));
            case VALUE_FALSE -> new BooleanValue(false, mark(parser));
            case VALUE_NULL -> new NullValue(mark(parser));
            default -> throw new IllegalStateException("a JSON text has no token " + token);
        };
    }

    private @Nullable Position mark(JsonParser parser) {
        return keepsPositions ? tokenPosition(parser) : null;
    }

    private static Position tokenPosition(JsonParser parser) {
        TokenStreamLocation location = parser.currentTokenLocation();
        return new Position(Math.max(1, location.getLineNr()), Math.max(1, location.getColumnNr()));
    }

    private static @Nullable Position position(@Nullable TokenStreamLocation location) {
        return location == null || location.getLineNr() < 1
                ? null
                : new Position(location.getLineNr(), Math.max(1, location.getColumnNr()));
    }
}
