package dev.drawbridge.server;

import dev.drawbridge.admission.AdmissionHandler;
import dev.drawbridge.admission.AdmissionOutcome;
import dev.drawbridge.admission.AdmissionOutcome.Answered;
import dev.drawbridge.admission.AdmissionOutcome.Malformed;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/** {@code POST /validate}: an AdmissionReview in, an AdmissionReview out. */
@RestController
class AdmissionController {

    static final String PATH = "/validate";

    private static final Logger LOG = LoggerFactory.getLogger(AdmissionController.class);

    private final AdmissionHandler handler;
    private final AdmissionMetrics metrics;
    private final JsonMapper json;
    private final StatusWriter statuses;

    AdmissionController(AdmissionHandler handler, AdmissionMetrics metrics, JsonMapper json, StatusWriter statuses) {
        this.handler = handler;
        this.metrics = metrics;
        this.json = json;
        this.statuses = statuses;
    }

    @PostMapping(path = PATH, consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<byte[]> validate(
            @RequestAttribute(BodyFilter.BODY) ReviewBody body,
            @RequestAttribute(BodyFilter.DEADLINE) Deadline deadline) {
        long start = System.nanoTime();
        AdmissionOutcome outcome = handler.handle(body.bytes());
        if (outcome instanceof Malformed malformed) {
            metrics.malformed();
            return statuses.response(HttpStatus.BAD_REQUEST, malformed.reason());
        }
        Answered answered = (Answered) outcome;
        if (!answered.allowed()) {
            LOG.info("denied {}", answered.object());
        }
        byte[] response = json.writeValueAsBytes(answered.review());
        if (deadline.isOver()) {
            LOG.warn("time ran out for {}", answered.object());
            return statuses.response(
                    HttpStatus.INTERNAL_SERVER_ERROR, "the review took longer than the API server waits");
        }
        metrics.answered(answered, System.nanoTime() - start);
        return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(response);
    }
}
