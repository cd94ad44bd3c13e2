package dev.drawbridge.live.why;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.fit.Workload;
import dev.drawbridge.live.StoredObject;
import dev.drawbridge.manifest.Manifest;
import java.util.Set;

/** Stored pods as workloads, unchanged or with a change. */
final class PodObjects {

    private static final Set<String> NODE_FIELDS = Set.of("nodeSelector", "nodeName", "affinity", "tolerations");
    private static final FieldPath SPEC = FieldPath.of("spec");

    private PodObjects() {}

    /** The pod as a workload with one pod. */
    static Workload workload(StoredObject pod) {
        return workload(pod, pod.object());
    }

    /** The workload if it could run on any node. */
    static Workload onAnyNode(StoredObject pod) {
        ObjectValue.Builder free = without(pod.spec(), NODE_FIELDS);
        ObjectValue all = ObjectValue.at(null)
                .add("operator", new StringValue("Exists", null), null)
                .build();
        free.add("tolerations", ListValue.at(null).add(all).build(), null);
        return withSpec(pod, free.build());
    }

    /** The workload without claims. */
    static Workload withoutClaims(StoredObject pod) {
        return withSpec(pod, without(pod.spec(), Set.of("resourceClaims")).build());
    }

    private static ObjectValue.Builder without(ObjectValue spec, Set<String> fields) {
        ObjectValue.Builder others = ObjectValue.at(null);
        for (int i = 0; i < spec.size(); i++) {
            if (!fields.contains(spec.key(i))) {
                others.add(spec.key(i), spec.value(i), null);
            }
        }
        return others;
    }

    private static Workload withSpec(StoredObject pod, ObjectValue spec) {
        ObjectValue object = pod.object();
        return workload(pod, object.with(object.indexOf("spec"), spec));
    }

    private static Workload workload(StoredObject pod, ObjectValue object) {
        Manifest manifest = new Manifest("", "", object, "v1", "Pod");
        return new Workload(manifest, pod.namespace(), pod.name(), object.object("spec"), SPEC, 1);
    }
}
