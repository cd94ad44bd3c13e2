package dev.drawbridge.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests that each component of a target counts: its {@code equals} is written out. */
class TargetTest {

    @Test
    void targetsAreEqualIfAllComponentsAre() {
        FeatureGates gates = FeatureGates.NONE.with(FeatureGate.DRA_ADMIN_ACCESS, true);
        Target target = new Target(ApiVersion.V1, KubernetesRelease.K8S_1_36, FeatureGates.NONE, Operation.CREATE);
        Set<Target> others = new HashSet<>(List.of(
                new Target(ApiVersion.V1BETA1, target.release(), target.gates(), target.request()),
                new Target(target.version(), KubernetesRelease.K8S_1_37, target.gates(), target.request()),
                target.withGates(gates),
                target.withStored(gates),
                new Target(target.version(), target.release(), target.gates(), Operation.UPDATE)));

        assertThat(others).hasSameSizeAs(Target.class.getRecordComponents()).doesNotContain(target);
        assertThat(target.withGates(FeatureGates.NONE)).isEqualTo(target).hasSameHashCodeAs(target);
    }
}
