package dev.drawbridge.fit;

import dev.drawbridge.fit.FitResult.Answer;
import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.fit.plugin.Reservations;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answer for a workload, including the next actions of the scheduler and the API server, with reasons. */
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
        Answer alone = question.isAnywhere() ? Answer.of(question.now(), question::freed) : Answer.NEVER;
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

    List<FitCause> invalid() {
        return question.pod().refusals().stream().map(Gaps::cause).toList();
    }

    List<FitCause> blocked() {
        if (pod == null) {
            return List.of();
        }
        FitCause waits = pod.waitsFor();
        if (waits != null) {
            return List.of(waits);
        }
        return question.freed().fitting().isEmpty()
                ? pod.released().causes()
                : pod.reservations().blocked();
    }

    /** Reasons other than missing devices why the pod never runs; empty if there are none. */
    List<FitCause> impossible() {
        if (pod == null) {
            return List.of();
        }
        List<FitCause> never = pod.never();
        return never.isEmpty() && !question.freed().fitting().isEmpty()
                ? pod.reservations().never()
                : never;
    }

    /** FitCauses other than devices in use between the pod and nodes. */
    List<FitCause> obstacles() {
        return pod == null ? List.of() : pod.obstacles();
    }

    List<FitCause> unknown() {
        return unknowns.causes();
    }
}
