package dev.drawbridge.schema;

import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A component of Kubernetes, by the name of its program. */
public enum KubernetesComponent {
    SCHEDULER("kube-scheduler"),
    KUBELET("kubelet"),
    CONTROLLER_MANAGER("kube-controller-manager"),
    API_SERVER("kube-apiserver"),
    AUTOSCALER("cluster-autoscaler");

    private static final Set<String> PROCESSORS = Set.of("", "-amd64", "-arm64", "-ppc64le", "-s390x");

    private final String id;

    KubernetesComponent(String id) {
        this.id = id;
    }

    /** The component that an image or a command names; null for others. Registry, folder and processor do not count. */
    public static @Nullable KubernetesComponent in(String text) {
        String path = text.split("@", 2)[0];
        String name = path.substring(path.lastIndexOf('/') + 1).split(":", 2)[0];
        return Arrays.stream(values())
                .filter(one -> name.startsWith(one.id) && PROCESSORS.contains(name.substring(one.id.length())))
                .findFirst()
                .orElse(null);
    }

    /** The tag of an image; empty if it has none. */
    public static String tag(String image) {
        String path = image.split("@", 2)[0];
        int tag = path.lastIndexOf(':');
        return tag > path.lastIndexOf('/') ? path.substring(tag + 1) : "";
    }

    @Override
    public String toString() {
        return id;
    }
}
