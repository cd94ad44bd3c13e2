package dev.drawbridge.conformance;

import dev.drawbridge.document.Value;
import dev.drawbridge.schema.Request;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A line of a conformance file.
 *
 * @param object what the request asks for; null where its text is no JSON
 * @param oldObject what is stored; null on create
 */
record RecordedCase(
        String id,
        String group,
        String apiVersion,
        String kind,
        Request request,
        @Nullable Value object,
        @Nullable Value oldObject,
        List<RecordedVerdict> verdicts) {}
