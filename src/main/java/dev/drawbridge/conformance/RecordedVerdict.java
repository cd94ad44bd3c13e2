package dev.drawbridge.conformance;

import java.util.List;

/**
 * What the API servers of some releases said.
 *
 * @param releases the releases, such as {@code 1.30} or {@code 1.35+all}
 * @param stage {@code decode}, {@code validate} or {@code panic}; empty where the object was allowed
 * @param dropped on create, the fields that the server took away before it stored the object
 */
record RecordedVerdict(
        List<String> releases, boolean allowed, String stage, List<RecordedError> errors, List<String> dropped) {}
