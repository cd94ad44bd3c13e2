package dev.drawbridge.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KubernetesReleaseTest {

    @ParameterizedTest
    @ValueSource(strings = {"1.30", "v1.30", "1.30.0", "v1.30.4", "v1.30.4+k3s1", "v1.30.14-gke.1080000"})
    void parsesReleasesAsClustersReportThem(String text) {
        assertThat(KubernetesRelease.parse(text)).contains(KubernetesRelease.K8S_1_30);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "v",
                "1",
                "1.3",
                "1.300",
                "1.30.",
                "1.30.x",
                "1.30-rc.1",
                "vv1.30",
                "V1.30",
                "2.30",
                "1.26.1",
                " 1.30"
            })
    void rejectsInvalidReleases(String text) {
        assertThat(KubernetesRelease.parse(text)).isEmpty();
    }
}
