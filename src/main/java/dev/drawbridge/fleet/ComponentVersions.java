package dev.drawbridge.fleet;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.schema.KubernetesComponent;
import dev.drawbridge.schema.PatchVersion;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The versions of Kubernetes' components that Nodes and Pods of a cluster name. */
final class ComponentVersions {

    /** The components that show the scheduler's version, the best evidence first. */
    private static final List<KubernetesComponent> EVIDENCE =
            List.of(KubernetesComponent.SCHEDULER, KubernetesComponent.API_SERVER, KubernetesComponent.KUBELET);

    private final Map<KubernetesComponent, Map<String, PatchVersion>> versions =
            new EnumMap<>(KubernetesComponent.class);

    private @Nullable SchedulerVersion set;

    void addAll(ComponentVersions others) {
        set = others.set == null ? set : others.set;
        others.versions.forEach((component, all) -> of(component).putAll(all));
    }

    private Map<String, PatchVersion> of(KubernetesComponent component) {
        return versions.computeIfAbsent(component, any -> new HashMap<>());
    }

    /** Sets the version of the scheduler, whatever the cluster's objects name. */
    void set(SchedulerVersion version) {
        set = version;
    }

    void addServer(String version) {
        put(KubernetesComponent.API_SERVER, "", version);
    }

    void addNode(String name, ObjectValue node) {
        put(
                KubernetesComponent.KUBELET,
                name,
                node.object("status").object("nodeInfo").string("kubeletVersion"));
    }

    /** Replaces the version of a component that runs in the Pod, as its image is tagged. */
    void addPod(String key, ObjectValue pod) {
        for (ObjectValue container : pod.object("spec").list("containers").objects()) {
            KubernetesComponent component = KubernetesComponent.in(container.string("image"));
            if (component != null) {
                put(component, key, KubernetesComponent.tag(container.string("image")));
            }
        }
    }

    private void put(KubernetesComponent component, String object, String version) {
        PatchVersion parsed = PatchVersion.parse(version);
        if (parsed != null) {
            of(component).put(object, parsed);
        } else {
            of(component).remove(object);
        }
    }

    /** Forgets the versions that a Node or Pod named. */
    void remove(String key) {
        versions.values().forEach(all -> all.remove(key));
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
        for (KubernetesComponent component : EVIDENCE) {
            TreeSet<PatchVersion> all =
                    new TreeSet<>(versions.getOrDefault(component, Map.of()).values());
            if (!all.isEmpty()) {
                boolean isCertain = component != KubernetesComponent.KUBELET && all.size() == 1;
                return new SchedulerVersion(all.last(), isCertain ? "" : "by its " + component + "s");
            }
        }
        return null;
    }
}
