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

    /** A chain of thousands, or names that no API server takes, cost neither time nor the stack. */
    @ParameterizedTest
    @CsvSource({"2, a, 3", "5000, a, 0", "5000, '', 0", "3, 1234567890, 4", "30, 1234567890, 0"})
    void chainOfKustomizations(int levels, String prefix, int combined) {
        Kustomizations chain = new Kustomizations();
        for (int i = 0; i < levels; i++) {
            String next = i + 1 < levels ? "../" + (i + 1) : "pod.yaml";
            String text = "{namePrefix: \"" + prefix + "\", resources: [" + next + "]}";
            chain.add(i + "/kustomization.yaml", text.getBytes(StandardCharsets.UTF_8));
        }

        assertThat(chain.outermost()).containsExactly("0/kustomization.yaml");
        assertThat(chain.combined("0/kustomization.yaml")).hasSize(combined);
        String pod = (levels - 1) + "/pod.yaml";
        assertThat(chain.combinesBoth(pod, pod)).isEqualTo(combined > 0);
        assertThat(chain.namespaces(pod)).isEmpty();
    }
}
