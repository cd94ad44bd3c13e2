package dev.drawbridge.live.why;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.live.StoredObject;
import org.jspecify.annotations.Nullable;

/** Why no new pod may run on a node, as the end of a sentence about it. */
final class NodeProblem {

    static final String CORDONED = "is cordoned: spec.unschedulable";

    private NodeProblem() {}

    /** The problem; empty if it has none, or is not known. */
    static String of(@Nullable StoredObject node) {
        if (node == null) {
            return "";
        }
        ObjectValue ready = node.condition("Ready");
        if (ready.size() > 0 && !ready.string("status").equals("True")) {
            return "is not ready: " + ready.string("reason") + " " + ready.string("message");
        }
        return node.spec().isTrue("unschedulable") ? CORDONED : "";
    }
}
