package dev.drawbridge.schema;

/** A component of Kubernetes, by the name of its program. */
public enum KubernetesComponent {
    SCHEDULER("kube-scheduler"),
    KUBELET("kubelet"),
    CONTROLLER_MANAGER("kube-controller-manager"),
    API_SERVER("kube-apiserver");

    private final String id;

    KubernetesComponent(String id) {
        this.id = id;
    }

    @Override
    public String toString() {
        return id;
    }
}
