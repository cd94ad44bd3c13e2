package dev.drawbridge.fleet;

import dev.drawbridge.document.BooleanValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a dump says about the cluster as a whole: an object of its own, since no API object has these facts.
 *
 * @param kubernetes the version of the API server, such as {@code v1.37.1}; empty if unknown
 * @param featureGates the feature gates in its metrics; empty if they could not be read
 * @param unseen the kinds that could not be listed, by plural, with the reason
 * @param namespace the namespace of the listed pods, events and workloads; empty for all
 * @param time when the objects were listed; null if unknown
 */
public record ClusterInfo(
        String kubernetes,
        Map<String, Boolean> featureGates,
        Map<String, String> unseen,
        String namespace,
        @Nullable Instant time) {

    private static final String API_VERSION = "drawbridge.dev/v1";
    private static final String KIND = "ClusterInfo";

    /** Nothing is known. */
    public static final ClusterInfo UNKNOWN = new ClusterInfo("", Map.of(), Map.of(), "", null);

    /** Whether an object of this type is one. */
    public static boolean isOne(String apiVersion, String kind) {
        return apiVersion.equals(API_VERSION) && kind.equals(KIND);
    }

    /** Reads its object in a dump. */
    public static ClusterInfo of(ObjectValue object) {
        ObjectValue gates = object.object("featureGates");
        Map<String, Boolean> on = new LinkedHashMap<>();
        gates.forEach((key, value) -> on.put(key, gates.isTrue(key)));
        ObjectValue notSeen = object.object("notSeen");
        Map<String, String> unseen = new LinkedHashMap<>();
        notSeen.forEach((key, value) -> unseen.put(key, StringValue.orEmpty(value)));
        return new ClusterInfo(
                object.string("kubernetes"), on, unseen, object.string("namespace"), Fields.time(object, "time"));
    }

    /** The same with other feature gates. */
    public ClusterInfo with(Map<String, Boolean> gates) {
        return new ClusterInfo(kubernetes, gates, unseen, namespace, time);
    }

    /** The release, such as {@code 1.37}; empty if unknown. */
    public String release() {
        String[] parts = kubernetes.split("\\.", 3);
        return parts.length < 2 ? "" : "1." + parts[1];
    }

    public ObjectValue object() {
        ObjectValue.Builder gates = ObjectValue.at(null);
        featureGates.forEach((gate, isOn) -> gates.add(gate, new BooleanValue(isOn, null)));
        ObjectValue.Builder reasons = ObjectValue.at(null);
        unseen.forEach(reasons::add);
        ObjectValue.Builder fields = ObjectValue.at(null)
                .add("apiVersion", API_VERSION)
                .add("kind", KIND)
                .add("kubernetes", kubernetes);
        if (!namespace.isEmpty()) {
            fields.add("namespace", namespace);
        }
        return fields.add("time", String.valueOf(time))
                .add("featureGates", gates.build())
                .add("notSeen", reasons.build())
                .build();
    }
}
