package dev.drawbridge.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class AvailabilityTest {

    @Test
    void coversFromTheFirstToTheLastRelease() {
        Availability middle = Availability.since(KubernetesRelease.K8S_1_28).andUntil(KubernetesRelease.K8S_1_29);

        assertThat(covers(middle, KubernetesRelease.K8S_1_27)).isFalse();
        assertThat(covers(middle, KubernetesRelease.K8S_1_28)).isTrue();
        assertThat(covers(middle, KubernetesRelease.K8S_1_29)).isTrue();
        assertThat(covers(middle, KubernetesRelease.K8S_1_30)).isFalse();
    }

    @Test
    void aRowOfAnotherRequestExistsAndIsNotValidated() {
        Availability status = Availability.on(Request.UPDATE_STATUS);

        assertThat(status.exists(ApiVersion.V1ALPHA2, KubernetesRelease.K8S_1_30))
                .isTrue();
        assertThat(covers(status, KubernetesRelease.K8S_1_30)).isFalse();
    }

    @Test
    void aRowThatIsNowhereIsRefused() {
        assertThatThrownBy(() -> Availability.since(KubernetesRelease.K8S_1_30).andUntil(KubernetesRelease.K8S_1_27))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void twoRowsOfOneNameAreRefused() {
        assertThatThrownBy(() -> Vocabulary.object(
                        "T",
                        Vocabulary.optional("a", Vocabulary.string()),
                        Vocabulary.required("a", Vocabulary.bool())))
                .hasMessageContaining("T.a");
    }

    private static boolean covers(Availability availability, KubernetesRelease release) {
        return availability.covers(new Target(ApiVersion.V1ALPHA2, release, FeatureGates.NONE, Request.CREATE));
    }
}
