package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.Preparation;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * The stored parts that an update of a pod keeps. Source: {@code pkg/registry/core/pod/strategy.go}, PrepareForUpdate
 * of podStrategy, podEphemeralContainersStrategy and podResizeStrategy.
 */
public enum PodUpdates implements Preparation {
    /** The resources of the pod if the update has none: {@code PodLevelResourcesFixDefaulting}, Kubernetes 1.37. */
    KEEP_POD_RESOURCES {
        @Override
        ObjectValue spec(ObjectValue spec, ObjectValue old) {
            Value stored = old.get(RESOURCES);
            return stored == null || spec.has(RESOURCES) ? spec : PodParts.with(spec, RESOURCES, stored);
        }
    },
    KEEP_ALL_BUT_EPHEMERAL_CONTAINERS {
        @Override
        ObjectValue spec(ObjectValue spec, ObjectValue old) {
            return PodParts.with(old, "ephemeralContainers", spec.get("ephemeralContainers"));
        }
    },
    /** All except the resources of containers with the same names, in any order: Kubernetes 1.32. */
    KEEP_ALL_BUT_NAMED_CONTAINERS {
        @Override
        ObjectValue spec(ObjectValue spec, ObjectValue old) {
            List<ObjectValue> containers = new ArrayList<>();
            for (ObjectValue stored : old.list(CONTAINERS).objects()) {
                Value resources = stored.get(RESOURCES);
                for (ObjectValue container : spec.list(CONTAINERS).objects()) {
                    resources = container.string("name").equals(stored.string("name"))
                            ? container.get(RESOURCES)
                            : resources;
                }
                containers.add(PodParts.with(stored, RESOURCES, resources));
            }
            return PodParts.with(old, CONTAINERS, ListValue.of(containers));
        }
    },
    /** All except the resources of containers and init containers. */
    KEEP_ALL_BUT_CONTAINERS {
        @Override
        ObjectValue spec(ObjectValue spec, ObjectValue old) {
            for (String field : List.of(CONTAINERS, INIT_CONTAINERS)) {
                if (spec.list(field).size() != old.list(field).size()) {
                    return spec;
                }
            }
            ObjectValue kept = PodParts.with(old, CONTAINERS, resized(spec, old, CONTAINERS));
            return PodParts.with(kept, INIT_CONTAINERS, resized(spec, old, INIT_CONTAINERS));
        }
    },
    /** All except the resources of containers, init containers and the pod. */
    KEEP_ALL_BUT_CONTAINERS_AND_POD {
        @Override
        ObjectValue spec(ObjectValue spec, ObjectValue old) {
            ObjectValue kept = KEEP_ALL_BUT_CONTAINERS.spec(spec, old);
            return kept == spec ? spec : PodParts.with(kept, RESOURCES, spec.get(RESOURCES));
        }
    };

    private static final String RESOURCES = "resources";
    private static final String CONTAINERS = "containers";
    private static final String INIT_CONTAINERS = "initContainers";

    abstract ObjectValue spec(ObjectValue spec, ObjectValue old);

    @Override
    public ObjectValue prepare(ObjectValue object, ObjectValue old) {
        ObjectValue spec = object.object("spec");
        ObjectValue prepared = spec(spec, old.object("spec"));
        return prepared == spec ? object : PodParts.with(object, "spec", prepared);
    }

    /** The stored containers with new resources; the new ones if a name has changed. */
    private static ListValue resized(ObjectValue spec, ObjectValue old, String field) {
        ListValue containers = spec.list(field);
        ListValue stored = old.list(field);
        ListValue.Builder resized = ListValue.at(containers.position());
        for (int i = 0; i < containers.size(); i++) {
            if (!(containers.get(i) instanceof ObjectValue container)
                    || !(stored.get(i) instanceof ObjectValue before)
                    || !container.string("name").equals(before.string("name"))) {
                return containers;
            }
            resized.add(PodParts.with(before, RESOURCES, container.get(RESOURCES)));
        }
        return resized.build();
    }
}
