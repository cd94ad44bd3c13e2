package dev.drawbridge.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KustomizationsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            a/kustomization.yaml   | p.yaml          | a/p.yaml
            a/b/kustomization.yaml | ../p.yaml       | a/p.yaml
            a/kustomization.yaml   | ./c/../p.yaml   | a/p.yaml
            kustomization.yaml     | p.yaml          | p.yaml
            # A path that leads above the root of the tree stays above it.
            kustomization.yaml     | ../p.yaml       | ../p.yaml
            a/kustomization.yaml   | ../../x/p.yaml  | ../x/p.yaml
            ../kustomization.yaml  | ../p.yaml       | ../../p.yaml
            /a/kustomization.yaml  | ../p.yaml       | /p.yaml
            /kustomization.yaml    | ../../p.yaml    | /p.yaml
            """)
    void pathOfAPatchStartsAtItsKustomization(String kustomization, String path, String file) {
        Kustomizations patches = new Kustomizations();
        patches.add(kustomization, ("patches:\n- path: " + path + "\n").getBytes(StandardCharsets.UTF_8));

        assertThat(patches.reason(file)).startsWith("patch of a kustomization");
        assertThat(patches.reason("p.yaml".equals(file) ? "a/p.yaml" : "p.yaml"))
                .isEmpty();
    }
}
