package dev.drawbridge.document;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.async.ByteArrayFeeder;

/**
 * A JSON text that comes in parts: each becomes values as it arrives, so that the text itself is never held. For one
 * thread at a time.
 */
public final class JsonFeed implements AutoCloseable {

    private final JsonReader reader;
    private final JsonParser parser;
    private final ByteArrayFeeder feeder;
    private final JsonBuilder builder;
    private final Utf8 utf8 = new Utf8();
    private long bytes;
    private @Nullable Value value;
    private @Nullable Unreadable problem;

    public JsonFeed(JsonReader reader) {
        this.reader = reader;
        this.parser = reader.parserOfParts();
        this.feeder = (ByteArrayFeeder) parser.nonBlockingInputFeeder();
        this.builder = reader.builder(false);
    }

    /**
     * Feeds the next part, without keeping it.
     *
     * @return whether the text may go on; false once it is known to be unreadable
     */
    public boolean add(byte[] part, int length) {
        bytes += length;
        if (problem == null) {
            problem = problemWith(part, length);
        }
        return problem == null;
    }

    private @Nullable Unreadable problemWith(byte[] part, int length) {
        if (bytes > reader.limits().maxBytes()) {
            return reader.limits().tooLarge();
        }
        if (!utf8.accepts(part, 0, length)) {
            return JsonReader.notUtf8();
        }
        try {
            feeder.feedInput(part, 0, length);
            if (value == null) {
                value = builder.build(parser);
            }
            return value == null ? null : JsonReader.trailing(parser);
        } catch (JacksonException e) {
            return JsonReader.unreadable(e);
        }
    }

    /** The result, once the text has ended. */
    public ReadResult end() {
        if (problem != null) {
            return problem;
        }
        if (!utf8.isWhole()) {
            return JsonReader.notUtf8();
        }
        try {
            feeder.endOfInput();
            if (value == null) {
                value = builder.build(parser);
            }
            return JsonReader.document(value, parser);
        } catch (JacksonException e) {
            return JsonReader.unreadable(e);
        }
    }

    /** Releases the parser's buffers. */
    @Override
    public void close() {
        parser.close();
        reader.forgetLongNames(builder);
    }
}
