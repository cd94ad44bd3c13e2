package dev.drawbridge.live.why;

import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.SnapshotKind;
import java.util.List;

/** Finds causes of one sort. */
interface PodCheck {

    /** The kinds that a decision about devices depends on. */
    List<SnapshotKind> OF_DEVICES = List.of(
            SnapshotKind.NODE,
            SnapshotKind.DEVICE_CLASS,
            SnapshotKind.RESOURCE_SLICE,
            SnapshotKind.RESOURCE_CLAIM,
            SnapshotKind.DEVICE_TAINT_RULE);

    default List<SnapshotKind> needs() {
        return List.of();
    }

    List<ClusterFinding> find(PendingPod pod);
}
