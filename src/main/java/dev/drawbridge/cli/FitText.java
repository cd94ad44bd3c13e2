package dev.drawbridge.cli;

import dev.drawbridge.field.Position;
import dev.drawbridge.field.Printable;
import dev.drawbridge.fit.FitResult;
import dev.drawbridge.fit.FitTogether;
import dev.drawbridge.fit.Room;
import dev.drawbridge.fit.cause.ContainerResource;
import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.fit.cause.ObjectField;
import dev.drawbridge.fit.input.Workload;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.fleet.FleetSources;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.schema.KubernetesRelease;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Answers of {@code fit} for people. */
record FitText(boolean isClosed, boolean hasColor) {

    /** The limits of the answers. */
    static final String NOT_CONSIDERED =
            "CPU, memory, other plugins of the scheduler and other schedulers are not considered.";

    private static final int MAX_NAMES = 3;
    private static final int MAX_MISTAKES = 5;

    /** The answer about a workload alone, with what quotas exclude, if they are counted. */
    String of(FitResult result, @Nullable FitTogether together) {
        Workload workload = result.workload();
        List<String> lines = new ArrayList<>(List.of(place(workload) + " " + workload + ": "
                + painted(result.answer(), headline(result)) + refusal(workload, together)));
        FitResult.Example example = result.example();
        if (example != null) {
            boolean hasClaims = 1
                    < example.requests().stream()
                            .map(FitResult.RequestDevices::claim)
                            .distinct()
                            .count();
            for (FitResult.RequestDevices request : example.requests()) {
                List<String> devices =
                        request.devices().stream().map(DeviceId::toString).toList();
                lines.add("  " + subject(request, hasClaims) + ": " + names(devices) + " on node " + example.node());
            }
            if (!example.holders().isEmpty()) {
                lines.add("  held now by " + names(example.holders()));
            }
        }
        for (FitCause cause : result.causes()) {
            lines.add("  " + cause.text());
            cause.lines().forEach(line -> lines.add("    " + line));
        }
        result.helpful().forEach(change -> lines.add("  " + change.text()));
        for (FitCause finding : result.findings()) {
            ObjectField field = Objects.requireNonNull(finding.field(), "a finding has a field");
            Position position = field.position();
            lines.add((position == null ? place(workload) : field.object().file() + ":" + position)
                    + (isClosed && finding.isMissing() ? ": error: " : ": warning: ")
                    + field.object().within() + field.path() + ": " + finding.text());
        }
        return String.join("\n", lines) + "\n";
    }

    private static String refusal(Workload workload, @Nullable FitTogether together) {
        return together == null
                ? ""
                : together.refused().stream()
                        .filter(one -> one.workload().equals(workload))
                        .map(one -> ", but " + one.brief())
                        .collect(Collectors.joining());
    }

    /** Whether all fit at the same time; nothing of a single pod. */
    String of(FitTogether together) {
        if (!together.fits()) {
            return "together: " + together.headline() + "\n";
        }
        return together.pods() > 1 ? "together: all " + together.pods() + " pods fit at the same time\n" : "";
    }

    /** The number of further replicas of a workload that fit. */
    String of(Room room) {
        String what = room.workload().pod() == null ? "" : "replicas ";
        return "more: " + room.count() + " more " + what + "of " + room.workload() + " fit now\n";
    }

    private String painted(FitResult.Answer answer, String text) {
        String shade =
                switch (answer) {
                    case FITS -> "\u001b[32m";
                    case FITS_WHEN_FREED, UNKNOWN -> "\u001b[33m";
                    case BLOCKED, NEVER, ERROR, INVALID -> "\u001b[31m";
                };
        return hasColor ? shade + text + "\u001b[0m" : text;
    }

    private static String place(Workload workload) {
        return workload.position() == null
                ? workload.file()
                : workload.file() + ":" + workload.position().line();
    }

    private static String headline(FitResult result) {
        List<String> nodes = result.now().isEmpty() ? result.freed() : result.now();
        return result.headline("fleet") + (nodes.isEmpty() ? "" : ": " + names(nodes));
    }

    /** The request, with its claim if there are several; or the container and the resource. */
    private static String subject(FitResult.RequestDevices request, boolean hasClaims) {
        ContainerResource resource = request.resource();
        if (resource != null) {
            return resource.toString();
        }
        return (hasClaims ? "claim " + request.claim() + ": " : "") + request.request();
    }

    private static String names(List<String> names) {
        return Printable.first(MAX_NAMES, names);
    }

    /** The invalid objects of the fleet that no result names, and fields that are dropped, each at its place. */
    static List<String> refused(FleetSources sources, List<FitResult> results) {
        Set<Manifest> named = results.stream()
                .flatMap(result -> result.causes().stream())
                .flatMap(cause -> Stream.ofNullable(cause.field()))
                .map(ObjectField::object)
                .collect(Collectors.toSet());
        Stream<String> invalid = sources.refused().stream()
                .filter(refusal -> !named.contains(refusal.object()))
                .flatMap(refusal -> refusal.notes(MAX_MISTAKES, " and not used").stream());
        return Stream.concat(sources.dropped().stream().flatMap(fields -> fields.lines(MAX_MISTAKES).stream()), invalid)
                .toList();
    }

    String summary(List<FitResult> results, @Nullable FitTogether together, KubernetesRelease release) {
        int refused = together == null ? 0 : together.refused().size();
        return answers(results) + (refused == 0 ? "" : "; " + refused + " refused by quotas") + " (Kubernetes "
                + release + ")\n" + NOT_CONSIDERED;
    }

    static String answers(List<FitResult> results) {
        Map<FitResult.Answer, Long> counts =
                results.stream().collect(Collectors.groupingBy(FitResult::answer, Collectors.counting()));
        List<String> parts = new ArrayList<>();
        for (FitResult.Answer answer : FitResult.Answer.values()) {
            Long count = counts.get(answer);
            if (count != null) {
                parts.add(count + " " + summary(answer, count));
            }
        }
        String all = String.join(", ", parts);
        return Printable.count(results.size(), "workload") + (all.isEmpty() ? "" : ": " + all);
    }

    private static String summary(FitResult.Answer answer, long count) {
        return switch (answer) {
            case FITS -> count == 1 ? "fits now" : "fit now";
            case FITS_WHEN_FREED -> count == 1 ? "fits when devices are freed" : "fit when devices are freed";
            case BLOCKED -> "blocked";
            case UNKNOWN -> "unknown";
            case NEVER -> count == 1 ? "never fits" : "never fit";
            case ERROR -> count == 1 ? "fails with an error" : "fail with errors";
            case INVALID -> "invalid";
        };
    }
}
