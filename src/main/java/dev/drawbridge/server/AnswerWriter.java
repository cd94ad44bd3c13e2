package dev.drawbridge.server;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;

/** Writes a response without blocking: a client that never reads occupies no thread. */
final class AnswerWriter implements WriteListener {

    private static final int SLICE = 8 * 1024;

    private final ServletOutputStream out;
    private final byte[] body;
    private final Consumer<@Nullable Throwable> end;
    private int written;
    private boolean ended;

    private AnswerWriter(ServletOutputStream out, byte[] body, Consumer<@Nullable Throwable> end) {
        this.out = out;
        this.body = body;
        this.end = end;
    }

    /**
     * Begins to write.
     *
     * @param end called once: with null when all is written, or with what went wrong
     */
    static void write(HttpServletResponse response, Answer answer, Consumer<@Nullable Throwable> end)
            throws IOException {
        head(response, answer);
        write(response, answer.body(), end);
    }

    /** The same for a response whose head is complete. */
    static void write(HttpServletResponse response, byte[] body, Consumer<@Nullable Throwable> end) throws IOException {
        ServletOutputStream out = response.getOutputStream();
        out.setWriteListener(new AnswerWriter(out, body, end));
    }

    /** Writes an answer that is smaller than what a socket takes at once. */
    static void writeAtOnce(HttpServletResponse response, Answer answer) throws IOException {
        head(response, answer);
        response.getOutputStream().write(answer.body());
    }

    private static void head(HttpServletResponse response, Answer answer) {
        response.setStatus(answer.status());
        response.setContentType(MediaType.APPLICATION_JSON_VALUE);
        response.setContentLength(answer.body().length);
    }

    @Override
    public void onWritePossible() throws IOException {
        while (!ended && out.isReady()) {
            int length = Math.min(SLICE, body.length - written);
            if (length > 0) {
                out.write(body, written, length);
                written += length;
            } else {
                ended = true;
                end.accept(null);
            }
        }
    }

    @Override
    public void onError(Throwable problem) {
        if (!ended) {
            ended = true;
            end.accept(problem);
        }
    }
}
