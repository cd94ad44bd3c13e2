package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.eclipse.lsp4j.DefinitionParams;
import org.eclipse.lsp4j.DocumentSymbolParams;
import org.eclipse.lsp4j.HoverParams;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.ReferenceContext;
import org.eclipse.lsp4j.ReferenceParams;
import org.eclipse.lsp4j.RenameParams;
import org.eclipse.lsp4j.TextEdit;
import org.junit.jupiter.api.Test;

/** Tests of names in an editor: completion, explanations, definitions, rename. */
class EditorNamesTest extends EditorSession {

    @Test
    void namesAreCompletedFromSchemaAndWorkspace() throws Exception {
        open("template.yaml", TEMPLATE);
        awaitCheck();
        String claim = """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: c}
                spec:
                  devices:
                    requests:
                    - name: a
                      ex
                    - exactly:
                        allocationMode: A
                        c
                """;
        edit("claim.yaml", claim);
        assertThat(completion("claim.yaml", claim, "      ex")).containsExactly("exactly: ");
        assertThat(completion("claim.yaml", claim, "Mode: A")).containsExactly("ExactCount", "All");
        assertThat(completion("claim.yaml", claim, "        c"))
                .contains("count: ")
                .doesNotContain("name: ");
        type("claim.yaml", "apiVersion: ");
        assertThat(completion("claim.yaml", "apiVersion: ", "apiVersion: ")).contains("resource.k8s.io/v1");
        String pod = POD.replace(
                "[{name: g, resourceClaimTemplateName: gpu}]", "\n  - name: g\n    resourceClaimTemplateName: ");
        edit("pod.yaml", pod);
        assertThat(completion("pod.yaml", pod, "TemplateName: ")).containsExactly("gpu");
    }

    @Test
    void parametersOfDriversAreCompletedAndExplained() throws Exception {
        String claim = """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: c}
                spec:
                  devices:
                    requests: [{name: a, exactly: {deviceClassName: gpu.nvidia.com}}]
                    config:
                    - opaque:
                        driver: gpu.nvidia.com
                        parameters:
                          apiVersion: resource.nvidia.com/v1beta1
                          kind: GpuConfig
                          sharing:
                            strategy: MPS
                            mpsC
                """;
        open("template.yaml", TEMPLATE);
        edit("claim.yaml", claim);
        awaitCheck();

        assertThat(completion("claim.yaml", claim, "            mpsC")).containsExactly("mpsConfig: ");
        assertThat(completion("claim.yaml", claim, "strategy: MPS")).containsExactly("MPS");
        assertThat(completion("claim.yaml", claim, "kind: Gpu")).containsExactly("GpuConfig");
        String whole = claim.replace("mpsC", "mpsConfig: {}");
        type("claim.yaml", whole);
        assertThat(server.getTextDocumentService()
                        .hover(new HoverParams(id("claim.yaml"), place(whole, "strategy")))
                        .get()
                        .getContents()
                        .getRight()
                        .getValue())
                .contains("FIELD:      sharing.strategy", "must be one of TimeSlicing, MPS");
    }

    @Test
    void languageOfSelectorsIsCompleted() throws Exception {
        open();
        for (Map.Entry<String, String> each : Map.of(
                        "quan", "quantity",
                        "device.all", "device.allowMultipleAllocations",
                        "device.driver.starts", "startsWith",
                        "quantity('1Gi').compare", "compareTo")
                .entrySet()) {
            String text = TEMPLATE.replace(
                    "gpu.example.com\n      constraints",
                    "gpu.example.com\n            selectors:\n            - cel:\n                expression: "
                            + each.getKey() + "\n      constraints");
            edit("template.yaml", text);
            assertThat(completion("template.yaml", text, each.getKey())).containsExactly(each.getValue());
        }
    }

    @Test
    void requestsAreCompletedWhereTheyAreNamed() throws Exception {
        String claims = TEMPLATE + "---\n" + TEMPLATE.replace("gpu\n", "nic\n").replace("main", "port");
        open("template.yaml", claims, "pod.yaml", POD);
        edit("template.yaml", claims);
        edit("pod.yaml", POD);
        awaitCheck();

        assertThat(completion("pod.yaml", POD, "request: \"m")).containsExactly("main");
        assertThat(completion("template.yaml", claims, "requests: [m")).containsExactly("main");
        assertThat(completion("template.yaml", claims, "requests: [p")).containsExactly("port");
    }

    @Test
    void definitionsUsesAndSymbolsAreFound() throws Exception {
        open("pod.yaml", POD, "template.yaml", TEMPLATE);
        edit("pod.yaml", POD);
        edit("template.yaml", TEMPLATE.replace("deviceClassName: gpu", "deviceClassName: \"gpu"));
        type("template.yaml", TEMPLATE);
        awaitCheck();

        assertThat(server.getTextDocumentService()
                        .definition(new DefinitionParams(id("pod.yaml"), place(POD, "gpu}]")))
                        .get()
                        .getLeft())
                .singleElement()
                .satisfies(one -> assertThat(one.getUri()).isEqualTo(uri("template.yaml")));
        assertThat(server.getTextDocumentService()
                        .references(new ReferenceParams(
                                id("template.yaml"), place(TEMPLATE, "gpu\n"), new ReferenceContext(false)))
                        .get())
                .isNotEmpty()
                .allSatisfy(one -> assertThat(one.getUri()).isEqualTo(uri("pod.yaml")));
        assertThat(server.getTextDocumentService()
                        .documentSymbol(new DocumentSymbolParams(id("template.yaml")))
                        .get())
                .singleElement()
                .satisfies(one -> assertThat(one.getRight().getName()).isEqualTo("ResourceClaimTemplate gpu"));
        assertThat(server.getTextDocumentService()
                        .hover(new HoverParams(id("template.yaml"), place(TEMPLATE, "exactly")))
                        .get()
                        .getContents()
                        .getRight()
                        .getValue())
                .contains("FIELD:      spec.spec.devices.requests.exactly");
    }

    @Test
    void requestIsRenamedWhereverItIsNamed() throws Exception {
        open("pod.yaml", POD, "template.yaml", TEMPLATE);
        edit("template.yaml", TEMPLATE);
        edit("pod.yaml", POD);
        awaitCheck();

        for (Map.Entry<String, Position> at : List.of(
                Map.entry("template.yaml", place(TEMPLATE, "main\n")),
                Map.entry("template.yaml", place(TEMPLATE, "main]")),
                Map.entry("pod.yaml", place(POD, "main\"}")))) {
            Map<String, List<TextEdit>> edits = server.getTextDocumentService()
                    .rename(new RenameParams(id(at.getKey()), at.getValue(), "gpus"))
                    .get()
                    .getChanges();
            assertThat(applied(TEMPLATE, edits.get(uri("template.yaml")))).isEqualTo(TEMPLATE.replace("main", "gpus"));
            assertThat(applied(POD, edits.get(uri("pod.yaml")))).isEqualTo(POD.replace("\"main\"", "\"gpus\""));
        }
        assertThatThrownBy(() -> server.getTextDocumentService()
                        .rename(new RenameParams(id("template.yaml"), place(TEMPLATE, "kind"), "x"))
                        .get())
                .hasMessageContaining("only requests of claims can be renamed");
    }
}
