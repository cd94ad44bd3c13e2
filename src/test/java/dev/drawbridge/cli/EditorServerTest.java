package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.CodeLens;
import org.eclipse.lsp4j.CodeLensParams;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DidChangeConfigurationParams;
import org.eclipse.lsp4j.DidChangeTextDocumentParams;
import org.eclipse.lsp4j.DidChangeWorkspaceFoldersParams;
import org.eclipse.lsp4j.DidCloseTextDocumentParams;
import org.eclipse.lsp4j.DidOpenTextDocumentParams;
import org.eclipse.lsp4j.DidSaveTextDocumentParams;
import org.eclipse.lsp4j.DocumentFormattingParams;
import org.eclipse.lsp4j.ExecuteCommandParams;
import org.eclipse.lsp4j.FormattingOptions;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.PublishDiagnosticsParams;
import org.eclipse.lsp4j.RenameParams;
import org.eclipse.lsp4j.TextDocumentItem;
import org.eclipse.lsp4j.VersionedTextDocumentIdentifier;
import org.eclipse.lsp4j.WorkspaceFolder;
import org.eclipse.lsp4j.WorkspaceFoldersChangeEvent;
import org.junit.jupiter.api.Test;

/** Tests of {@code drawbridge lsp} by its protocol. */
class EditorServerTest extends EditorSession {

    @Test
    void findingsOfFolderFollowWhatIsTyped() throws Exception {
        open("claim.yaml", FLAT, "pod.yaml", POD, "template.yaml", TEMPLATE);
        List<Diagnostic> found = findings("claim.yaml", any -> !any.isEmpty());
        assertThat(found.stream().map(one -> one.getCode().getLeft())).contains("unknownField");

        edit("claim.yaml", FLAT.replace("count: 2, deviceClassName: gpu", "exactly: {deviceClassName: gpu}"));
        findings(
                "claim.yaml",
                all -> all.stream().noneMatch(one -> one.getCode().getLeft().equals("unknownField")));
        // What was typed does not count any more.
        server.getTextDocumentService().didClose(new DidCloseTextDocumentParams(id("claim.yaml")));
        findings(
                "claim.yaml",
                all -> all.stream().anyMatch(one -> one.getCode().getLeft().equals("unknownField")));
    }

    @Test
    void fileThatRefersToChangedOneIsCheckedAgain() throws Exception {
        open("pod.yaml", POD, "template.yaml", TEMPLATE);
        edit("template.yaml", TEMPLATE.replace("main", "other"));
        assertThat(findings("pod.yaml", 1).get(0).getMessage().getLeft()).contains("has no request main; it has other");

        type("template.yaml", TEMPLATE);
        findings("pod.yaml", 0);
    }

    @Test
    void columnsCountUtf16() throws Exception {
        open("claim.yaml", "");
        String text = "# 😀\n"
                + FLAT.replace("name: \"café😀\"", "{name: café, labels: {\"😀\": 1}}")
                        .replace("metadata:\n  ", "metadata: ");
        edit("claim.yaml", text);
        List<Diagnostic> found = findings("claim.yaml", any -> !any.isEmpty());
        Diagnostic count = found.stream()
                .filter(one -> one.getMessage().getLeft().contains("count"))
                .findFirst()
                .orElseThrow();
        assertThat(count.getRange().getStart()).isEqualTo(place(text, "count"));
        assertThat(count.getRange().getEnd().getCharacter()
                        - count.getRange().getStart().getCharacter())
                .isEqualTo("count".length());
    }

    @Test
    void whatCannotBeReadIsNotSuppressed() throws Exception {
        String text = FLAT + "metadata: {\n";
        open();
        edit("claim.yaml", text);
        Diagnostic unreadable = findings("claim.yaml", any -> !any.isEmpty()).get(0);

        assertThat(actions("claim.yaml", unreadable.getRange().getStart())).isEmpty();
    }

    @Test
    void actionsFixSuppressAndMigrate() throws Exception {
        open();
        edit("claim.yaml", FLAT);
        findings("claim.yaml", any -> !any.isEmpty());
        Position at = place(FLAT, "count");

        List<CodeAction> actions = actions("claim.yaml", at);
        CodeAction fix = actions.get(0);
        assertThat(fix.getTitle()).isEqualTo("Fix: moved count into exactly");
        assertThat(fix.getIsPreferred()).isTrue();
        assertThat(applied(FLAT, fix.getEdit().getChanges().get(uri("claim.yaml"))))
                .contains("exactly: {count: 2, deviceClassName: gpu}");
        CodeAction suppress = actions.stream()
                .filter(action -> action.getTitle().startsWith("Suppress unknownField"))
                .findFirst()
                .orElseThrow();
        assertThat(applied(FLAT, suppress.getEdit().getChanges().get(uri("claim.yaml"))))
                .contains("# drawbridge: ignore=unknownField TODO: reason\nspec: {devices");
        assertThat(actions("claim.yaml", at, "source.fixAll"))
                .extracting(CodeAction::getTitle)
                .containsExactly("Fix all mistakes with one meaning");

        String old = FLAT.replace("/v1\n", "/v1beta1\n");
        type("claim.yaml", old);
        CodeAction migrate = actions("claim.yaml", at, "refactor").get(0);
        assertThat(applied(old, migrate.getEdit().getChanges().get(uri("claim.yaml"))))
                .contains("apiVersion: resource.k8s.io/v1\n");
    }

    @Test
    void workloadsShowWhetherTheyFitTheFleet() throws Exception {
        Files.writeString(folder.resolve(".drawbridge.yaml"), "fleet: [\"model:dranet-a3:3\"]\n");
        String template = TEMPLATE.replace("gpu.example.com\n      c", "gpu.nvidia.com\n      c")
                .replace("gpu.example.com/model", "gpu.nvidia.com/productName");
        open("template.yaml", template, "pod.yaml", POD);
        edit("pod.yaml", POD);
        awaitCheck();

        CodeLens lens = server.getTextDocumentService()
                .codeLens(new CodeLensParams(id("pod.yaml")))
                .get()
                .get(0);
        assertThat(lens.getCommand()).isNull();
        assertThat(server.getTextDocumentService()
                        .resolveCodeLens(lens)
                        .get()
                        .getCommand()
                        .getTitle())
                .isEqualTo("fits now on 3 of 3 nodes");

        edit("pod.yaml", POD.replace("resourceClaimTemplateName: gpu", "resourceClaimTemplateName: more"));
        edit(
                "more.yaml",
                template.replace("name: gpu", "name: more").replace("exactly:\n", "exactly:\n            count: 9\n"));
        assertThat(findings("more.yaml", any -> !any.isEmpty())
                        .get(0)
                        .getMessage()
                        .getLeft())
                .contains("never fits this fleet (3 nodes)");
    }

    private String execute(String command, String name, String argument) throws Exception {
        ExecuteCommandParams params =
                new ExecuteCommandParams("drawbridge." + command, List.of(uri(name), argument), null);
        return String.valueOf(
                server.getWorkspaceService().executeCommand(params).get());
    }

    @Test
    void commandsAnswerAboutTheTextAndTheFleet() throws Exception {
        Path fleet = Files.writeString(folder.resolve("fleet.txt"), slice("gpu-0"));
        Files.writeString(folder.resolve(".drawbridge.yaml"), "fleet: [fleet.txt]\n");
        open("pod.yaml", POD);
        edit("claim.yaml", FLAT);
        findings("claim.yaml", any -> !any.isEmpty());

        assertThat(execute("explain", "claim.yaml", "resourceclaim.spec.devices --kubernetes 1.37"))
                .contains("KIND:", "Kubernetes 1.37");
        assertThat(execute("preview", "claim.yaml", "check --fix")).contains("+spec: {", "exactly: {");
        assertThat(execute("fleet", "claim.yaml", "")).contains("nodes=1", "devices=1");
        assertThat(execute("fit", "claim.yaml", "")).contains("workloads=[");
        assertThat(execute("selector", "claim.yaml", "device.driver == 'gpu.example.com'"))
                .contains("1 of 1 devices match", "refusal=,", "of at most 1000000");
        Files.writeString(fleet, slice("gpu-0") + "  - name: gpu-1\n");
        assertThat(execute("reload", "claim.yaml", "")).contains("devices=2");
        assertThat(execute("selector", "claim.yaml", "device.driver == 'other'"))
                .contains("0 of 2 devices match");
        assertThat(execute("selector", "claim.yaml", "device.nothing")).contains("refuses it");

        assertThatThrownBy(() -> execute("preview", "claim.yaml", "delete")).hasMessageContaining("must be one of");
        assertThatThrownBy(() -> execute("explain", "claim.yaml", "nothing")).hasMessageContaining("nothing");
        assertThatThrownBy(() -> execute("erase", "claim.yaml", "")).hasMessageContaining("drawbridge.erase: unknown");
    }

    private static String slice(String device) {
        return """
                apiVersion: resource.k8s.io/v1
                kind: ResourceSlice
                metadata: {name: s}
                spec:
                  driver: gpu.example.com
                  nodeName: n1
                  pool: {name: n1, generation: 1, resourceSliceCount: 1}
                  devices:
                  - name: %s
                """.formatted(device);
    }

    @Test
    void optionsOfTheClientCountAtOnce() throws Exception {
        open("claim.yaml", TEMPLATE);
        edit("claim.yaml", TEMPLATE);
        findings("claim.yaml", 0);
        JsonObject own = new JsonObject();
        own.addProperty("kubernetes", "1.31");
        JsonObject all = new JsonObject();
        all.add("drawbridge", own);
        server.getWorkspaceService().didChangeConfiguration(new DidChangeConfigurationParams(all));
        assertThat(findings("claim.yaml", any -> !any.isEmpty())
                        .get(0)
                        .getMessage()
                        .getLeft())
                .contains("1.31");
    }

    @Test
    void textThatWasNeverSavedIsCheckedInItsFolder() throws Exception {
        open("template.yaml", TEMPLATE);
        server.getTextDocumentService()
                .didOpen(new DidOpenTextDocumentParams(new TextDocumentItem("untitled:Untitled-1", "yaml", 1, FLAT)));
        PublishDiagnosticsParams next = client.published.poll(2, TimeUnit.MINUTES);
        while (next != null
                && (!next.getUri().equals("untitled:Untitled-1")
                        || next.getDiagnostics().isEmpty())) {
            next = client.published.poll(2, TimeUnit.MINUTES);
        }
        assertThat(next).isNotNull();
        assertThat(next.getVersion()).isEqualTo(1);
    }

    @Test
    void whatFluxAppliesIsCheckedAsItApplies() throws Exception {
        Files.createDirectories(folder.resolve("apps"));
        String claim = TEMPLATE.replace("name: gpu", "name: ${APP}").replace("name: main", "name: ${REQUEST}");
        open("flux.yaml", """
                apiVersion: kustomize.toolkit.fluxcd.io/v1
                kind: Kustomization
                metadata: {name: apps, namespace: flux-system}
                spec:
                  path: ./apps
                  sourceRef: {kind: GitRepository, name: flux-system}
                  postBuild: {substitute: {APP: Gpu, REQUEST: main}}
                """, "apps/claim.yaml", claim);
        assertThat(findings("apps/claim.yaml", any -> !any.isEmpty()))
                .singleElement()
                .satisfies(one -> assertThat(one.getMessage().getLeft()).contains("in Kustomization flux-system/apps"));
    }

    @Test
    void nearestFolderDecidesAndBrokenOneLeavesOthers() throws Exception {
        Files.createDirectories(folder.resolve("inner"));
        Files.writeString(folder.resolve("inner/.drawbridge.yaml"), "severity: {unknownField: ignore}\n");
        open("claim.yaml", FLAT, "inner/claim.yaml", FLAT);
        findings(
                "inner/claim.yaml",
                all -> all.stream().anyMatch(one -> one.getCode().getLeft().equals("unknownField")));
        WorkspaceFoldersChangeEvent inner = new WorkspaceFoldersChangeEvent(
                List.of(new WorkspaceFolder(uri("inner"), "inner"), new WorkspaceFolder(uri("missing"), "missing")),
                List.of());
        server.getWorkspaceService().didChangeWorkspaceFolders(new DidChangeWorkspaceFoldersParams(inner));
        findings(
                "inner/claim.yaml",
                all -> all.stream().noneMatch(one -> one.getCode().getLeft().equals("unknownField")));
        assertThat(client.messages.poll(2, TimeUnit.MINUTES)).contains("missing: no such file");
    }

    @Test
    void clientsMistakesStopNothing() throws Exception {
        open("claim.yaml", FLAT);
        findings("claim.yaml", any -> !any.isEmpty());
        server.getTextDocumentService()
                .didOpen(new DidOpenTextDocumentParams(new TextDocumentItem("file:///", "yaml", 1, FLAT)));
        server.getTextDocumentService()
                .didChange(new DidChangeTextDocumentParams(
                        new VersionedTextDocumentIdentifier(uri("claim.yaml"), 2), List.of()));
        // The file vanishes before its findings are shown again.
        Files.delete(folder.resolve("claim.yaml"));
        type("other.yaml", FLAT);
        findings("other.yaml", any -> !any.isEmpty());

        assertThatThrownBy(() -> server.getTextDocumentService()
                        .formatting(new DocumentFormattingParams(id("other.yaml"), new FormattingOptions()))
                        .get())
                .hasMessageContaining("unsupported request");
        assertThatThrownBy(() -> server.getTextDocumentService()
                        .rename(new RenameParams(id("other.yaml"), place(FLAT, "r, count"), "Not a label"))
                        .get())
                .hasMessageContaining("must be a DNS label");
    }

    @Test
    void settingsOfFolderCountAtOnceAndMistakesInThemAreShown() throws Exception {
        open("claim.yaml", FLAT);
        findings("claim.yaml", any -> !any.isEmpty());
        Files.writeString(folder.resolve(".drawbridge.yaml"), "severity: {unknownField: ignore}\n");
        server.getTextDocumentService().didSave(new DidSaveTextDocumentParams(id(".drawbridge.yaml")));
        findings(
                "claim.yaml",
                all -> all.stream().noneMatch(one -> one.getCode().getLeft().equals("unknownField")));

        Files.writeString(folder.resolve(".drawbridge.yaml"), "severty: {}\n");
        server.getTextDocumentService().didSave(new DidSaveTextDocumentParams(id(".drawbridge.yaml")));
        assertThat(client.messages.poll(2, TimeUnit.MINUTES)).contains("unknown setting \"severty\"");
    }

    @Test
    void serverEndsWithItsClient() throws Exception {
        open();
        server.shutdown().get();
        server.exit();
        assertThat(served.get(2, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    void serverEndsIfItsClientDies() throws Exception {
        open();
        connection.close();
        assertThat(served.get(2, TimeUnit.MINUTES)).isFalse();
    }
}
