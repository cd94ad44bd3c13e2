package dev.drawbridge.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class MarkdownBlocksTest {

    private static final String PAGE = """
            # Claims

            A fragment, and a block of something else:

            ```yaml
            resourceClaims:
            - name: gpu
            ```

            ```console
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaim
            ```

            1. In a list:

               ```yaml
               apiVersion: resource.k8s.io/v1
               kind: ResourceClaim
               metadata:
                 name: a
               ---
               apiVersion: v1
               kind: Pod
               spec:
                 resourceClaims: []
               ```

            ~~~yml
            kind: ConfigMap
            apiVersion: v1
            ~~~
            """;

    @Test
    void objectsWithClaimsHaveTheLinesOfThePage() {
        ManifestFile file = new ManifestReader().read("docs/a.md", PAGE.getBytes(StandardCharsets.UTF_8));

        assertThat(file.unreadable()).isEmpty();
        assertThat(file.manifests().stream()
                        .map(manifest ->
                                manifest.kind() + " " + manifest.object().position()))
                .containsExactly("ResourceClaim 18:4", "Pod 23:4");
    }

    @Test
    void unclosedBlockIsIgnored() {
        String page = "```yaml\napiVersion: resource.k8s.io/v1\nkind: ResourceClaim\n";

        assertThat(new ManifestReader()
                        .read("a.md", page.getBytes(StandardCharsets.UTF_8))
                        .manifests())
                .isEmpty();
    }
}
