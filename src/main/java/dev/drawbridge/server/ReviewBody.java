package dev.drawbridge.server;

import dev.drawbridge.document.JsonFeed;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The body of a request as it arrives: buffered up to a limit, parsed in parts beyond it, or discarded. For one thread at a time. */
final class ReviewBody {

    private static final int FIRST_BYTES = 4 * 1024;
    private static final int PART = 16 * 1024;
    private static final byte[] NOTHING = {};

    /** How much of a refused body is read and discarded: closing the connection earlier may lose the response. */
    private static final long MAX_DISCARDED = 64L * 1024 * 1024;

    private final ServletInputStream in;
    private final long announced;
    private byte[] bytes;
    private int length;
    private @Nullable JsonFeed parts;
    private long discarded;

    ReviewBody(HttpServletRequest request) throws IOException {
        in = request.getInputStream();
        announced = request.getContentLengthLong();
        bytes = new byte[(int) Math.min(ReviewSize.MAX_BUFFERED, announced > 0 ? announced : FIRST_BYTES)];
    }

    ServletInputStream stream() {
        return in;
    }

    /** Reads what came with the head, without waiting for an event: nearly always, that is the whole body. */
    void readAtOnce() throws IOException {
        while (announced <= bytes.length && length < announced && in.available() > 0) {
            length += Math.max(0, in.read(bytes, length, bytes.length - length));
        }
    }

    /** Whether as much as was announced is buffered. */
    boolean isWhole() {
        return announced > 0 && length == announced;
    }

    /** Whether it is buffered, and the buffer is full. */
    boolean isFull() {
        return parts == null && length == bytes.length;
    }

    /**
     * Makes the buffer larger.
     *
     * @return false if it is as large as it may be: the body is to be parsed instead
     */
    boolean grow() {
        if (length >= ReviewSize.MAX_BUFFERED) {
            return false;
        }
        bytes = Arrays.copyOf(bytes, Math.min(ReviewSize.MAX_BUFFERED, 2 * length));
        return true;
    }

    /**
     * Parses what has come, and what will come, instead of buffering it.
     *
     * @return whether more may follow; false where it is unreadable
     */
    boolean parseWith(JsonFeed feed) {
        parts = feed;
        boolean goesOn = feed.add(bytes, length);
        bytes = new byte[PART];
        return goesOn;
    }

    /** The parser; null while the body is buffered. */
    @Nullable
    JsonFeed parts() {
        return parts;
    }

    /**
     * Reads what has arrived.
     *
     * @return whether more may follow; false where it is unreadable
     */
    boolean read() throws IOException {
        JsonFeed feed = parts;
        int read = feed == null ? in.read(bytes, length, bytes.length - length) : in.read(bytes);
        if (feed != null && read > 0) {
            return feed.add(bytes, read);
        }
        length += Math.max(0, read);
        return true;
    }

    ReviewSize size() {
        return ReviewSize.of(bytes, length);
    }

    /** What is buffered. */
    byte[] bytes() {
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }

    /** Frees the memory. */
    void release() {
        if (parts != null) {
            parts.close();
            parts = null;
        }
        bytes = NOTHING;
        length = 0;
    }

    /**
     * Discards what has arrived.
     *
     * @return whether that was the rest, or enough of it
     */
    boolean discard() throws IOException {
        if (bytes.length == 0) {
            bytes = new byte[PART];
        }
        while (in.isReady()) {
            int read = in.read(bytes);
            discarded += read;
            if (read < 0 || in.isFinished() || discarded > MAX_DISCARDED) {
                return true;
            }
        }
        return false;
    }
}
