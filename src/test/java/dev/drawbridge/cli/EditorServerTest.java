package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import dev.drawbridge.lsp.EditorServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.eclipse.lsp4j.ClientCapabilities;
import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.CodeActionContext;
import org.eclipse.lsp4j.CodeActionParams;
import org.eclipse.lsp4j.CodeLens;
import org.eclipse.lsp4j.CodeLensParams;
import org.eclipse.lsp4j.CompletionItem;
import org.eclipse.lsp4j.CompletionParams;
import org.eclipse.lsp4j.DefinitionParams;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DidChangeConfigurationParams;
import org.eclipse.lsp4j.DidChangeTextDocumentParams;
import org.eclipse.lsp4j.DidChangeWorkspaceFoldersParams;
import org.eclipse.lsp4j.DidCloseTextDocumentParams;
import org.eclipse.lsp4j.DidOpenTextDocumentParams;
import org.eclipse.lsp4j.DidSaveTextDocumentParams;
import org.eclipse.lsp4j.DocumentFormattingParams;
import org.eclipse.lsp4j.DocumentSymbolParams;
import org.eclipse.lsp4j.ExecuteCommandParams;
import org.eclipse.lsp4j.FormattingOptions;
import org.eclipse.lsp4j.HoverParams;
import org.eclipse.lsp4j.InitializeParams;
import org.eclipse.lsp4j.InitializedParams;
import org.eclipse.lsp4j.MessageActionItem;
import org.eclipse.lsp4j.MessageParams;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.PublishDiagnosticsParams;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.ReferenceContext;
import org.eclipse.lsp4j.ReferenceParams;
import org.eclipse.lsp4j.RenameParams;
import org.eclipse.lsp4j.ShowMessageRequestParams;
import org.eclipse.lsp4j.TextDocumentContentChangeEvent;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.eclipse.lsp4j.TextDocumentItem;
import org.eclipse.lsp4j.TextEdit;
import org.eclipse.lsp4j.VersionedTextDocumentIdentifier;
import org.eclipse.lsp4j.WorkspaceFolder;
import org.eclipse.lsp4j.WorkspaceFoldersChangeEvent;
import org.eclipse.lsp4j.jsonrpc.Launcher;
import org.eclipse.lsp4j.launch.LSPLauncher;
import org.eclipse.lsp4j.services.LanguageClient;
import org.eclipse.lsp4j.services.LanguageServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@code drawbridge lsp} by its protocol. */
class EditorServerTest {

    private static final String TEMPLATE = """
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaimTemplate
            metadata:
              name: gpu
            spec:
              spec:
                devices:
                  requests:
                    - name: main
                      exactly:
                        deviceClassName: gpu.example.com
                  constraints:
                    - requests: [main]
                      matchAttribute: gpu.example.com/model
            """;

    private static final String POD = """
            apiVersion: v1
            kind: Pod
            metadata: {name: trainer}
            spec:
              resourceClaims: [{name: g, resourceClaimTemplateName: gpu}]
              containers:
                - name: main
                  image: trainer
                  resources: {claims: [{name: g, request: "main"}]}
            """;

    private static final String FLAT = """
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaim
            metadata:
              name: "café😀"
            spec: {devices: {requests: [{name: r, count: 2, deviceClassName: gpu}]}}
            """;

    @TempDir
    private Path folder;

    private final Client client = new Client();
    private Socket connection;
    private CompletableFuture<Boolean> served;
    private LanguageServer server;

    /** A client that keeps what it is told. */
    private static final class Client implements LanguageClient {

        final LinkedBlockingQueue<PublishDiagnosticsParams> published = new LinkedBlockingQueue<>();
        final LinkedBlockingQueue<String> messages = new LinkedBlockingQueue<>();

        @Override
        public void publishDiagnostics(PublishDiagnosticsParams diagnostics) {
            published.add(diagnostics);
        }

        @Override
        public void showMessage(MessageParams message) {
            messages.add(message.getMessage());
        }

        @Override
        public void telemetryEvent(Object object) {}

        @Override
        public CompletableFuture<MessageActionItem> showMessageRequest(ShowMessageRequestParams params) {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public void logMessage(MessageParams message) {}
    }

    @BeforeEach
    void start() throws Exception {
        Socket accepted;
        try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            connection = new Socket(listening.getInetAddress(), listening.getLocalPort());
            accepted = listening.accept();
        }
        served = CompletableFuture.supplyAsync(
                () -> {
                    try (accepted;
                            EditorServer editor = new EditorServer(new EditorWorkspace(List.of(), List.of()), "test")) {
                        return editor.serve(accepted.getInputStream(), accepted.getOutputStream());
                    } catch (IOException e) {
                        throw new IllegalStateException(e);
                    }
                },
                server -> new Thread(server).start());
        Launcher<LanguageServer> launcher =
                LSPLauncher.createClientLauncher(client, connection.getInputStream(), connection.getOutputStream());
        launcher.startListening();
        server = launcher.getRemoteProxy();
    }

    @AfterEach
    void stop() throws IOException {
        connection.close();
    }

    private void open(String... files) throws Exception {
        InitializeParams params = new InitializeParams();
        params.setCapabilities(new ClientCapabilities());
        params.setWorkspaceFolders(List.of(new WorkspaceFolder(folder.toUri().toString(), "folder")));
        assertThat(server.initialize(params).get().getServerInfo().getName()).isEqualTo("drawbridge");
        for (int i = 0; i < files.length; i += 2) {
            Files.writeString(folder.resolve(files[i]), files[i + 1]);
        }
        server.initialized(new InitializedParams());
    }

    private String uri(String name) {
        return folder.resolve(name).toUri().toString();
    }

    private TextDocumentIdentifier id(String name) {
        return new TextDocumentIdentifier(uri(name));
    }

    private void edit(String name, String text) {
        server.getTextDocumentService()
                .didOpen(new DidOpenTextDocumentParams(new TextDocumentItem(uri(name), "yaml", 1, text)));
    }

    private void type(String name, String text) {
        server.getTextDocumentService()
                .didChange(new DidChangeTextDocumentParams(
                        new VersionedTextDocumentIdentifier(uri(name), 2),
                        List.of(new TextDocumentContentChangeEvent(text))));
    }

    /** Waits for findings of a file that are as wanted. */
    private List<Diagnostic> findings(String name, Predicate<List<Diagnostic>> wanted) throws Exception {
        while (true) {
            PublishDiagnosticsParams next = client.published.poll(2, TimeUnit.MINUTES);
            assertThat(next).as("findings of " + name).isNotNull();
            if (next.getUri().equals(uri(name)) && wanted.test(next.getDiagnostics())) {
                return next.getDiagnostics();
            }
        }
    }

    /** Waits for a check of what is open. */
    private void awaitCheck() throws Exception {
        edit("wrong.yaml", FLAT);
        findings("wrong.yaml", any -> !any.isEmpty());
    }

    private List<Diagnostic> findings(String name, int number) throws Exception {
        return findings(name, found -> found.size() == number);
    }

    private static Position place(String text, String at) {
        int offset = text.indexOf(at);
        String before = text.substring(0, offset);
        int line = (int) before.chars().filter(c -> c == '\n').count();
        return new Position(line, offset - before.lastIndexOf('\n') - 1);
    }

    private List<CodeAction> actions(String name, Position at, String... only) throws Exception {
        CodeActionContext context = new CodeActionContext(List.of());
        context.setOnly(only.length == 0 ? null : List.of(only));
        return server
                .getTextDocumentService()
                .codeAction(new CodeActionParams(id(name), new Range(at, at), context))
                .get()
                .stream()
                .map(action -> action.getRight())
                .toList();
    }

    private List<String> completion(String name, String text, String until) throws Exception {
        Position at = place(text, until);
        at.setCharacter(at.getCharacter() + until.length());
        return server.getTextDocumentService().completion(new CompletionParams(id(name), at)).get().getLeft().stream()
                .map(CompletionItem::getLabel)
                .toList();
    }

    private static String applied(String text, List<TextEdit> edits) {
        String[] lines = text.split("\n", -1);
        List<TextEdit> last = new ArrayList<>(edits);
        last.sort((one, other) -> Integer.compare(offset(lines, other), offset(lines, one)));
        String changed = text;
        for (TextEdit edit : last) {
            int begin = offset(lines, edit.getRange().getStart());
            int end = offset(lines, edit.getRange().getEnd());
            changed = changed.substring(0, begin) + edit.getNewText() + changed.substring(end);
        }
        return changed;
    }

    private static int offset(String[] lines, TextEdit edit) {
        return offset(lines, edit.getRange().getStart());
    }

    private static int offset(String[] lines, Position place) {
        int offset = place.getCharacter();
        for (int i = 0; i < place.getLine(); i++) {
            offset += lines[i].length() + 1;
        }
        return offset;
    }

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
