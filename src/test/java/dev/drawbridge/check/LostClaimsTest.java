package dev.drawbridge.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.field.Origin;
import dev.drawbridge.report.Finding;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests of claims that containers lose to the patches of kustomizations. */
class LostClaimsTest {

    private static final String DEPLOYMENT = """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: %s}
            spec:
              selector: {matchLabels: {a: b}}
              template:
                metadata: {labels: {a: b}}
                spec:
                  containers:
                  - name: c
                    image: x
                    resources: {claims: [%s]}
                  resourceClaims: [%s]
            """;

    private static final String GPU = "{name: gpu, resourceClaimTemplateName: t}";
    private static final String NIC = "{name: nic, resourceClaimTemplateName: t}";

    @Test
    void claimThatThePodStillDeclaresIsLost() throws IOException {
        assertThat(lost(DEPLOYMENT.formatted("dev-d-1", "{name: nic}", GPU + ", " + NIC)))
                .singleElement()
                .satisfies(finding -> assertThat(finding.message())
                        .startsWith("a patch removes gpu from container c: kustomize replaces this list"));
    }

    @Test
    void claimsThatAreKeptOrRemovedFromThePodAreNotLost() throws IOException {
        assertThat(lost(DEPLOYMENT.formatted("d", "{name: nic}, {name: gpu}", GPU + ", " + NIC)))
                .isEmpty();
        assertThat(lost(DEPLOYMENT.formatted("d", "{name: nic}", NIC))).isEmpty();
        assertThat(lost(DEPLOYMENT.formatted("other", "{name: nic}", GPU + ", " + NIC)))
                .isEmpty();
    }

    private static List<Finding> lost(String rendered) throws IOException {
        String name = "apps (kustomize)";
        byte[] text = rendered.getBytes(StandardCharsets.UTF_8);
        RenderedSources sources = new RenderedSources();
        byte[] base = DEPLOYMENT.formatted("d", "{name: gpu}", GPU).getBytes(StandardCharsets.UTF_8);
        sources.add(name, text, Map.of("apps/d.yaml", base));
        InputFiles trees = new InputFiles(Map.of(name, text), List.of(), path -> true, List.of(), sources);
        return new Checker(CheckSettings.DEFAULT)
                .check(trees).findings().stream()
                        .filter(finding -> finding.origin() == Origin.LOST_CLAIM)
                        .toList();
    }
}
