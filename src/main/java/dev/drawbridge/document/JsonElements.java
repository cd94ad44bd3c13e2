package dev.drawbridge.document;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Large JSON objects, one after the other, read element by element: never is more than one element of a list in memory.
 * Meant for a few long lists at the top, such as the items of {@code kubectl get -o json}.
 */
public final class JsonElements {

    /** Receives fields and list elements. */
    public interface Receiver {

        /** A field whose value is not a list. */
        void field(String name, Value value);

        void element(String name, Value value);

        void end();
    }

    private JsonElements() {}

    /**
     * Passes the fields and elements of all objects to the receiver, in order.
     *
     * @param limits the limits of each element; its memory counts, not its bytes
     * @throws IOException if the text is not a sequence of JSON objects, or an element exceeds the limits
     */
    public static void read(InputStream input, ReadLimits limits, Receiver receiver) throws IOException {
        JsonReader json = JsonReader.withoutPositions(limits);
        try (JsonParser parser = json.parser(new InputStreamReader(input, StandardCharsets.UTF_8.newDecoder()))) {
            while (parser.nextToken() != null) {
                if (parser.currentToken() != JsonToken.START_OBJECT) {
                    throw new IOException("not a JSON object: it begins with " + parser.getString());
                }
                for (String name = parser.nextName(); name != null; name = parser.nextName()) {
                    if (parser.nextToken() != JsonToken.START_ARRAY) {
                        receiver.field(name, json.value(parser));
                        continue;
                    }
                    while (parser.nextToken() != JsonToken.END_ARRAY) {
                        receiver.element(name, json.value(parser));
                    }
                }
                receiver.end();
            }
        } catch (MemoryMeter.Exceeded e) {
            throw new IOException("an element is too large: " + e.getOriginalMessage(), e);
        } catch (JacksonException e) {
            if (e.getCause() instanceof IOException ofInput && !(ofInput instanceof CharacterCodingException)) {
                throw ofInput;
            }
            throw new IOException("not JSON: " + JsonReader.unreadable(e).reason(), e);
        }
    }
}
