package dev.drawbridge.conformance;

import dev.drawbridge.document.Value;
import dev.drawbridge.schema.Request;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A case of a conformance file.
 *
 * @param object the object of the request; null if its text is not JSON
 * @param oldObject the stored object; null on create
 * @param namespaceLabels the labels of the object's namespace
 */
record RecordedCase(
        String id,
        String group,
        String apiVersion,
        String kind,
        Request request,
        @Nullable Value object,
        @Nullable Value oldObject,
        Map<String, String> namespaceLabels,
        List<RecordedVerdict> verdicts) {}
