package dev.drawbridge.conformance;

import java.util.List;

/**
 * The verdict of some releases' API servers.
 *
 * @param releases the releases, such as {@code 1.30} or {@code 1.35+all}
 * @param stage {@code decode}, {@code validate} or {@code panic}; empty if the object was allowed
 * @param dropped on create, the fields that the server dropped before it stored the object
 */
record RecordedVerdict(
        List<String> releases, boolean allowed, String stage, List<RecordedError> errors, List<String> dropped) {

    private static final String MANAGED_FIELDS = "metadata.managedFields";
    private static final String UNKNOWN_REST = "unknown";

    /**
     * The verdict of a server with a field manager, which the recorded ones lacked: it drops malformed entries of
     * managedFields before validation. An object without other errors is allowed; other dropped fields are not
     * recorded.
     */
    RecordedVerdict withFieldManager() {
        if (!stage.equals("validate") || errors.stream().noneMatch(RecordedVerdict::isOfManagedFields)) {
            return this;
        }
        List<RecordedError> others =
                errors.stream().filter(error -> !isOfManagedFields(error)).toList();
        return new RecordedVerdict(
                releases, others.isEmpty(), others.isEmpty() ? UNKNOWN_REST : stage, others, dropped);
    }

    private static boolean isOfManagedFields(RecordedError error) {
        return error.field().startsWith(MANAGED_FIELDS);
    }
}
