package dev.drawbridge.server;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;

/** Collects one body as it arrives, then hands the request on to a thread. */
final class BodyReader implements ReadListener {

    private static final Logger LOG = LoggerFactory.getLogger(BodyReader.class);
    private static final int CHUNK = 16 * 1024;

    private final AsyncContext async;
    private final BodyFilter filter;
    private final BodyFilter.Share share;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream(CHUNK);
    private final byte[] chunk = new byte[CHUNK];
    private boolean failed;

    BodyReader(AsyncContext async, BodyFilter filter, BodyFilter.Share share) {
        this.async = async;
        this.filter = filter;
        this.share = share;
    }

    @Override
    public void onDataAvailable() throws IOException {
        ServletInputStream in = async.getRequest().getInputStream();
        while (!failed && in.isReady() && !in.isFinished()) {
            int read = in.read(chunk);
            if (read < 0) {
                return;
            }
            if (body.size() + (long) read > filter.maxBytes()) {
                fail(HttpStatus.CONTENT_TOO_LARGE, filter.tooLarge());
            } else if (!share.take(read)) {
                fail(
                        HttpStatus.INTERNAL_SERVER_ERROR,
                        "too many large reviews at a time for this webhook's memory; try again");
            } else {
                body.write(chunk, 0, read);
            }
        }
    }

    private void fail(HttpStatus status, String message) {
        failed = true;
        filter.fail(async, status, message);
    }

    @Override
    public void onAllDataRead() {
        if (!failed) {
            async.getRequest().setAttribute(BodyFilter.BODY, new ReviewBody(body.toByteArray()));
            async.dispatch();
        }
    }

    @Override
    public void onError(Throwable problem) {
        LOG.debug("a review's body could not be read to its end", problem);
        if (!failed) {
            fail(HttpStatus.BAD_REQUEST, "the body could not be read to its end");
        }
    }
}
