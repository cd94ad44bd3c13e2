package dev.drawbridge.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.field.Origin;
import dev.drawbridge.report.Finding;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of claims that containers lose to patches, and of names that kustomizations leave. */
class KustomizedClaimsTest {

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

    private static final String TEMPLATE = """
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaimTemplate
            metadata: {name: %s}
            spec: {spec: {devices: {requests: [{name: r, exactly: {deviceClassName: %s}}]}}}
            """;

    private static final String CLASS =
            "---\napiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: %s}\n";

    /** The names in the pod and in the template are those of the resources; kustomize does not know these fields. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            dev-t | dev-c               | ResourceClaimTemplate t to dev-t; DeviceClass c to dev-c
            t     | c-1                 | DeviceClass c to c-1
            dev-t | c                   | ResourceClaimTemplate t to dev-t
            t     | c                   |
            none  | different           |
            """)
    void nameThatKustomizeLeavesWhereItRenamesTheObject(String template, String deviceClass, String renamed)
            throws IOException {
        String base = DEPLOYMENT.formatted("d", "{name: gpu}", GPU);
        String rendered = base + TEMPLATE.formatted(template, "c") + CLASS.formatted(deviceClass);

        assertThat(findings(base + TEMPLATE.formatted("t", "c") + CLASS.formatted("c"), rendered))
                .filteredOn(finding -> finding.message().startsWith("kustomize renames "))
                .extracting(finding -> finding.message().replaceFirst("kustomize renames (.*), but not.*", "$1"))
                .containsExactly(renamed == null ? new String[0] : renamed.split("; "));
        assertThat(findings(base, base + TEMPLATE.formatted("dev-t", "c"))).isEmpty();
    }

    /** The file is checked, too, and what kustomize makes of it has its mistake. */
    @Test
    void mistakeOfAFileIsReportedOnceHoweverOftenItIsRendered() throws IOException {
        byte[] text = TEMPLATE.formatted("t", "C").getBytes(StandardCharsets.UTF_8);
        RenderedSources sources = new RenderedSources();
        Map<String, byte[]> texts = new LinkedHashMap<>();
        for (String name : List.of("a (kustomize)", "b (kustomize)", "t.yaml")) {
            texts.put(name, text);
        }
        texts.keySet().stream().limit(2).forEach(name -> sources.add(name, text, Map.of("t.yaml", text)));
        InputFiles trees = new InputFiles(texts, List.of(), path -> true, List.of(), sources);

        assertThat(new Checker(CheckSettings.DEFAULT).check(trees).findings())
                .extracting(Finding::file)
                .containsExactly("t.yaml");
    }

    private static List<Finding> lost(String rendered) throws IOException {
        return findings(DEPLOYMENT.formatted("d", "{name: gpu}", GPU), rendered).stream()
                .filter(finding -> finding.origin() == Origin.LOST_CLAIM)
                .toList();
    }

    private static List<Finding> findings(String base, String rendered) throws IOException {
        String name = "apps (kustomize)";
        byte[] text = rendered.getBytes(StandardCharsets.UTF_8);
        RenderedSources sources = new RenderedSources();
        sources.add(name, text, Map.of("apps/d.yaml", base.getBytes(StandardCharsets.UTF_8)));
        InputFiles trees = new InputFiles(Map.of(name, text), List.of(), path -> true, List.of(), sources);
        return new Checker(CheckSettings.DEFAULT).check(trees).findings();
    }
}
