package dev.drawbridge.admission;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import dev.drawbridge.admission.AdmissionOutcome.Answered;
import dev.drawbridge.document.JsonFeed;
import dev.drawbridge.driver.DriverRegistry;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.validation.Validator;
import java.util.Arrays;

/** The body of a review: it is answered or refused, and alike whether it arrives whole or in parts. */
public final class ReviewFuzzer {

    private static final int MAX_BYTES = 1 << 20;
    private static final AdmissionHandler HANDLER = new AdmissionHandler(
            MAX_BYTES,
            64L << 20,
            new Validator(),
            () -> new RulesInForce(KubernetesRelease.NEWEST, Mode.ENFORCE),
            GateSettings.DEFAULTS,
            () -> new DriverRules(DriverRegistry.builtIn(), DriverRules.DriverMode.ENFORCE),
            FleetRules.NONE,
            true);

    private ReviewFuzzer() {}

    /** Answers a body. */
    public static void fuzzerTestOneInput(FuzzedDataProvider data) {
        byte[] body = data.consumeRemainingAsBytes();
        AdmissionOutcome whole = HANDLER.handle(body, () -> false);
        if (whole instanceof Answered answered
                && answered.review().getResponse().getUid() == null) {
            throw new IllegalStateException("the answer has no uid");
        }
        try (JsonFeed feed = HANDLER.feed()) {
            int middle = body.length / 2;
            boolean goesOn = feed.add(Arrays.copyOf(body, middle), middle);
            if (goesOn) {
                feed.add(Arrays.copyOfRange(body, middle, body.length), body.length - middle);
            }
            AdmissionOutcome inParts = HANDLER.answer(feed.end(), () -> false);
            if (inParts.getClass() != whole.getClass()) {
                throw new IllegalStateException("whole: " + whole + ", in parts: " + inParts);
            }
        }
    }
}
