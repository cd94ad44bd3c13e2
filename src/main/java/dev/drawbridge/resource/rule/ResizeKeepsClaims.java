package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import dev.drawbridge.resource.rule.PodParts.Container;
import dev.drawbridge.resource.rule.PodParts.Form;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A resize changes CPU and memory, and no claims. Up to Kubernetes 1.36 the API server compares containers after the
 * resize, without their claims, with those before, with them: a container that uses claims cannot be resized there.
 * Source: {@code pkg/apis/core/validation}, ValidatePodResize, dropCPUMemoryResourcesFromContainer.
 */
public enum ResizeKeepsClaims implements ObjectRule {
    /** Containers by their names, and no init containers: Kubernetes 1.32. */
    OF_NAMED_CONTAINERS,
    /** Init containers are resized if they are sidecars: up to Kubernetes 1.35. */
    OF_SIDECARS,
    /** Init containers are resized, and errors are reported at them: Kubernetes 1.36. */
    OF_INIT_CONTAINERS,
    /** Claims are compared: since Kubernetes 1.37. */
    AS_WRITTEN;

    // @formatter:off
    private static final Demand KEPT = new Demand(Origin.IMMUTABLE, "only cpu and memory resources are mutable");
    private static final Demand OF_POD = KEPT.at("spec")
        .dependingOn("spec.containers", "spec.initContainers", "spec.resources")
        .example("{spec: {containers: [{name: c}]}}",
            "{spec: {containers: [{name: c}], resources: {claims: [{name: a}]}}}", "{spec: {containers: [{name: c}]}}");
    /** No example, since validity depends on the stored object. */
    private static final Demand OF_INIT_CONTAINER = KEPT.at("spec.initContainers");
    // @formatter:on

    @Override
    public List<Demand> demands() {
        List<Demand> demands = new ArrayList<>(List.of(OF_POD));
        if (this != OF_NAMED_CONTAINERS) {
            demands.addAll(List.of(
                    fixed("containers"), fixed("initContainers"), ordered("containers"), ordered("initContainers")));
            if (this != OF_SIDECARS) {
                demands.add(OF_INIT_CONTAINER);
            }
        }
        return demands;
    }

    private static Demand fixed(String field) {
        return new Demand(Origin.IMMUTABLE, field + " may not be added or removed on resize")
                .at("spec." + field)
                .example(named(field, "c"), named(field, "c", "d"), named(field, "c"));
    }

    private static Demand ordered(String field) {
        return new Demand(Origin.IMMUTABLE, field + " may not be renamed or reordered on resize")
                .at("spec." + field + ".name")
                .example(named(field, "c"), named(field, "d"), named(field, "c"));
    }

    private static String named(String field, String... names) {
        return "{spec: {" + field + ": "
                + Stream.of(names).map(name -> "{name: " + name + "}").toList() + "}}";
    }

    @Override
    public void check(ObjectValue pod, @Nullable ObjectValue old, ValidationContext context) {
        if (old == null) {
            return;
        }
        PodParts now = PodParts.of(pod.object("spec"), Form.POD_LEVEL);
        PodParts before = PodParts.of(old.object("spec"), Form.POD_LEVEL);
        if (this != OF_NAMED_CONTAINERS) {
            boolean isOrdered = isOrdered(now.containers(), before.containers(), "containers", context);
            if (!isOrdered(now.initContainers(), before.initContainers(), "initContainers", context) || !isOrdered) {
                return;
            }
        }
        boolean isChanged = false;
        for (int i = 0; i < before.containers().size(); i++) {
            isChanged |= isChanged(now.containers().get(i), before.containers().get(i), true);
        }
        for (int i = 0; i < before.initContainers().size() && this != OF_NAMED_CONTAINERS; i++) {
            Container init = before.initContainers().get(i);
            boolean isResized = this != OF_SIDECARS || init.isSidecar();
            if (isChanged(now.initContainers().get(i), init, isResized)) {
                isChanged |= this == OF_SIDECARS;
                reportInitContainer(i, context);
            }
        }
        boolean isPodChanged = !Objects.equals(now.podLevel(), before.podLevel());
        if (isChanged || isPodChanged && context.errors().isEmpty()) {
            context.report(ErrorType.FORBIDDEN, null, KEPT, "spec");
        }
    }

    private boolean isChanged(Container now, Container before, boolean isResized) {
        return isResized && this != AS_WRITTEN ? !before.claims().isEmpty() : !now.equals(before);
    }

    private void reportInitContainer(int entry, ValidationContext context) {
        if (this != OF_SIDECARS) {
            context.at("spec", "initContainers").at(entry).report(ErrorType.FORBIDDEN, null, KEPT);
        }
    }

    /** Whether the containers have the names that they had, in the same order. */
    private static boolean isOrdered(
            List<Container> now, List<Container> before, String field, ValidationContext context) {
        if (now.size() != before.size()) {
            context.report(ErrorType.FORBIDDEN, null, fixed(field), "spec", field);
            return false;
        }
        boolean isOrdered = true;
        for (int i = 0; i < now.size(); i++) {
            if (!now.get(i).name().equals(before.get(i).name())) {
                isOrdered = false;
                context.at("spec", field).at(i).report(ErrorType.FORBIDDEN, null, ordered(field), "name");
            }
        }
        return isOrdered;
    }
}
