package dev.drawbridge.live;

import java.util.List;

/**
 * The pods of a driver's kubelet plugin, by the folder of its socket.
 *
 * <p>Source: {@code k8s.io/dynamic-resource-allocation/kubeletplugin}, KubeletPluginsDir.
 */
public final class DriverPods {

    private static final String PLUGINS = "/plugins/";

    private DriverPods() {}

    /** The pods on a node that mount the folder of the driver. */
    public static List<StoredObject> of(ClusterSnapshot snapshot, String driver, String node) {
        return snapshot.all(SnapshotKind.POD).stream()
                .filter(pod -> pod.spec().string("nodeName").equals(node))
                .filter(pod -> pod.spec().list("volumes").objects().stream()
                        .map(volume -> volume.object("hostPath").string("path"))
                        .anyMatch(path -> path.endsWith(PLUGINS + driver) || path.endsWith(PLUGINS + driver + "/")))
                .toList();
    }

    /** Whether a pod runs and is not about to end. */
    public static boolean isRunning(StoredObject pod) {
        return pod.status().string("phase").equals("Running") && !pod.isBeingDeleted();
    }
}
