package dev.drawbridge.server;

import dev.drawbridge.admission.AdmissionHandler;
import dev.drawbridge.admission.AdmissionOutcome;
import dev.drawbridge.admission.AdmissionOutcome.Answered;
import dev.drawbridge.admission.AdmissionOutcome.Malformed;
import dev.drawbridge.admission.AdmissionOutcome.OutOfTime;
import dev.drawbridge.admission.AdmissionOutcome.TooLarge;
import dev.drawbridge.document.JsonFeed;
import dev.drawbridge.document.ReadResult;
import io.fabric8.kubernetes.api.model.admission.v1.AdmissionReview;
import java.util.Arrays;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/** Answers the body of a review: the JSON side of {@link AdmissionHandler}. Thread-safe. */
final class Reviews {

    private static final Logger LOG = LoggerFactory.getLogger(Reviews.class);
    private static final int MAX_FRAMES = 40;

    private final AdmissionHandler handler;
    private final AdmissionMetrics metrics;
    private final ObjectWriter writer = JsonMapper.builder().build().writerFor(AdmissionReview.class);

    Reviews(AdmissionHandler handler, AdmissionMetrics metrics) {
        this.handler = handler;
        this.metrics = metrics;
    }

    /** A feed for a body that arrives in parts. */
    JsonFeed feed() {
        return handler.feed();
    }

    Answer answer(byte[] body, Deadline deadline) {
        return answer(() -> handler.handle(body, deadline::isOver), deadline);
    }

    Answer answer(ReadResult body, Deadline deadline) {
        return answer(() -> handler.answer(body, deadline::isOver), deadline);
    }

    private Answer answer(Supplier<AdmissionOutcome> work, Deadline deadline) {
        long start = System.nanoTime();
        try {
            return answer(work.get(), deadline, start);
        } catch (RuntimeException | StackOverflowError e) {
            failed(e, start);
            return Answer.failure(HttpStatus.INTERNAL_SERVER_ERROR, "internal error in Drawbridge; see its log");
        }
    }

    /** Logs and counts a bug. Its message is not logged, since it may quote the object. */
    void failed(Throwable problem, long start) {
        LOG.error("a review failed: {}{}", problem.getClass().getName(), frames(problem));
        metrics.unanswered("failed", System.nanoTime() - start);
    }

    private Answer answer(AdmissionOutcome outcome, Deadline deadline, long start) {
        if (outcome instanceof Malformed malformed) {
            metrics.unanswered("malformed", System.nanoTime() - start);
            return Answer.failure(HttpStatus.BAD_REQUEST, malformed.reason());
        }
        if (outcome instanceof TooLarge large) {
            metrics.unanswered("too_large", System.nanoTime() - start);
            return Answer.failure(HttpStatus.CONTENT_TOO_LARGE, large.reason());
        }
        if (outcome instanceof OutOfTime late) {
            return late(late.object().toString(), start);
        }
        Answered answered = (Answered) outcome;
        byte[] body = writer.writeValueAsBytes(answered.review());
        if (deadline.isOver()) {
            return late(answered.object().toString(), start);
        }
        switch (answered.decision()) {
            case ALLOWED -> {}
            case DENIED -> LOG.info("denied {} for {}", answered.object(), answered.rules());
            case WOULD_DENY -> LOG.info("would deny {} for {}", answered.object(), answered.rules());
        }
        metrics.answered(answered, System.nanoTime() - start);
        return new Answer(HttpStatus.OK.value(), body);
    }

    private Answer late(String object, long start) {
        LOG.warn("out of time for {}", object);
        metrics.unanswered("failed", System.nanoTime() - start);
        return Answer.failure(HttpStatus.INTERNAL_SERVER_ERROR, "the review took longer than the API server waits");
    }

    /** The answer to a review, begun at this {@link System#nanoTime}, whose body was not read in time. */
    Answer late(long start) {
        metrics.unanswered("failed", System.nanoTime() - start);
        return Answer.failure(
                HttpStatus.INTERNAL_SERVER_ERROR, "the review did not end within the API server's timeout");
    }

    /** The innermost frames; those of an endless recursion would fill the log. */
    private static String frames(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        StringBuilder frames = new StringBuilder();
        Arrays.stream(root.getStackTrace())
                .limit(MAX_FRAMES)
                .forEach(frame -> frames.append("\n\tat ").append(frame));
        return frames.toString();
    }
}
