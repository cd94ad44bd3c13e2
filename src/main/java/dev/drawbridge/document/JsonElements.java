package dev.drawbridge.document;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

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

    private static final int BUFFER = 1 << 16;

    private final InputStream input;
    private final JsonReader json;
    private final Receiver receiver;
    private final byte[] buffer = new byte[BUFFER];
    private int position;
    private int end;
    private byte[] text = new byte[BUFFER];
    private int length;
    private int next;

    private JsonElements(InputStream input, ReadLimits limits, Receiver receiver) {
        this.input = input;
        this.json = JsonReader.withoutPositions(limits);
        this.receiver = receiver;
    }

    /**
     * Passes the fields and elements of all objects to the receiver, in order.
     *
     * @param limits the limits of each element
     * @throws IOException if the text is not a sequence of JSON objects, or an element exceeds the limits
     */
    public static void read(InputStream input, ReadLimits limits, Receiver receiver) throws IOException {
        JsonElements elements = new JsonElements(input, limits, receiver);
        elements.advance();
        while (elements.next >= 0) {
            elements.object();
        }
    }

    /** The next byte; -1 at the end. */
    private int read() throws IOException {
        if (position == end) {
            position = 0;
            end = input.read(buffer);
            if (end <= 0) {
                end = 0;
                return -1;
            }
        }
        return buffer[position++] & 0xff;
    }

    /** Advances to the next character that is not white space; -1 at the end. */
    private void advance() throws IOException {
        do {
            next = read();
        } while (next == ' ' || next == '\n' || next == '\r' || next == '\t');
    }

    private void expect(char expected) throws IOException {
        if (next != expected) {
            String found = next < 0 ? "the end of the text" : "\"" + (char) next + "\"";
            throw new IOException("not a JSON object: expected \"" + expected + "\", found " + found);
        }
        advance();
    }

    private void object() throws IOException {
        expect('{');
        while (next != '}') {
            if (!(value() instanceof StringValue name)) {
                throw new IOException("not a JSON object: expected a key in quotes");
            }
            expect(':');
            if (next == '[') {
                list(name.value());
            } else {
                receiver.field(name.value(), value());
            }
            if (next != '}') {
                expect(',');
            }
        }
        receiver.end();
        advance();
    }

    private void list(String name) throws IOException {
        expect('[');
        while (next != ']') {
            receiver.element(name, value());
            if (next != ']') {
                expect(',');
            }
        }
        advance();
    }

    private Value value() throws IOException {
        length = 0;
        copy();
        ReadResult result = json.read(Arrays.copyOf(text, length));
        if (result instanceof Document document) {
            return document.value();
        }
        throw new IOException(
                next < 0 ? "not JSON: it ends within a value" : "not JSON: " + ((Unreadable) result).reason());
    }

    /** Copies the text of a value, up to what ends it. */
    private void copy() throws IOException {
        int depth = 0;
        boolean isText = false;
        boolean isEscaped = false;
        while (next >= 0) {
            int begin = position - 1;
            int at = begin;
            for (; at < end; at++) {
                byte character = buffer[at];
                if (isEscaped) {
                    isEscaped = false;
                } else if (isText) {
                    isText = character != '"';
                    isEscaped = character == '\\';
                } else if (character == '"') {
                    isText = true;
                } else if (depth == 0 && isEnd(character, length + at - begin)) {
                    break;
                } else if (character == '{' || character == '[') {
                    depth++;
                } else if (character == '}' || character == ']') {
                    depth--;
                }
            }
            append(begin, at);
            position = at;
            boolean isOver = at < end;
            next = read();
            if (isOver) {
                return;
            }
        }
    }

    private static boolean isEnd(byte character, int before) {
        return character == ',' || character == '}' || character == ']' || character == ':' && before > 0;
    }

    private void append(int from, int to) {
        int sum = length + to - from;
        if (sum > text.length) {
            text = Arrays.copyOf(text, Math.max(sum, 2 * text.length));
        }
        System.arraycopy(buffer, from, text, length, to - from);
        length = sum;
    }
}
