package dev.drawbridge.field;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpellingTest {

    private static final List<String> NAMES =
            List.of("requests", "config", "count", "deviceClassName", "allocationMode", "name");

    @ParameterizedTest
    @CsvSource(textBlock = """
        requets,         requests
        reqeusts,        requests
        request,         requests
        conifg,          config
        DEVICECLASSNAME, deviceClassName
        deviceClas,
        deviceClasName,  deviceClassName
        nmae,            name
        cont,            count
        x,
        na,
        driver,
        constraints,
        """)
    void suggestsMostSimilarName(String written, String meant) {
        assertThat(Spelling.nearest(written, NAMES)).isEqualTo(meant);
    }

    /** A driver whose name has another word, or another number, is another driver. */
    @ParameterizedTest
    @CsvSource(textBlock = """
        gpu.nvidia.co,        gpu.nvidia.com
        gpu.nvida.com,        gpu.nvidia.com
        GPU.nvidia.com,       gpu.nvidia.com
        pgu.nvidia.com,       gpu.nvidia.com
        gpus.nvidia.com,      gpu.nvidia.com
        gpu.nvidia,           gpu.nvidia.com
        gpu-nvidia.com,       gpu.nvidia.com
        gpunvidia.com,        gpu.nvidia.com
        gpu.nvida.org,        gpu.nvidia.com
        npu.nvidia.com,
        vgpu.nvidia.com,
        nic.nvidia.com,
        gpu.intel.com,
        gpu.com,
        s10.example.com,
        s1.example.com,
        s01.exmple.com,       s01.example.com
        example.com/gpus,     example.com/gpu
        example.com/nic,
        exmple.com/gpu,       example.com/gpu
        """)
    void nameOfLabelsIsAMisspellingLabelByLabel(String written, String meant) {
        List<String> names = List.of("gpu.nvidia.com", "s01.example.com", "s11.example.com", "example.com/gpu");
        assertThat(Spelling.nearest(written, names)).isEqualTo(meant);
    }

    @Test
    void limitedDistanceIsThatWithoutLimitOrAboveTheLimit() {
        Random random = new Random(26);
        for (int i = 0; i < 20_000; i++) {
            String one = word(random);
            String other = word(random);
            int all = Spelling.mistakes(one, other);
            int most = random.nextInt(6);

            assertThat(Spelling.mistakes(one, other, most))
                    .as("%s and %s, at most %d of %d", one, other, most, all)
                    .satisfies(found -> assertThat(all <= most ? found == all : found > most)
                            .isTrue());
        }
    }

    private static String word(Random random) {
        return random.ints(random.nextInt(9), 'a', 'd')
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
    }

    @ParameterizedTest
    @CsvSource({
        "DeviceClaim,ResourceClaim",
        "DeviceClass,DeviceClass",
        "Claim,ResourceClaim",
        "ResourceClass,DeviceClass"
    })
    void nameOfWordsMeansTheNameWithTheSameLastWord(String words, String meant) {
        assertThat(Spelling.byWords(List.of("DeviceClass", "ResourceClaim"))).containsEntry(words, meant);
    }

    @ParameterizedTest
    @CsvSource({"65", "1000000"})
    void overlongNameHasNoSuggestion(int length) {
        assertThat(Spelling.nearest("n".repeat(length), List.of("n".repeat(length - 1))))
                .isNull();
    }
}
