package dev.drawbridge.live.why;

import dev.drawbridge.fit.Fit;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.PoolId;
import dev.drawbridge.fleet.PoolState;
import dev.drawbridge.fleet.Slice;
import dev.drawbridge.live.ClusterSnapshot;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.KubernetesRelease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A cluster as it is, and as it would be with one change. Each is computed once. */
public final class WhatIf {

    private final ClusterSnapshot snapshot;
    private final Function<Fleet, Fit> decider;
    private final Fit now;
    private final Map<PoolId, PoolState> unusable;
    private @Nullable Fit complete;
    private @Nullable Fit untainted;

    /** Uses the scheduler of this release with these gates and this time limit for each decision. */
    public WhatIf(ClusterSnapshot snapshot, KubernetesRelease release, FeatureGates gates, Duration limit) {
        this.snapshot = snapshot;
        this.decider = fleet -> new Fit(fleet, release, gates, limit);
        this.now = decider.apply(snapshot.fleet());
        this.unusable = PoolState.of(snapshot.fleet()).stream()
                .filter(pool -> !pool.isUsable())
                .collect(Collectors.toMap(PoolState::id, Function.identity()));
    }

    ClusterSnapshot snapshot() {
        return snapshot;
    }

    /** The cluster as it is. */
    public Fit now() {
        return now;
    }

    /** The pools that the scheduler does not use. */
    Map<PoolId, PoolState> unusablePools() {
        return unusable;
    }

    /** The cluster if its incomplete pools were complete with their existing slices. */
    Fit withPoolsComplete() {
        Fit known = complete;
        if (known == null) {
            Fleet fleet = snapshot.fleet();
            List<Slice> slices = new ArrayList<>();
            for (Slice slice : fleet.slices()) {
                PoolState pool = unusable.get(slice.pool());
                slices.add(pool == null ? slice : slice.withCount(pool.slices().size()));
            }
            known = decider.apply(fleet.withSlices(slices));
            complete = known;
        }
        return known;
    }

    /** The cluster if no device were tainted. */
    Fit withoutTaints() {
        Fit known = untainted;
        if (known == null) {
            Fleet fleet = snapshot.fleet();
            known = decider.apply(fleet.withTaintRules(List.of())
                    .withSlices(fleet.slices().stream()
                            .map(slice -> slice.withDevices(slice.devices().stream()
                                    .map(device -> device.withTaints(List.of()))
                                    .toList()))
                            .toList()));
            untainted = known;
        }
        return known;
    }
}
