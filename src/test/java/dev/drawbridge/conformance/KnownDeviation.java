package dev.drawbridge.conformance;

import dev.drawbridge.field.FieldError;
import dev.drawbridge.validation.Verdict;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Intended differences from the recorded server: one line each, with the reason, never to pass a test. A deviation
 * explains a difference only if nothing but the named fields differs.
 */
public enum KnownDeviation {
    /**
     * The recorded texts have blanks between keys and values, which Go's clients do not send, and which no webhook is
     * shown.
     */
    OPAQUE_TEXT_SIZE(
            "every kind with opaque parameters",
            ".*\\.(opaque\\.parameters|devices\\[\\d+]\\.data)",
            "FieldValueTooLong",
            "1.32 and later",
            "the server counts the blanks of the text as sent, too; ours sees the value, as a webhook does"),

    /** Proved by {@code proof/beta.jsonl.gz}, which a real API server of the beta decided. */
    RECORDED_BEFORE_BETA(
            "DeviceClass, ResourceClaim, ResourceClaimTemplate, ResourceSlice, ResourcePoolStatusRequest",
            ".*\\.(capacity\\.requests|consumedCapacity)(\\[.*)?|.*\\.capacityKey"
                    + "|spec\\.devices\\[\\d+]\\.(attributes|capacity)(\\[.*)?"
                    + "|.*\\.devices\\[\\d+]\\.nodeSelector\\.nodeSelectorTerms|status\\.conditions(\\[.*)?"
                    + "|.*\\.cel\\.expression",
            "FieldValue.*",
            "1.38",
            "recorded with validation of 1.38.0-alpha.0 and an older cel-go; ours is that of 1.38.0-beta.0"),

    /** Devices that provide CPU or memory of their nodes. */
    NODE_ALLOCATABLE(
            "pods on devices with node-allocatable resources",
            "",
            "",
            "gate DRANodeAllocatableResources",
            "the scheduler counts CPU and memory for the devices; ours looks at devices alone");

    private final String kinds;
    private final Pattern field;
    private final Pattern type;
    private final String releases;
    private final String reason;

    KnownDeviation(String kinds, String field, String type, String releases, String reason) {
        this.kinds = kinds;
        this.field = Pattern.compile(field);
        this.type = Pattern.compile(type);
        this.releases = releases;
        this.reason = reason;
    }

    /** The first deviation that explains the difference; empty if anything else differs. */
    static Optional<KnownDeviation> explaining(
            RecordedCase recorded, RecordedVerdict theirs, Comparison comparison, Verdict verdict) {
        List<FieldError> ours = verdict.errors();
        boolean isPreview = !recorded.id().startsWith("beta/")
                && theirs.releases().stream().allMatch(release -> release.startsWith("1.38"));
        if (theirs.stage().equals("decode") || theirs.allowed() && !ours.isEmpty() && !isPreview) {
            return Optional.empty();
        }
        Set<RecordedError> expected = comparison.expected();
        Set<RecordedError> found = comparison.found(ours);
        List<KnownDeviation> possible = Arrays.stream(values())
                .filter(deviation -> deviation.isOf(recorded) && (deviation != RECORDED_BEFORE_BETA || isPreview))
                .toList();
        Predicate<RecordedError> excused = error -> possible.stream().anyMatch(deviation -> deviation.isAt(error));
        if (!without(expected, excused).equals(without(found, excused))) {
            return Optional.empty();
        }
        Set<RecordedError> different = new TreeSet<>(expected);
        different.addAll(found);
        different.removeIf(error -> expected.contains(error) && found.contains(error));
        return possible.stream()
                .filter(deviation -> different.stream().anyMatch(deviation::isAt))
                .findFirst();
    }

    private boolean isOf(RecordedCase recorded) {
        return kinds.startsWith("every")
                || List.of(kinds.split(", ")).contains(recorded.sent().kind());
    }

    private boolean isAt(RecordedError error) {
        return type.matcher(error.type()).matches()
                && field.matcher(error.field()).matches();
    }

    private static Set<RecordedError> without(Set<RecordedError> errors, Predicate<RecordedError> some) {
        return errors.stream().filter(some.negate()).collect(Collectors.toCollection(TreeSet::new));
    }

    @Override
    public String toString() {
        return kinds + ", " + releases + ": " + reason;
    }
}
