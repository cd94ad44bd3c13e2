package dev.drawbridge.field;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearNamesTest {

    @ParameterizedTest
    @CsvSource({
        "single-gpus, single-gpu",
        "singel-gpu, single-gpu",
        "singlegpu, single-gpu",
        "single.gpu, single-gpu",
        "Single-GPU, single-gpu",
        "gup, gpu",
        "gpus, gpu",
        "gpu.nvida.com, gpu.nvidia.com",
        "compute-domain-deamon.nvidia.com, compute-domain-daemon.nvidia.com",
        "train-1-clam, train-1-claim",
    })
    void misspelledNameIsNear(String name, String meant) {
        assertThat(new NearNames(List.of("other", meant, "another")).nearest(name))
                .isEqualTo(meant);
    }

    @ParameterizedTest
    @CsvSource({
        "gpu-1, gpu-2",
        "gpu-9, gpu-10",
        "pool-a, pool-b",
        "v1-gpu-a, v2-gpu-b",
        "cpu-claim, gpu-claim",
        "npu.intel.com, gpu.intel.com",
        "gpu.acme.com, gpu.amd.com",
        "us-east, us-west",
        "test-gpu-claim-template, prod-gpu-claim-template",
        "gpu, single-gpu",
        "pool, pool-a",
        "network, gpu",
        "ab, ac",
    })
    void deliberateNameIsNotSimilar(String name, String other) {
        assertThat(new NearNames(List.of(other)).nearest(name)).isNull();
        assertThat(new NearNames(List.of(name)).nearest(other)).isNull();
    }

    @Test
    void nameWithFewestMistakesIsMeant() {
        assertThat(new NearNames(List.of("training", "trainings", "trainin")).nearest("trainngs"))
                .isEqualTo("trainings");
        assertThat(new NearNames(List.of("training", "trainings")).nearest("trainngs", name -> !name.endsWith("s")))
                .isEqualTo("training");
    }
}
