package dev.drawbridge.lsp;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonPrimitive;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.eclipse.lsp4j.CodeActionKind;
import org.eclipse.lsp4j.CodeActionOptions;
import org.eclipse.lsp4j.CodeLensOptions;
import org.eclipse.lsp4j.CompletionOptions;
import org.eclipse.lsp4j.DidChangeConfigurationParams;
import org.eclipse.lsp4j.DidChangeWatchedFilesParams;
import org.eclipse.lsp4j.DidChangeWorkspaceFoldersParams;
import org.eclipse.lsp4j.ExecuteCommandOptions;
import org.eclipse.lsp4j.ExecuteCommandParams;
import org.eclipse.lsp4j.InitializeParams;
import org.eclipse.lsp4j.InitializeResult;
import org.eclipse.lsp4j.InitializedParams;
import org.eclipse.lsp4j.ServerCapabilities;
import org.eclipse.lsp4j.ServerInfo;
import org.eclipse.lsp4j.TextDocumentSyncKind;
import org.eclipse.lsp4j.WindowClientCapabilities;
import org.eclipse.lsp4j.WorkspaceFolder;
import org.eclipse.lsp4j.WorkspaceFoldersOptions;
import org.eclipse.lsp4j.WorkspaceServerCapabilities;
import org.eclipse.lsp4j.jsonrpc.Launcher;
import org.eclipse.lsp4j.jsonrpc.MessageConsumer;
import org.eclipse.lsp4j.jsonrpc.MessageIssueException;
import org.eclipse.lsp4j.jsonrpc.RemoteEndpoint;
import org.eclipse.lsp4j.jsonrpc.ResponseErrorException;
import org.eclipse.lsp4j.jsonrpc.json.JsonRpcMethod;
import org.eclipse.lsp4j.jsonrpc.json.MessageJsonHandler;
import org.eclipse.lsp4j.jsonrpc.messages.MessageIssue;
import org.eclipse.lsp4j.jsonrpc.messages.RequestMessage;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseError;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseErrorCode;
import org.eclipse.lsp4j.jsonrpc.services.ServiceEndpoints;
import org.eclipse.lsp4j.launch.LSPLauncher;
import org.eclipse.lsp4j.services.LanguageClient;
import org.eclipse.lsp4j.services.LanguageServer;
import org.eclipse.lsp4j.services.TextDocumentService;
import org.eclipse.lsp4j.services.WorkspaceService;
import org.jspecify.annotations.Nullable;

/** The language server. Messages of the client are read by one thread, in their order. */
public final class EditorServer implements LanguageServer, WorkspaceService, AutoCloseable {

    private final Workspace workspace;
    private final String version;
    private final CheckedTexts texts;
    private final TextAnswers answers;
    private volatile boolean isShutDown;
    private volatile boolean isEnded;

    public EditorServer(Workspace workspace, String version) {
        this.workspace = workspace;
        this.version = version;
        texts = new CheckedTexts(workspace);
        answers = new TextAnswers(workspace, texts);
    }

    /**
     * Serves one client until it says {@code exit}, or the input ends.
     *
     * @return whether the client said {@code shutdown} before
     */
    public boolean serve(InputStream in, OutputStream out) throws IOException {
        InputStream untilExit = new FilterInputStream(in) {
            @Override
            public int read() throws IOException {
                return isEnded ? -1 : super.read();
            }

            @Override
            public int read(byte[] bytes, int begin, int length) throws IOException {
                return isEnded ? -1 : super.read(bytes, begin, length);
            }
        };
        Launcher<LanguageClient> launcher = new LSPLauncher.Builder<LanguageClient>()
                .setLocalService(this)
                .setRemoteInterface(LanguageClient.class)
                .setInput(untilExit)
                .setOutput(out)
                .wrapMessages(EditorServer::refusingMalformed)
                .validateMessages(true)
                .setExceptionHandler(EditorServer::error)
                .create();
        texts.connect(launcher.getRemoteProxy());
        try {
            launcher.startListening().get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IOException("the client's messages cannot be read: " + e.getCause(), e);
        }
        return isShutDown;
    }

    /**
     * Serves one client whose messages have no header, such as a page. They are passed in their order to what is
     * returned; it throws an IllegalArgumentException for one that cannot be read.
     *
     * @param out receives the messages for the client, from several threads
     */
    public Consumer<String> serve(Consumer<String> out) {
        Map<String, JsonRpcMethod> methods = new HashMap<>(ServiceEndpoints.getSupportedMethods(LanguageClient.class));
        methods.putAll(ServiceEndpoints.getSupportedMethods(LanguageServer.class));
        MessageJsonHandler json = new MessageJsonHandler(methods);
        RemoteEndpoint endpoint = new RemoteEndpoint(
                message -> out.accept(json.serialize(message)), ServiceEndpoints.toEndpoint(this), EditorServer::error);
        json.setMethodProvider(endpoint);
        MessageConsumer in = refusingMalformed(endpoint);
        texts.connect(ServiceEndpoints.toServiceObject(endpoint, LanguageClient.class));
        return text -> {
            try {
                in.consume(json.parseMessage(text));
            } catch (JsonParseException | MessageIssueException wrong) {
                throw new IllegalArgumentException("not a message of the protocol: " + wrong.getMessage(), wrong);
            }
        };
    }

    /** LSP4J would call a method without its parameters, and expects an answer of a notification that has an id. */
    private static MessageConsumer refusingMalformed(MessageConsumer next) {
        return message -> {
            if (message instanceof RequestMessage request) {
                String method = request.getMethod();
                boolean isNotification =
                        method.equals("initialized") || method.equals("exit") || method.contains("/did");
                boolean hasParameters = method.equals("initialize") || method.startsWith("textDocument/");
                if (isNotification || hasParameters && request.getParams() == null) {
                    String problem = isNotification ? "a notification has no id" : "params are missing";
                    int code = ResponseErrorCode.InvalidParams.getValue();
                    throw new MessageIssueException(message, new MessageIssue(problem, code));
                }
            }
            next.consume(message);
        };
    }

    /** What a client is told. Methods of LSP4J's interfaces that a server does not have throw their default. */
    private static ResponseError error(Throwable thrown) {
        Throwable cause = thrown;
        while (cause.getCause() != null && !(cause instanceof ResponseErrorException)) {
            cause = cause.getCause();
        }
        if (cause instanceof ResponseErrorException known) {
            return known.getResponseError();
        }
        return cause instanceof UnsupportedOperationException
                ? new ResponseError(ResponseErrorCode.MethodNotFound, "unsupported request", null)
                : new ResponseError(ResponseErrorCode.InternalError, "internal error in Drawbridge: " + cause, null);
    }

    @Override
    public void close() {
        texts.close();
        answers.close();
    }

    @Override
    public CompletableFuture<InitializeResult> initialize(InitializeParams params) {
        WindowClientCapabilities window = params.getCapabilities() == null
                ? null
                : params.getCapabilities().getWindow();
        texts.showProgress(window != null && Boolean.TRUE.equals(window.getWorkDoneProgress()));
        List<WorkspaceFolder> named = params.getWorkspaceFolders();
        String root = rootUri(params);
        if (named != null) {
            named.forEach(folder -> texts.addFolder(folder.getUri()));
        } else if (root != null) {
            texts.addFolder(root);
        }
        settings(params.getInitializationOptions());
        ServerCapabilities capabilities = new ServerCapabilities();
        capabilities.setTextDocumentSync(TextDocumentSyncKind.Full);
        capabilities.setHoverProvider(true);
        capabilities.setDocumentSymbolProvider(true);
        capabilities.setDefinitionProvider(true);
        capabilities.setReferencesProvider(true);
        capabilities.setRenameProvider(true);
        capabilities.setCodeLensProvider(new CodeLensOptions(true));
        capabilities.setCompletionProvider(new CompletionOptions(false, List.of(":", " ", ".", "[", "\"", "'")));
        capabilities.setCodeActionProvider(new CodeActionOptions(
                List.of(CodeActionKind.QuickFix, CodeActionKind.SourceFixAll, CodeActionKind.RefactorRewrite)));
        capabilities.setExecuteCommandProvider(new ExecuteCommandOptions(workspace.commands()));
        WorkspaceFoldersOptions several = new WorkspaceFoldersOptions();
        several.setSupported(true);
        several.setChangeNotifications(true);
        capabilities.setWorkspace(new WorkspaceServerCapabilities(several));
        return CompletableFuture.completedFuture(
                new InitializeResult(capabilities, new ServerInfo(CheckedTexts.SOURCE, version)));
    }

    /** What clients sent before there were several folders. */
    @SuppressWarnings("deprecation")
    private static @Nullable String rootUri(InitializeParams params) {
        return params.getRootUri();
    }

    @Override
    public void initialized(InitializedParams params) {
        texts.refresh();
    }

    @Override
    public CompletableFuture<Object> shutdown() {
        isShutDown = true;
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void exit() {
        isEnded = true;
    }

    @Override
    public TextDocumentService getTextDocumentService() {
        return answers;
    }

    @Override
    public WorkspaceService getWorkspaceService() {
        return this;
    }

    @Override
    public void didChangeConfiguration(DidChangeConfigurationParams params) {
        settings(params.getSettings());
        texts.refresh();
    }

    /** Takes the options that an editor's settings have, at the top or below the name of this server. */
    private void settings(@Nullable Object settings) {
        if (settings instanceof JsonObject root) {
            JsonObject own = root.get(CheckedTexts.SOURCE) instanceof JsonObject below ? below : root;
            Map<String, String> options = new LinkedHashMap<>();
            for (String option : Workspace.OPTIONS) {
                if (own.get(option) instanceof JsonPrimitive value) {
                    options.put(option, value.getAsString());
                }
            }
            workspace.settings(options);
        }
    }

    @Override
    public CompletableFuture<Object> executeCommand(ExecuteCommandParams params) {
        return answers.execute(params);
    }

    @Override
    public void didChangeWatchedFiles(DidChangeWatchedFilesParams params) {
        texts.refresh();
    }

    @Override
    public void didChangeWorkspaceFolders(DidChangeWorkspaceFoldersParams params) {
        params.getEvent().getRemoved().forEach(folder -> texts.removeFolder(folder.getUri()));
        params.getEvent().getAdded().forEach(folder -> texts.addFolder(folder.getUri()));
        texts.refresh();
    }
}
