package dev.drawbridge.fit;

import dev.drawbridge.fit.FitResult.Answer;
import dev.drawbridge.fit.plugin.Reservations;
import org.jspecify.annotations.Nullable;

/** The answer for a workload, including the next actions of the scheduler and the API server. */
final class Outcome {

    private final Question question;
    private final Unknowns unknowns;
    /** One of the pods; null for a claim without pods. */
    private final @Nullable ScheduledPod pod;

    private final Lazy<Answer> answer = new Lazy<>(this::decided);

    Outcome(Question question) {
        this.question = question;
        this.unknowns = new Unknowns(question);
        this.pod = question.scheduled();
    }

    Question question() {
        return question;
    }

    Unknowns unknowns() {
        return unknowns;
    }

    Answer answer() {
        return answer.get();
    }

    private Answer decided() {
        if (!question.pod().refusals().isEmpty()) {
            return Answer.INVALID;
        }
        if (unknowns.leaveNothingToDecide()) {
            return Answer.UNKNOWN;
        }
        if (pod != null && pod.waitsFor() != null) {
            return Answer.BLOCKED;
        }
        boolean isMissing = question.pod().lacksOne();
        if (!isMissing && pod != null && !pod.never().isEmpty()) {
            return Answer.NEVER;
        }
        Answer alone = question.nodesWithoutClaims() > 0 ? Answer.of(question.now(), question::freed) : Answer.NEVER;
        return switch (alone) {
            case FITS, FITS_WHEN_FREED -> isMissing || unknowns.mayPrevent() ? Answer.UNKNOWN : bound(alone);
            case NEVER -> never();
            case ERROR -> unknowns.explainError() ? Answer.UNKNOWN : alone;
            default -> alone;
        };
    }

    private Answer bound(Answer allocated) {
        if (pod == null) {
            return allocated;
        }
        Reservations reservations = pod.reservations();
        if (!reservations.never().isEmpty()) {
            return Answer.NEVER;
        }
        return reservations.blocked().isEmpty() ? allocated : Answer.BLOCKED;
    }

    /** The answer if the claims cannot be allocated on any node while other claims keep their devices. */
    private Answer never() {
        if (pod != null && !pod.released().isEmpty()) {
            return Answer.BLOCKED;
        }
        return unknowns.mayHelp() ? Answer.UNKNOWN : Answer.NEVER;
    }
}
