package dev.drawbridge.fit;

import dev.drawbridge.field.FieldPath;
import dev.drawbridge.fit.FitResult.RequestDevices;
import dev.drawbridge.fit.allocator.Decision;
import dev.drawbridge.fit.allocator.NodeDecisions;
import dev.drawbridge.fit.cause.ContainerResource;
import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.fit.cause.Holder;
import dev.drawbridge.fit.cause.ObjectField;
import dev.drawbridge.fit.input.RollingUpdate;
import dev.drawbridge.fit.input.Workload;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.DeviceId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Assembles the result for a workload: the answer, one way to allocate its claims, and the reasons. */
final class FitResults {

    private final Outcome outcome;
    private final Question question;
    /** One of the pods; null for a claim without pods. */
    private final @Nullable ScheduledPod pod;

    private final Explanation explanation;

    /** Whether the reasons try all changes, or only those of the claims. */
    FitResults(Outcome outcome, boolean triesAll) {
        this.outcome = outcome;
        this.question = outcome.question();
        this.pod = question.scheduled();
        this.explanation = new Explanation(question, triesAll);
    }

    FitResult result() {
        return switch (outcome.answer()) {
            case INVALID ->
                without(question.pod().refusals().stream().map(Gaps::cause).toList());
            // A pod that waits is not scheduled, even if its claims would fit.
            case BLOCKED -> result(List.of(), question.freed().fitting(), example(question.freed()), blocked());
            case FITS -> searched(List.of());
            case UNKNOWN -> without(unknown());
            case FITS_WHEN_FREED -> searched(taken());
            case ERROR ->
                result(
                        question.now().fitting(),
                        List.of(),
                        example(question.now()),
                        new SchedulingErrors(question).causes(question.now(), explanation.missingClasses()));
            case NEVER -> never();
        };
    }

    private List<FitCause> taken() {
        List<FitCause> causes = new ArrayList<>(explanation.taken());
        causes.addAll(obstacles());
        if (hasOtherNodes()) {
            FitCause nodes = explanation.nodes();
            if (nodes.changes().stream().anyMatch(change -> !change.now().isEmpty())) {
                causes.add(nodes);
            }
        }
        return causes;
    }

    private boolean hasOtherNodes() {
        return question.nodes().size() < question.scheduler().fleet().nodes().size();
    }

    private FitResult never() {
        List<FitCause> impossible = new ArrayList<>(impossible());
        if (!impossible.isEmpty()) {
            impossible.addAll(outcome.unknowns().missingNode());
            List<FitCause> classes = explanation.missingClasses();
            return without(classes.isEmpty() ? impossible : classes);
        }
        if (question.nodes().isEmpty()) {
            return without(List.of(explanation.nodes()));
        }
        List<FitCause> causes = new ArrayList<>(explanation.never());
        causes.addAll(obstacles());
        if (hasOtherNodes()) {
            causes.add(explanation.nodes());
        }
        return searched(causes);
    }

    private List<FitCause> unknown() {
        List<FitCause> causes = new ArrayList<>(outcome.unknowns().causes());
        if (causes.isEmpty()) {
            causes.addAll(Explanation.undecided(question.now()));
        }
        if (causes.isEmpty()) {
            causes.addAll(Explanation.undecided(question.freed()));
        }
        return causes;
    }

    private FitResult searched(List<FitCause> causes) {
        List<String> now = question.now().fitting();
        NodeDecisions shown = now.isEmpty() ? question.freed() : question.now();
        return result(now, question.freed().fitting(), example(shown), causes);
    }

    private FitResult without(List<FitCause> causes) {
        return result(List.of(), List.of(), null, causes);
    }

    private FitResult result(
            List<String> now, List<String> freed, FitResult.@Nullable Example example, List<FitCause> causes) {
        return new FitResult(
                question.workload(),
                outcome.answer(),
                question.nodes().size(),
                now,
                freed,
                example,
                causes,
                findings(example));
    }

    private List<FitCause> findings(FitResult.@Nullable Example example) {
        Workload workload = question.workload();
        List<FitCause> findings = new ArrayList<>(question.pod().findings());
        // Nothing else holds the devices of a workload that fits now.
        String other = RollingUpdate.otherType(workload.kind(), workload.object());
        if (outcome.answer() == FitResult.Answer.FITS
                && example != null
                && !example.holders().isEmpty()
                && other != null) {
            FieldPath strategy = FieldPath.of("spec", other.equals("OnDelete") ? "updateStrategy" : "strategy");
            findings.add(FitCause.Kind.ROLLOUT.cause(other).at(new ObjectField(workload.manifest(), strategy)));
        }
        for (String resource : pod == null ? Set.<String>of() : pod.requested().keySet()) {
            Stream.ofNullable(question.scheduler().plugin().shared(resource))
                    .map(shared -> shared.at(new ObjectField(workload.manifest(), workload.claims())))
                    .forEach(findings::add);
        }
        DeviceEvictions evictions = new DeviceEvictions(question);
        findings.addAll(evictions.ofAllocated());
        if (example != null) {
            evictions.of(example).forEach(findings::add);
        }
        return findings;
    }

    private FitResult.@Nullable Example example(NodeDecisions ofNodes) {
        for (Map.Entry<String, Decision> decision : ofNodes.byNode().entrySet()) {
            if (decision.getValue() instanceof Decision.Fits fits) {
                List<RequestDevices> requests = requests(fits);
                Set<DeviceId> ids = new HashSet<>();
                requests.forEach(request -> ids.addAll(request.devices()));
                return new FitResult.Example(decision.getKey(), requests, holders(ids));
            }
        }
        return null;
    }

    private List<RequestDevices> requests(Decision.Fits fits) {
        List<RequestDevices> requests = new ArrayList<>();
        for (int i = 0; i < fits.devices().size(); i++) {
            // The scheduler allocates the claim for extended resources last, and not on a node with device plugins.
            Claim claim =
                    question.open().get(Math.min(i, question.open().size() - 1)).claim();
            Map<String, List<DeviceId>> byRequest = new LinkedHashMap<>();
            fits.devices()
                    .get(i)
                    .forEach(chosen -> byRequest
                            .computeIfAbsent(chosen.device().request(), name -> new ArrayList<>())
                            .add(chosen.device().id()));
            byRequest.forEach((name, devices) -> {
                ContainerResource resource = question.extendedResource(claim, name);
                requests.add(
                        resource == null
                                ? new RequestDevices(claim.toString(), name, null, devices)
                                : new RequestDevices("", "", resource, devices));
            });
        }
        return requests;
    }

    private List<String> holders(Set<DeviceId> devices) {
        return devices.stream().noneMatch(question.scheduler().now().allocated()::isAllocated)
                ? List.of()
                : Holder.of(question.scheduler().fleet(), devices).stream()
                        .map(holder -> holder.claim().toString())
                        .distinct()
                        .toList();
    }

    private List<FitCause> blocked() {
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
    private List<FitCause> impossible() {
        if (pod == null) {
            return List.of();
        }
        List<FitCause> never = pod.never();
        return never.isEmpty() && !question.freed().fitting().isEmpty()
                ? pod.reservations().never()
                : never;
    }

    private List<FitCause> obstacles() {
        return pod == null ? List.of() : pod.obstacles();
    }
}
