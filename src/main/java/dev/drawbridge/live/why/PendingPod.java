package dev.drawbridge.live.why;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.fit.FitResult;
import dev.drawbridge.fit.PodScheduling;
import dev.drawbridge.fit.Workload;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Pod;
import dev.drawbridge.fleet.PodReader;
import dev.drawbridge.live.ClusterEvent;
import dev.drawbridge.live.ClusterSnapshot;
import dev.drawbridge.live.StoredObject;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A pod that is pending or would be created, with what is known of it. Decisions are cached. */
final class PendingPod {

    private final WhatIf cluster;
    private final StoredObject object;
    private final Workload workload;
    private final Pod pod;
    private @Nullable FitResult fit;
    private @Nullable PodScheduling scheduling;

    PendingPod(WhatIf cluster, StoredObject object) {
        this.cluster = cluster;
        this.object = object;
        this.workload = PodObjects.workload(object);
        this.pod = PodReader.pod(object.object(), object.namespace());
    }

    StoredObject object() {
        return object;
    }

    Workload workload() {
        return workload;
    }

    Pod pod() {
        return pod;
    }

    ClusterSnapshot snapshot() {
        return cluster.snapshot();
    }

    WhatIf cluster() {
        return cluster;
    }

    ObjectValue spec() {
        return object.spec();
    }

    /** Whether the scheduler has to allocate devices for it. */
    boolean needsDevices() {
        return cluster.now().concerns(workload);
    }

    /** Whether its claims can be allocated. */
    FitResult fit() {
        FitResult known = fit;
        if (known == null) {
            known = cluster.now().of(workload);
            fit = known;
        }
        return known;
    }

    /** The number of nodes that it may run on, ignoring its claims. */
    int nodesWithoutClaims() {
        return cluster.now().of(PodObjects.withoutClaims(object)).nodes();
    }

    /** The scheduler's answer for each node. */
    PodScheduling scheduling() {
        PodScheduling known = scheduling;
        if (known == null) {
            known = cluster.now().schedule(pod, cluster.snapshot().time());
            scheduling = known;
        }
        return known;
    }

    /** Its existing claims. */
    List<Claim> claims() {
        return pod.claims().stream()
                .map(source -> {
                    String made = pod.generated()
                            .getOrDefault(source.name(), Optional.empty())
                            .orElse(null);
                    return source.claim() != null ? source.claim() : made;
                })
                .filter(name -> name != null)
                .map(name -> cluster.snapshot().fleet().claimsByName().get(pod.namespace() + "/" + name))
                .filter(claim -> claim != null)
                .toList();
    }

    /** Its Events with this reason, the newest first. */
    List<ClusterEvent> events(String reason) {
        return snapshot().events(object).stream()
                .filter(event -> event.reason().equals(reason))
                .toList();
    }

    /** The scheduler's last message about it; null if there is none. */
    @Nullable
    String schedulerMessage() {
        List<ClusterEvent> failed = events("FailedScheduling");
        ObjectValue condition = object.condition("PodScheduled");
        if (!failed.isEmpty()) {
            return failed.get(0).message();
        }
        return condition.string("status").equals("False")
                        && !condition.string("message").isEmpty()
                ? condition.string("message")
                : null;
    }
}
