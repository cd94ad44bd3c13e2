package dev.drawbridge.conformance;

import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.UnknownFields;
import dev.drawbridge.validation.ValidationRequest;
import dev.drawbridge.validation.Validator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Holds our verdicts against recorded ones, release by release. A case is read once and judged for every release. */
public final class Conformance {

    private static final FieldError UNREADABLE =
            new FieldError(ErrorType.INVALID, FieldPath.ROOT, null, "is not JSON", "unreadable", null);

    private final Validator validator = new Validator();
    private final Set<KubernetesRelease> releases;

    /** Compares for these releases; for all where there are none. */
    public Conformance(Set<KubernetesRelease> releases) {
        this.releases = Set.copyOf(releases);
    }

    /** Adds every verdict of the file to the result. */
    public void compare(Path file, ConformanceResult result) throws IOException {
        new CaseReader().read(file, recorded -> compare(recorded, result));
    }

    private void compare(RecordedCase recorded, ConformanceResult result) {
        for (RecordedVerdict theirs : recorded.verdicts()) {
            for (String name : theirs.releases()) {
                Optional<KubernetesRelease> release = KubernetesRelease.parse(name);
                if (release.isEmpty()) {
                    result.skip(name);
                } else if (releases.isEmpty() || releases.contains(release.get())) {
                    compare(recorded, theirs, release.get(), result);
                }
            }
        }
    }

    private void compare(
            RecordedCase recorded, RecordedVerdict theirs, KubernetesRelease release, ConformanceResult result) {
        List<FieldError> ours = ours(recorded, release);
        String difference = Comparison.difference(recorded, theirs, ours);
        if (difference.isEmpty()) {
            result.same(release, recorded.group());
        } else if (KnownDeviation.explains(recorded, theirs, ours)) {
            result.deviation(release, recorded.group());
        } else {
            result.different(
                    release,
                    recorded.group(),
                    recorded.id() + " " + recorded.kind() + " " + recorded.group() + ": " + difference);
        }
    }

    private List<FieldError> ours(RecordedCase recorded, KubernetesRelease release) {
        if (recorded.object() == null) {
            return List.of(UNREADABLE);
        }
        ValidationRequest request = new ValidationRequest(
                recorded.apiVersion(),
                recorded.kind(),
                recorded.request(),
                recorded.object(),
                recorded.oldObject(),
                release,
                UnknownFields.DENY);
        return validator.validate(request).errors();
    }
}
