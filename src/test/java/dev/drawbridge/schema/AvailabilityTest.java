package dev.drawbridge.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class AvailabilityTest {

    @Test
    void coversFromTheFirstToTheLastRelease() {
        Availability middle =
                Availability.since(KubernetesRelease.K8S_1_28).and(Availability.until(KubernetesRelease.K8S_1_29));

        assertThat(covers(middle, KubernetesRelease.K8S_1_27)).isFalse();
        assertThat(covers(middle, KubernetesRelease.K8S_1_28)).isTrue();
        assertThat(covers(middle, KubernetesRelease.K8S_1_29)).isTrue();
        assertThat(covers(middle, KubernetesRelease.K8S_1_30)).isFalse();
    }

    @Test
    void rowOfOtherRequestIsNotValidated() {
        Availability status = Availability.on(Operation.UPDATE_STATUS);

        assertThat(status.exists(ApiVersion.V1ALPHA2, KubernetesRelease.K8S_1_30))
                .isTrue();
        assertThat(covers(status, KubernetesRelease.K8S_1_30)).isFalse();
    }

    @Test
    void rejectsUnusedRow() {
        assertThatThrownBy(() -> Availability.since(KubernetesRelease.K8S_1_30)
                        .and(Availability.until(KubernetesRelease.K8S_1_27)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void columnsNarrowEachOtherInAnyOrder() {
        Availability one = Availability.in(ApiVersion.V1, ApiVersion.V1BETA2)
                .and(Availability.since(KubernetesRelease.K8S_1_34))
                .and(Availability.gate(FeatureGate.DRA_ADMIN_ACCESS));
        Availability other = Availability.since(KubernetesRelease.K8S_1_35)
                .and(Availability.in(ApiVersion.V1, ApiVersion.V1BETA1))
                .and(Availability.declared());

        assertThat(one.and(other)).isEqualTo(other.and(one));
        assertThat(one.and(other).versions()).containsExactly(ApiVersion.V1);
        assertThat(one.and(other).since()).isEqualTo(KubernetesRelease.K8S_1_35);
        assertThat(one.and(other).source()).isEqualTo(Source.BOTH);
    }

    @Test
    void declaredAloneAndDeclaredAreExclusive() {
        assertThatThrownBy(() -> Availability.declared().and(Availability.declaredAlone()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("declared by the Go type alone, and not alone");
    }

    @Test
    void rejectsDuplicateRow() {
        assertThatThrownBy(() -> Vocabulary.object(
                        "T", Vocabulary.optional("a", Vocabulary.STRING), Vocabulary.required("a", Vocabulary.BOOL)))
                .hasMessageContaining("T.a");
    }

    private static boolean covers(Availability availability, KubernetesRelease release) {
        return availability.covers(new Target(ApiVersion.V1ALPHA2, release, FeatureGates.NONE, Operation.CREATE));
    }
}
