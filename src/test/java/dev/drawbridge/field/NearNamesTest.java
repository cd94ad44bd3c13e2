package dev.drawbridge.field;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
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

    @Test
    void namesAreFoundAmongOthersAsAlone() {
        Random random = new Random(1);
        for (int round = 0; round < 200; round++) {
            List<String> names = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                names.add(name(random, 4 + random.nextInt(4)));
            }
            String wanted = name(random, 4 + random.nextInt(4));
            boolean isAlone = names.stream().anyMatch(one -> new NearNames(List.of(one)).nearest(wanted) != null);

            assertThat(new NearNames(names).nearest(wanted) != null)
                    .as("%s among %s", wanted, names)
                    .isEqualTo(isAlone);
        }
    }

    @Test
    @Tag("siege")
    @Timeout(20)
    void thousandsOfNamesOfTheSameLettersAreSearched() {
        Random random = new Random(1);
        NearNames names = new NearNames();
        for (int i = 0; i < 10_000; i++) {
            names.add("gpu-" + name(random, 12) + ".example.com");
        }
        for (int i = 0; i < 3_000; i++) {
            assertThat(names.nearest("gpu-" + name(random, 12) + ".example.org"))
                    .isNull();
        }
    }

    private static String name(Random random, int letters) {
        return random.ints(letters, 'a', 'e').mapToObj(Character::toString).collect(Collectors.joining());
    }
}
