package dev.drawbridge.conformance;

import dev.drawbridge.document.Value;
import dev.drawbridge.schema.Operation;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A case of a conformance file: a request, and the verdicts of the releases. */
record RecordedCase(String id, String group, Sent sent, List<RecordedVerdict> verdicts) {

    /**
     * The request.
     *
     * @param object its object; null if the text is not JSON
     * @param oldObject the stored object; null on create
     * @param namespaceLabels the labels of the object's namespace
     */
    record Sent(
            String apiVersion,
            String kind,
            Operation request,
            @Nullable Value object,
            @Nullable Value oldObject,
            Map<String, String> namespaceLabels) {}
}
