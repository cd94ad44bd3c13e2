package dev.drawbridge.conformance;

import dev.drawbridge.field.FieldError;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Where we differ from the recorded server and say so. */
public enum KnownDeviation {
    /** CEL selectors are not compiled yet. */
    CEL_SELECTORS(
            "v1alpha2 ResourceClaimParameters, ResourceClassParameters",
            ".namedResources.selector",
            "1.30",
            "selectors are CEL, which is not compiled yet: a wrong one is allowed");

    private final String kinds;
    private final String field;
    private final String releases;
    private final String reason;

    KnownDeviation(String kinds, String field, String releases, String reason) {
        this.kinds = kinds;
        this.field = field;
        this.releases = releases;
        this.reason = reason;
    }

    /** Whether the difference is this one and nothing else. */
    static boolean explains(RecordedCase recorded, RecordedVerdict theirs, List<FieldError> ours) {
        if (!theirs.stage().equals("validate")) {
            return false;
        }
        Set<String> rest = theirs.errors().stream()
                .filter(error -> !error.field().endsWith(CEL_SELECTORS.field)
                        || error.type().equals("FieldValueRequired"))
                .map(error -> error.type() + Translation.userField(recorded.kind(), error.field()))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> found = ours.stream()
                .map(error -> error.type()
                        + Translation.withoutOwnerIndex(error.path().toString()))
                .collect(Collectors.toCollection(TreeSet::new));
        return rest.equals(found);
    }

    @Override
    public String toString() {
        return kinds + ", " + field + ", " + releases + ": " + reason;
    }
}
