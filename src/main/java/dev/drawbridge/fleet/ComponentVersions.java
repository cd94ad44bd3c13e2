package dev.drawbridge.fleet;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.schema.PatchVersion;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The versions of Kubernetes' components that Nodes and Pods of a cluster name. */
final class ComponentVersions {

    /** A component, the best evidence for the scheduler's version first. */
    private enum Component {
        /** The cluster's own answer, or an option: no image has this name. */
        CLUSTER("/version"),
        SCHEDULER("kube-scheduler"),
        API_SERVER("kube-apiserver"),
        KUBELET("kubelet");

        private final String name;

        Component(String name) {
            this.name = name;
        }
    }

    /** By component and object. */
    private final Map<Component, Map<String, PatchVersion>> versions = new EnumMap<>(Component.class);

    void addAll(ComponentVersions others) {
        others.versions.forEach((component, all) -> of(component).putAll(all));
    }

    private Map<String, PatchVersion> of(Component component) {
        return versions.computeIfAbsent(component, any -> new HashMap<>());
    }

    /** Sets the version of the cluster, whatever its objects name. */
    void set(PatchVersion version) {
        of(Component.CLUSTER).put("", version);
    }

    /** Sets the version that the API server reported. */
    void addServer(String version) {
        put(Component.API_SERVER, "", version);
    }

    /** Replaces the version of a Node's kubelet. */
    void addNode(String name, ObjectValue node) {
        put(Component.KUBELET, name, node.object("status").object("nodeInfo").string("kubeletVersion"));
    }

    /** Replaces the version of a component that runs in the Pod, as its image is tagged. */
    void addPod(String key, ObjectValue pod) {
        for (ObjectValue container : pod.object("spec").list("containers").objects()) {
            String image = container.string("image");
            int tag = image.lastIndexOf(':');
            String path = tag < 0 ? image : image.substring(0, tag);
            for (Component component : Component.values()) {
                if (path.substring(path.lastIndexOf('/') + 1).equals(component.name)) {
                    put(component, key, image.substring(tag + 1));
                }
            }
        }
    }

    private void put(Component component, String object, String version) {
        PatchVersion parsed = PatchVersion.parse(version);
        if (parsed != null) {
            of(component).put(object, parsed);
        } else {
            of(component).remove(object);
        }
    }

    void removeNode(String name) {
        of(Component.KUBELET).remove(name);
    }

    void removePod(String key) {
        of(Component.SCHEDULER).remove(key);
        of(Component.API_SERVER).remove(key);
    }

    /**
     * The version of the cluster; else the newest of the schedulers; else of the API servers; else of the kubelets;
     * null if none is known.
     */
    @Nullable
    PatchVersion newest() {
        return versions.values().stream()
                .filter(all -> !all.isEmpty())
                .findFirst()
                .map(all -> new TreeSet<>(all.values()).last())
                .orElse(null);
    }
}
