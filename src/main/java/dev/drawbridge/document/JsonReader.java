package dev.drawbridge.document;

import dev.drawbridge.field.Position;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.JsonParserDelegate;

/**
 * JSON text (UTF-8) as one value. Numbers keep their text, all duplicate keys are kept, and nesting is limited by
 * {@link ReadLimits}, never by the stack.
 *
 * <p>Thread-safe. Keeping positions doubles the time of reading; the webhook, which shows no lines, does not keep them.
 */
public final class JsonReader {

    private static final byte BYTE_ORDER_MARK = (byte) 0xEF;
    private static final int FREE_VALUES = 100;
    private static final int MIN_VALUE = 32;
    private static final String NOT_UTF8 = "JSON must be encoded in UTF-8";

    /** Total length of long names after which the parser's table of names, which holds up to 6,000, is replaced. */
    private static final long MAX_LONG_NAMES = 256 * 1024;

    private final ReadLimits limits;
    private final boolean keepsPositions;
    private final Omissions omissions;
    private final AtomicLong longNames = new AtomicLong();
    /** Made for the first text: a check of YAML needs none. */
    private volatile @Nullable JsonFactory factory;

    private JsonReader(ReadLimits limits, boolean keepsPositions, Omissions omissions) {
        this.limits = limits;
        this.keepsPositions = keepsPositions;
        this.omissions = omissions;
    }

    private JsonFactory factory() {
        JsonFactory known = factory;
        if (known == null) {
            known = newFactory(limits);
            factory = known;
        }
        return known;
    }

    private static JsonFactory newFactory(ReadLimits limits) {
        return JsonFactory.builder()
                .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(limits.maxDepth())
                        .maxStringLength(limits.maxText())
                        .maxNameLength(limits.maxText())
                        .maxNumberLength(limits.maxText())
                        .build())
                .build();
    }

    /** A reader whose values carry no positions. */
    public static JsonReader withoutPositions(ReadLimits limits) {
        return withoutPositions(limits, Omissions.NONE);
    }

    /** A reader whose values carry no positions, and which skips the omitted parts. */
    public static JsonReader withoutPositions(ReadLimits limits, Omissions omissions) {
        return new JsonReader(limits, false, omissions);
    }

    /** A reader of files, as kubectl reads them, whose values and keys carry line and column. */
    public static JsonReader withPositions(ReadLimits limits) {
        return new JsonReader(limits, true, Omissions.NONE);
    }

    /**
     * The objects of all JSON files with this path: Spring Boot has some, and the program its own.
     *
     * @throws UncheckedIOException if one cannot be read
     */
    public static List<ObjectValue> bundled(String path) {
        JsonReader json = withoutPositions(ReadLimits.DEFAULT);
        List<ObjectValue> objects = new ArrayList<>();
        try {
            for (URL url : Collections.list(JsonReader.class.getClassLoader().getResources(path))) {
                try (InputStream in = url.openStream()) {
                    objects.add((ObjectValue) json.read(in.readAllBytes()).value());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(path + " cannot be read", e);
        }
        return objects;
    }

    /** The text's one value; trailing text, a byte order mark and an empty text are refused as by Go's decoder. */
    public ReadResult read(byte[] text) {
        if (text.length > limits.maxBytes()) {
            return limits.tooLarge();
        }
        Unreadable notUtf8 = encodingProblem(text);
        if (notUtf8 != null) {
            return notUtf8;
        }
        JsonBuilder builder = builder(true);
        try (JsonParser parser = factory().createParser(ObjectReadContext.empty(), text)) {
            return document(builder.build(parser), parser);
        } catch (JacksonException e) {
            return unreadable(e);
        } finally {
            forgetLongNames(builder);
        }
    }

    /** A parser of a long text, which shares usual names and keeps none; the text is not closed with it. */
    JsonParser parser(Reader text) {
        JsonFactory keepsNoNames = factory()
                .rebuild()
                .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
                .build();
        return new JsonParserDelegate(keepsNoNames.createParser(ObjectReadContext.empty(), text)) {
            @Override
            public @Nullable String nextName() {
                String name = delegate.nextName();
                return name == null || name.length() > JsonBuilder.USUAL_NAME ? name : name.intern();
            }
        };
    }

    /** The value that begins with the parser's current token. */
    Value value(JsonParser parser) {
        return Objects.requireNonNull(builder(true).begun(parser), "the text is not in parts");
    }

    JsonParser parserOfParts() {
        return factory().createNonBlockingByteArrayParser(ObjectReadContext.empty());
    }

    JsonBuilder builder(boolean isWhole) {
        return new JsonBuilder(isWhole, keepsPositions, new MemoryMeter(limits.maxMemory()), omissions);
    }

    ReadLimits limits() {
        return limits;
    }

    /** The one value that a text is, if nothing but white space follows it. */
    static ReadResult document(@Nullable Value value, JsonParser parser) {
        if (value == null) {
            return new Unreadable("the text is empty", null);
        }
        Unreadable trailing = trailing(parser);
        return trailing == null ? new Document(value) : trailing;
    }

    /** The error in the text after the value; null if there is none so far. */
    static @Nullable Unreadable trailing(JsonParser parser) {
        JsonToken token = parser.nextToken();
        return token == null || token == JsonToken.NOT_AVAILABLE
                ? null
                : new Unreadable("text after the end of the value", JsonBuilder.tokenPosition(parser));
    }

    private static @Nullable Unreadable encodingProblem(byte[] text) {
        if (text.length > 0 && text[0] == BYTE_ORDER_MARK) {
            return new Unreadable("JSON must not start with a byte order mark", new Position(1, 1));
        }
        Utf8 utf8 = new Utf8();
        return utf8.accepts(text, 0, text.length) && utf8.isWhole() ? null : notUtf8();
    }

    static Unreadable notUtf8() {
        return new Unreadable(NOT_UTF8, null);
    }

    /**
     * Converts a parser's error. Nesting that is too deep makes a text malformed, as in Go; a text that is too long may
     * be valid.
     */
    static Unreadable unreadable(JacksonException e) {
        boolean isTooLong = e instanceof StreamConstraintsException
                && !e.getOriginalMessage().contains("nesting depth");
        boolean isText = e instanceof StreamReadException || e instanceof StreamConstraintsException;
        String reason = isText ? JsonProblem.of(e.getOriginalMessage()) : NOT_UTF8;
        return new Unreadable(reason, position(e.getLocation()), isTooLong);
    }

    /** Names are kept for the texts that follow; those that only an attacker sends are not. */
    void forgetLongNames(JsonBuilder builder) {
        if (builder.longCharacters() > 0 && longNames.addAndGet(builder.longCharacters()) > MAX_LONG_NAMES) {
            longNames.set(0);
            factory = newFactory(limits);
        }
    }

    /**
     * The sequence of values at the start of a text, as Go's decoder reads a stream. Only a few tiny values are read:
     * they are not manifests, and cost too much.
     */
    public JsonStream readStream(String text) {
        List<Document> documents = new ArrayList<>();
        int values = 0;
        int end = 0;
        try (JsonParser parser = factory().createParser(ObjectReadContext.empty(), text)) {
            for (Value value = builder(true).build(parser);
                    value != null;
                    value = builder(true).build(parser)) {
                values++;
                end = (int) parser.currentLocation().getCharOffset();
                if (!(value instanceof NullValue)) {
                    documents.add(new Document(value));
                }
                if (values > FREE_VALUES + end / MIN_VALUE) {
                    String reason = "more than " + FREE_VALUES + " values of less than " + MIN_VALUE
                            + " characters follow each other; separate them with ---";
                    Unreadable tooMany = new Unreadable(reason, JsonBuilder.tokenPosition(parser));
                    return new JsonStream(documents, values, end, tooMany);
                }
            }
            return new JsonStream(documents, values, end, null);
        } catch (JacksonException e) {
            return new JsonStream(documents, values, end, unreadable(e));
        }
    }

    private static @Nullable Position position(@Nullable TokenStreamLocation location) {
        return location == null || location.getLineNr() < 1
                ? null
                : new Position(location.getLineNr(), Math.max(1, location.getColumnNr()));
    }
}
