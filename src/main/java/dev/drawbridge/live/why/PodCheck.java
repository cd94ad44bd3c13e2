package dev.drawbridge.live.why;

import dev.drawbridge.live.SnapshotKind;
import java.util.Arrays;
import java.util.List;

/** Finds causes of one sort. */
interface PodCheck {

    /** What must have been seen before it can tell anything. */
    default List<SnapshotKind> needs() {
        return List.of();
    }

    /** The causes, the first first; empty if there are none. */
    List<Finding> find(PendingPod pod);

    static List<SnapshotKind> kinds(SnapshotKind... kinds) {
        return Arrays.asList(kinds);
    }
}
