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

    private @Nullable SchedulerVersion set;

    void addAll(ComponentVersions others) {
        set = others.set == null ? set : others.set;
        others.versions.forEach((component, all) -> of(component).putAll(all));
    }

    private Map<String, PatchVersion> of(Component component) {
        return versions.computeIfAbsent(component, any -> new HashMap<>());
    }

    /** Sets the version of the scheduler, whatever the cluster's objects name. */
    void set(SchedulerVersion version) {
        set = version;
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
     * The version that was set; else that of the schedulers; else of the API servers, if all are of one patch; else the
     * newest, whose patch is not certain: kubelets may be older, and an upgrade replaces one component after another.
     * Null if none is known.
     */
    @Nullable
    SchedulerVersion scheduler() {
        if (set != null) {
            return set;
        }
        for (Map.Entry<Component, Map<String, PatchVersion>> known : versions.entrySet()) {
            TreeSet<PatchVersion> all = new TreeSet<>(known.getValue().values());
            if (!all.isEmpty()) {
                Component component = known.getKey();
                boolean isCertain = component != Component.KUBELET && all.size() == 1;
                return new SchedulerVersion(all.last(), isCertain ? "" : "by its " + component.name + "s");
            }
        }
        return null;
    }
}
