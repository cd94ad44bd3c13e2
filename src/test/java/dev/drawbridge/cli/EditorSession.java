package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.lsp.EditorServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.eclipse.lsp4j.ClientCapabilities;
import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.CodeActionContext;
import org.eclipse.lsp4j.CodeActionParams;
import org.eclipse.lsp4j.CompletionItem;
import org.eclipse.lsp4j.CompletionParams;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DidChangeTextDocumentParams;
import org.eclipse.lsp4j.DidOpenTextDocumentParams;
import org.eclipse.lsp4j.InitializeParams;
import org.eclipse.lsp4j.InitializedParams;
import org.eclipse.lsp4j.MessageActionItem;
import org.eclipse.lsp4j.MessageParams;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.PublishDiagnosticsParams;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.ShowMessageRequestParams;
import org.eclipse.lsp4j.TextDocumentContentChangeEvent;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.eclipse.lsp4j.TextDocumentItem;
import org.eclipse.lsp4j.TextEdit;
import org.eclipse.lsp4j.VersionedTextDocumentIdentifier;
import org.eclipse.lsp4j.WorkspaceFolder;
import org.eclipse.lsp4j.jsonrpc.Launcher;
import org.eclipse.lsp4j.launch.LSPLauncher;
import org.eclipse.lsp4j.services.LanguageClient;
import org.eclipse.lsp4j.services.LanguageServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A client of {@code drawbridge lsp}, for tests by its protocol. */
abstract class EditorSession {

    static final String TEMPLATE = """
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

    static final String POD = """
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

    static final String FLAT = """
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaim
            metadata:
              name: "café😀"
            spec: {devices: {requests: [{name: r, count: 2, deviceClassName: gpu}]}}
            """;

    @TempDir
    Path folder;

    final Client client = new Client();
    Socket connection;
    CompletableFuture<Boolean> served;
    LanguageServer server;

    /** A client that keeps what it is told. */
    static final class Client implements LanguageClient {

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

    void open(String... files) throws Exception {
        InitializeParams params = new InitializeParams();
        params.setCapabilities(new ClientCapabilities());
        params.setWorkspaceFolders(List.of(new WorkspaceFolder(folder.toUri().toString(), "folder")));
        assertThat(server.initialize(params).get().getServerInfo().getName()).isEqualTo("drawbridge");
        for (int i = 0; i < files.length; i += 2) {
            Files.writeString(folder.resolve(files[i]), files[i + 1]);
        }
        server.initialized(new InitializedParams());
    }

    String uri(String name) {
        return folder.resolve(name).toUri().toString();
    }

    TextDocumentIdentifier id(String name) {
        return new TextDocumentIdentifier(uri(name));
    }

    void edit(String name, String text) {
        server.getTextDocumentService()
                .didOpen(new DidOpenTextDocumentParams(new TextDocumentItem(uri(name), "yaml", 1, text)));
    }

    void type(String name, String text) {
        server.getTextDocumentService()
                .didChange(new DidChangeTextDocumentParams(
                        new VersionedTextDocumentIdentifier(uri(name), 2),
                        List.of(new TextDocumentContentChangeEvent(text))));
    }

    /** Waits for findings of a file that are as wanted. */
    List<Diagnostic> findings(String name, Predicate<List<Diagnostic>> wanted) throws Exception {
        while (true) {
            PublishDiagnosticsParams next = client.published.poll(2, TimeUnit.MINUTES);
            assertThat(next).as("findings of " + name).isNotNull();
            if (next.getUri().equals(uri(name)) && wanted.test(next.getDiagnostics())) {
                return next.getDiagnostics();
            }
        }
    }

    /** Waits for a check of what is open. */
    void awaitCheck() throws Exception {
        edit("wrong.yaml", FLAT);
        findings("wrong.yaml", any -> !any.isEmpty());
    }

    List<Diagnostic> findings(String name, int number) throws Exception {
        return findings(name, found -> found.size() == number);
    }

    static Position place(String text, String at) {
        int offset = text.indexOf(at);
        String before = text.substring(0, offset);
        int line = (int) before.chars().filter(c -> c == '\n').count();
        return new Position(line, offset - before.lastIndexOf('\n') - 1);
    }

    List<CodeAction> actions(String name, Position at, String... only) throws Exception {
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

    List<String> completion(String name, String text, String until) throws Exception {
        Position at = place(text, until);
        at.setCharacter(at.getCharacter() + until.length());
        return server.getTextDocumentService().completion(new CompletionParams(id(name), at)).get().getLeft().stream()
                .map(CompletionItem::getLabel)
                .toList();
    }

    static String applied(String text, List<TextEdit> edits) {
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

    static int offset(String[] lines, TextEdit edit) {
        return offset(lines, edit.getRange().getStart());
    }

    static int offset(String[] lines, Position place) {
        int offset = place.getCharacter();
        for (int i = 0; i < place.getLine(); i++) {
            offset += lines[i].length() + 1;
        }
        return offset;
    }
}
