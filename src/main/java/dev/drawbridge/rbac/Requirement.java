package dev.drawbridge.rbac;

import dev.drawbridge.schema.KubernetesComponent;
import dev.drawbridge.schema.KubernetesRelease;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A permission that a release requires in addition: for a part of a claim's status, or of a new component. */
public enum Requirement {
    // @formatter:off
    // resource, what it is for, prefix of its verbs, since, by whom
    // AuthorizedForBinding in pkg/registry/resource/utils.go of 1.36: the request's verb, cluster-wide, without a name
    BINDING("resourceclaims/binding", "status.allocation and status.reservedFor", "", KubernetesRelease.K8S_1_36, null),
    // AuthorizedForDeviceStatus there, by the driver's name: for a pod on the claim's node; for anybody
    NODE_DRIVER("resourceclaims/driver", "status.devices", "associated-node:", KubernetesRelease.K8S_1_36, null),
    ANY_DRIVER("resourceclaims/driver", "status.devices", "arbitrary-node:", KubernetesRelease.K8S_1_36, null),
    // pkg/scheduler/scheduler.go of 1.34 and 1.37
    SCHEDULER_CLASSES("deviceclasses", "", "", KubernetesRelease.K8S_1_34, KubernetesComponent.SCHEDULER),
    SCHEDULER_CLAIMS("resourceclaims", "", "", KubernetesRelease.K8S_1_34, KubernetesComponent.SCHEDULER),
    SCHEDULER_SLICES("resourceslices", "", "", KubernetesRelease.K8S_1_34, KubernetesComponent.SCHEDULER),
    SCHEDULER_TAINT_RULES("devicetaintrules", "", "", KubernetesRelease.K8S_1_37, KubernetesComponent.SCHEDULER),
    // kubernetes/autoscaler#9244
    AUTOSCALER_CLASSES("deviceclasses", "", "", KubernetesRelease.K8S_1_35, KubernetesComponent.AUTOSCALER),
    AUTOSCALER_CLAIMS("resourceclaims", "", "", KubernetesRelease.K8S_1_35, KubernetesComponent.AUTOSCALER),
    AUTOSCALER_SLICES("resourceslices", "", "", KubernetesRelease.K8S_1_35, KubernetesComponent.AUTOSCALER);
    // @formatter:on

    static final String GROUP = "resource.k8s.io";

    private static final List<String> READ = List.of("list", "watch");

    private final String resource;
    private final String purpose;
    private final String prefix;
    private final KubernetesRelease since;
    private final @Nullable KubernetesComponent reader;

    Requirement(
            String resource,
            String purpose,
            String prefix,
            KubernetesRelease since,
            @Nullable KubernetesComponent reader) {
        this.resource = resource;
        this.purpose = purpose;
        this.prefix = prefix;
        this.since = since;
        this.reader = reader;
    }

    /** What a component has to read; empty for another one, or if its release is not known. */
    static List<Requirement> of(Component component) {
        KubernetesRelease release = component.release();
        return Arrays.stream(values())
                .filter(one -> one.reader != null && one.reader == component.program())
                .filter(one -> release != null && one.since.compareTo(release) <= 0)
                .toList();
    }

    /** The resource, such as {@code resourceclaims/binding}. */
    public String resource() {
        return resource;
    }

    /** The parts of a claim's status that it permits to write; empty if it is about reading. */
    String purpose() {
        return purpose;
    }

    KubernetesRelease since() {
        return since;
    }

    String verb(String request) {
        return prefix + request;
    }

    List<String> verbs(List<String> requests) {
        return reader != null ? READ : requests.stream().map(this::verb).toList();
    }
}
