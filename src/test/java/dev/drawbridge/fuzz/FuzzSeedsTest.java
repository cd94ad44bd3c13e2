package dev.drawbridge.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each fuzz target passes with its seeds, without the agent of the fuzzer, which instruments the JVM of all tests. */
class FuzzSeedsTest {

    private static List<String> names() throws IOException {
        return Fuzzers.names();
    }

    @Test
    void whatIsReadFromStrangersHasATarget() throws IOException {
        assertThat(Fuzzers.names().stream().map(name -> name.substring(name.lastIndexOf('.') + 1)))
                .contains(
                        "ReviewFuzzer",
                        "YamlFuzzer",
                        "JsonFuzzer",
                        "SelectorFuzzer",
                        "QuantityFuzzer",
                        "PatternFuzzer",
                        "HelmReleaseFuzzer",
                        "SettingsFuzzer",
                        "EditorFuzzer",
                        "CheckFuzzer");
    }

    @ParameterizedTest
    @MethodSource("names")
    void seedsPass(String name) throws Exception {
        Method target = Class.forName(name).getMethod("fuzzerTestOneInput", FuzzedDataProvider.class);
        try (Stream<Path> seeds = Files.list(Fuzzers.seeds(name))) {
            List<Path> files = seeds.sorted().toList();
            assertThat(files).hasSizeGreaterThan(4);
            for (Path seed : files) {
                target.invoke(null, input(Files.readAllBytes(seed)));
            }
        }
    }

    private static FuzzedDataProvider input(byte[] bytes) {
        return (FuzzedDataProvider) Proxy.newProxyInstance(
                FuzzSeedsTest.class.getClassLoader(),
                new Class<?>[] {FuzzedDataProvider.class},
                (proxy, method, arguments) -> {
                    assertThat(method.getName()).isEqualTo("consumeRemainingAsBytes");
                    return bytes;
                });
    }
}
