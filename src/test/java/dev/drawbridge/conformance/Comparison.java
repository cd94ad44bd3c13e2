package dev.drawbridge.conformance;

import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.Origin;
import dev.drawbridge.schema.Operation;
import dev.drawbridge.validation.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Whether a recorded verdict and ours are the same: equally allowed; of a validation error the set of (type, field); of
 * a decoding error that ours refuses too and has the server's mistakes among its own.
 */
final class Comparison {

    /** Number of strict decoding errors after which the server stops. */
    private static final int STRICT_ERRORS = 100;

    private static final String UNREADABLE = "Unreadable";
    private static final String WRONG_TYPE = "WrongType";

    private final RecordedCase recorded;
    private final RecordedVerdict theirs;

    /** The server's errors at the user's fields. */
    private final Set<RecordedError> expected;

    /** Compares verdicts with one that releases share. */
    Comparison(RecordedCase recorded, RecordedVerdict theirs) {
        this.recorded = recorded;
        this.theirs = theirs;
        this.expected = theirs.errors().stream()
                .map(error -> new RecordedError(error.type(), Translation.userField(recorded, error.field())))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The difference as a sentence; empty if there is none. */
    String difference(Verdict verdict) {
        List<FieldError> ours = verdict.errors();
        if (theirs.allowed() != ours.isEmpty()) {
            return theirs.allowed()
                    ? "allowed, ours refuses: " + sorted(ours)
                    : "refused, ours allows: " + theirs.errors();
        }
        return switch (theirs.stage()) {
            case "decode" -> decoding(ours);
            case "validate" -> validation(ours);
            case "" -> dropped(verdict.warnings());
            default -> "";
        };
    }

    private String validation(List<FieldError> ours) {
        Set<RecordedError> found = found(ours);
        return expected.equals(found)
                ? ""
                : "server " + without(expected, found) + ", ours " + without(found, expected);
    }

    Set<RecordedError> expected() {
        return expected;
    }

    /** Ours, as the server would name them. */
    Set<RecordedError> found(List<FieldError> ours) {
        return ours.stream()
                .map(error -> new RecordedError(error.type().reason(), Translation.ourField(error.path(), theirs)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<RecordedError> without(Set<RecordedError> all, Set<RecordedError> some) {
        Set<RecordedError> rest = new TreeSet<>(all);
        rest.removeAll(some);
        return rest;
    }

    /** The difference between the fields that the server drops from a new object and those that Drawbridge reports. */
    private String dropped(List<FieldError> warnings) {
        if (recorded.sent().request() != Operation.CREATE) {
            return "";
        }
        Set<String> expected = new TreeSet<>(theirs.dropped());
        Set<String> found = warnings.stream()
                .filter(warning -> warning.origin() == Origin.DROPPED)
                .map(warning -> warning.path().toString())
                .filter(path -> !recorded.group().startsWith("pods/") || isOfClaims(path))
                .collect(Collectors.toCollection(TreeSet::new));
        return expected.equals(found) ? "" : "dropped by the server " + expected + ", by ours " + found;
    }

    /** Whether the path is about claims: only those dropped fields of a pod are recorded. */
    private static boolean isOfClaims(String path) {
        return path.toLowerCase(Locale.ROOT).contains("claim") || path.contains("allocatedResourcesStatus");
    }

    private String decoding(List<FieldError> ours) {
        List<RecordedError> typed = theirs.errors().stream()
                .filter(error -> !error.type().equals(UNREADABLE))
                .map(error -> error.type().equals(WRONG_TYPE)
                        ? new RecordedError(error.type(), Translation.userField(recorded, error.field()))
                        : error)
                .toList();
        Set<RecordedError> found = ours.stream()
                .filter(error -> error.type() != ErrorType.WRONG_TYPE || error.origin() == Origin.TYPE)
                .filter(error -> error.type().isDecoding())
                .map(Comparison::decoderError)
                .collect(Collectors.toCollection(TreeSet::new));
        Set<RecordedError> expected = new TreeSet<>(typed);
        if (!found.containsAll(expected)) {
            return "server " + without(expected, found) + ", ours " + found;
        }
        boolean strictOnly = typed.size() == theirs.errors().size()
                && typed.stream().noneMatch(error -> error.type().equals(WRONG_TYPE));
        if (strictOnly && typed.size() < STRICT_ERRORS) {
            Set<RecordedError> more = without(found, expected);
            return more.isEmpty() ? "" : "ours has more: " + more;
        }
        return "";
    }

    private static RecordedError decoderError(FieldError error) {
        return error.type() == ErrorType.WRONG_TYPE
                ? new RecordedError(WRONG_TYPE, Translation.withoutEntries(error.path()))
                : new RecordedError(error.type().reason(), error.path().toString());
    }

    private static Set<String> sorted(List<FieldError> errors) {
        return errors.stream()
                .map(error -> error.type() + " " + error.path())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
