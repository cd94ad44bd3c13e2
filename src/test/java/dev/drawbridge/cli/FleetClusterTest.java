package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drawbridge.cluster.ServerVersion;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the choice of a scheduler for a cluster. */
class FleetClusterTest {

    private final List<String> notes = new ArrayList<>();

    private String scheduler(int minor) {
        return FleetCluster.scheduler(new ServerVersion(1, minor), notes::add).toString();
    }

    @ParameterizedTest
    @ValueSource(ints = {34, 35, 36, 37})
    void schedulerIsOfCluster(int minor) {
        assertThat(scheduler(minor)).isEqualTo("1." + minor);
        assertThat(notes).isEmpty();
    }

    /** 1.38 is known as a preview, without its scheduler; 1.99 is unknown. */
    @ParameterizedTest
    @ValueSource(ints = {38, 39, 99})
    void newerClusterIsDecidedAsNewestKnownScheduler(int minor) {
        assertThat(scheduler(minor)).isEqualTo("1.37");
        assertThat(notes).hasSize(1).first().asString().contains("Kubernetes 1." + minor + ", newer than");
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 27, 33})
    void olderClusterNeedsARelease(int minor) {
        assertThatThrownBy(() -> scheduler(minor))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("the cluster runs Kubernetes 1." + minor)
                .hasMessageContaining("Set --kubernetes");
    }
}
