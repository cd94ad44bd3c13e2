package dev.drawbridge.live;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.fleet.Fields;
import java.time.Instant;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An Event about an object.
 *
 * @param component the component that reported it, such as {@code default-scheduler}; empty if unset
 * @param uid the uid of the object; empty if unset
 * @param time the time of its last occurrence; null if unset
 */
public record ClusterEvent(
        String component,
        String kind,
        String namespace,
        String name,
        String uid,
        String reason,
        String message,
        @Nullable Instant time) {

    /**
     * What client-go writes before the message of an Event that stands for several.
     *
     * <p>Source: {@code k8s.io/client-go/tools/record/events_cache.go}, EventAggregatorByReasonMessageFunc.
     */
    private static final String COMBINED = "(combined from similar events): ";

    static ClusterEvent of(ObjectValue event) {
        ObjectValue about = event.object(event.has("regarding") ? "regarding" : "involvedObject");
        Instant time = Stream.of(
                        Fields.time(event.object("series"), "lastObservedTime"),
                        Fields.time(event, "lastTimestamp"),
                        Fields.time(event, "deprecatedLastTimestamp"),
                        Fields.time(event, "eventTime"),
                        Fields.time(event.object("metadata"), "creationTimestamp"))
                .filter(each -> each != null)
                .findFirst()
                .orElse(null);
        String component = Stream.of(
                        event.object("source").string("component"),
                        event.string("reportingComponent"),
                        event.string("reportingController"),
                        event.object("deprecatedSource").string("component"))
                .filter(each -> !each.isEmpty())
                .findFirst()
                .orElse("");
        return new ClusterEvent(
                component,
                about.string("kind"),
                about.string("namespace"),
                about.string("name"),
                about.string("uid"),
                event.string("reason"),
                event.string(event.has("note") ? "note" : "message").replace(COMBINED, ""),
                time);
    }

    /** Whether an autoscaler reported it, and not the scheduler. */
    public boolean isOfAutoscaler() {
        return component.contains("karpenter") || component.contains("cluster-autoscaler");
    }

    /** Whether it is about this object, and not about an earlier one with the same name. */
    boolean isAbout(StoredObject object) {
        return kind.equals(object.kind().toString())
                && name.equals(object.name())
                && namespace.equals(object.namespace())
                // Some components set the name of a node as its uid.
                && (uid.isEmpty() || object.uid().isEmpty() || uid.equals(object.uid()) || uid.equals(name));
    }
}
