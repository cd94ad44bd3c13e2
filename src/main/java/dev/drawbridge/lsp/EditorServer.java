package dev.drawbridge.lsp;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonPrimitive;
import dev.drawbridge.constraint.content.DnsNames;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.edit.Edit;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Severity;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestReader;
import dev.drawbridge.report.Finding;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.CodeActionKind;
import org.eclipse.lsp4j.CodeActionOptions;
import org.eclipse.lsp4j.CodeActionParams;
import org.eclipse.lsp4j.CodeLens;
import org.eclipse.lsp4j.CodeLensOptions;
import org.eclipse.lsp4j.CodeLensParams;
import org.eclipse.lsp4j.Command;
import org.eclipse.lsp4j.CompletionItem;
import org.eclipse.lsp4j.CompletionList;
import org.eclipse.lsp4j.CompletionOptions;
import org.eclipse.lsp4j.CompletionParams;
import org.eclipse.lsp4j.DefinitionParams;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DiagnosticSeverity;
import org.eclipse.lsp4j.DidChangeConfigurationParams;
import org.eclipse.lsp4j.DidChangeTextDocumentParams;
import org.eclipse.lsp4j.DidChangeWatchedFilesParams;
import org.eclipse.lsp4j.DidChangeWorkspaceFoldersParams;
import org.eclipse.lsp4j.DidCloseTextDocumentParams;
import org.eclipse.lsp4j.DidOpenTextDocumentParams;
import org.eclipse.lsp4j.DidSaveTextDocumentParams;
import org.eclipse.lsp4j.DocumentSymbol;
import org.eclipse.lsp4j.DocumentSymbolParams;
import org.eclipse.lsp4j.ExecuteCommandOptions;
import org.eclipse.lsp4j.ExecuteCommandParams;
import org.eclipse.lsp4j.Hover;
import org.eclipse.lsp4j.HoverParams;
import org.eclipse.lsp4j.InitializeParams;
import org.eclipse.lsp4j.InitializeResult;
import org.eclipse.lsp4j.InitializedParams;
import org.eclipse.lsp4j.Location;
import org.eclipse.lsp4j.LocationLink;
import org.eclipse.lsp4j.MarkupContent;
import org.eclipse.lsp4j.MarkupKind;
import org.eclipse.lsp4j.MessageParams;
import org.eclipse.lsp4j.MessageType;
import org.eclipse.lsp4j.PublishDiagnosticsParams;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.ReferenceParams;
import org.eclipse.lsp4j.RenameParams;
import org.eclipse.lsp4j.ServerCapabilities;
import org.eclipse.lsp4j.ServerInfo;
import org.eclipse.lsp4j.SymbolInformation;
import org.eclipse.lsp4j.SymbolKind;
import org.eclipse.lsp4j.TextDocumentContentChangeEvent;
import org.eclipse.lsp4j.TextDocumentSyncKind;
import org.eclipse.lsp4j.TextEdit;
import org.eclipse.lsp4j.WindowClientCapabilities;
import org.eclipse.lsp4j.WorkspaceEdit;
import org.eclipse.lsp4j.WorkspaceFolder;
import org.eclipse.lsp4j.WorkspaceFoldersOptions;
import org.eclipse.lsp4j.WorkspaceServerCapabilities;
import org.eclipse.lsp4j.jsonrpc.CompletableFutures;
import org.eclipse.lsp4j.jsonrpc.Launcher;
import org.eclipse.lsp4j.jsonrpc.MessageConsumer;
import org.eclipse.lsp4j.jsonrpc.MessageIssueException;
import org.eclipse.lsp4j.jsonrpc.RemoteEndpoint;
import org.eclipse.lsp4j.jsonrpc.ResponseErrorException;
import org.eclipse.lsp4j.jsonrpc.json.JsonRpcMethod;
import org.eclipse.lsp4j.jsonrpc.json.MessageJsonHandler;
import org.eclipse.lsp4j.jsonrpc.messages.Either;
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

/**
 * The language server. Messages of the client are read by one thread, in their order; one other thread checks, and
 * findings that are older than the texts are dropped.
 */
public final class EditorServer implements LanguageServer, TextDocumentService, WorkspaceService, AutoCloseable {

    private static final String SOURCE = "drawbridge";
    private static final String UNSAVED = "untitled";
    private static final List<String> OPTIONS = List.of("kubernetes", "feature-gates");

    private final Workspace workspace;
    private final String version;
    private final ExecutorService checks = Executors.newSingleThreadExecutor(EditorServer::daemon);

    /** Threads of their own: a check uses those that are common to all. */
    private final ExecutorService answers = Executors.newCachedThreadPool(EditorServer::daemon);

    /** The texts that the client has, by their URI as it spells it. */
    private final Map<String, OpenText> open = new ConcurrentHashMap<>();

    private final Map<String, Published> published = new HashMap<>();
    private final AtomicLong changes = new AtomicLong();
    private final AtomicBoolean isQueued = new AtomicBoolean();
    private final CompletableFuture<LanguageClient> client = new CompletableFuture<>();
    private volatile Workspace.Checked checked = Workspace.Checked.NOTHING;
    private volatile Map<Path, byte[]> checkedTexts = Map.of();
    private volatile @Nullable Fits fits;
    private volatile boolean isShutDown;
    private volatile boolean isEnded;
    private final Set<String> folders = new CopyOnWriteArraySet<>();
    private boolean showsProgress;
    private String problem = "";

    /**
     * A server for a workspace.
     *
     * @param version the version of Drawbridge
     */
    public EditorServer(Workspace workspace, String version) {
        this.workspace = workspace;
        this.version = version;
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
        client.complete(launcher.getRemoteProxy());
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
        methods.putAll(ServiceEndpoints.getSupportedMethods(getClass()));
        MessageJsonHandler json = new MessageJsonHandler(methods);
        RemoteEndpoint endpoint = new RemoteEndpoint(
                message -> out.accept(json.serialize(message)), ServiceEndpoints.toEndpoint(this), EditorServer::error);
        json.setMethodProvider(endpoint);
        MessageConsumer in = refusingMalformed(endpoint);
        client.complete(ServiceEndpoints.toServiceObject(endpoint, LanguageClient.class));
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
        checks.shutdownNow();
        answers.shutdownNow();
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "editor");
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public CompletableFuture<InitializeResult> initialize(InitializeParams params) {
        WindowClientCapabilities window = params.getCapabilities() == null
                ? null
                : params.getCapabilities().getWindow();
        showsProgress = window != null && Boolean.TRUE.equals(window.getWorkDoneProgress());
        List<WorkspaceFolder> named = params.getWorkspaceFolders();
        if (named != null) {
            named.forEach(folder -> folders.add(folder.getUri()));
        } else if (rootUri(params) != null) {
            folders.add(rootUri(params));
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
        return CompletableFuture.completedFuture(new InitializeResult(capabilities, new ServerInfo(SOURCE, version)));
    }

    /** What clients sent before there were several folders. */
    @SuppressWarnings("deprecation")
    private static @Nullable String rootUri(InitializeParams params) {
        return params.getRootUri();
    }

    @Override
    public void initialized(InitializedParams params) {
        refresh();
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
        return this;
    }

    @Override
    public WorkspaceService getWorkspaceService() {
        return this;
    }

    @Override
    public void didOpen(DidOpenTextDocumentParams params) {
        set(
                params.getTextDocument().getUri(),
                params.getTextDocument().getText(),
                params.getTextDocument().getVersion());
    }

    @Override
    public void didChange(DidChangeTextDocumentParams params) {
        List<TextDocumentContentChangeEvent> events = params.getContentChanges();
        if (!events.isEmpty()) {
            set(
                    params.getTextDocument().getUri(),
                    events.get(events.size() - 1).getText(),
                    Objects.requireNonNullElse(params.getTextDocument().getVersion(), 0));
        }
    }

    private void set(String uri, String text, int version) {
        open.put(uri, new OpenText(text, version));
        check();
    }

    @Override
    public void didClose(DidCloseTextDocumentParams params) {
        open.remove(params.getTextDocument().getUri());
        refresh();
    }

    @Override
    public void didSave(DidSaveTextDocumentParams params) {
        refresh();
    }

    @Override
    public void didChangeConfiguration(DidChangeConfigurationParams params) {
        settings(params.getSettings());
        refresh();
    }

    /** Takes the options that an editor's settings have, at the top or below the name of this server. */
    private void settings(@Nullable Object settings) {
        if (settings instanceof JsonObject root) {
            JsonObject own = root.get(SOURCE) instanceof JsonObject below ? below : root;
            Map<String, String> options = new LinkedHashMap<>();
            for (String option : OPTIONS) {
                if (own.get(option) instanceof JsonPrimitive value) {
                    options.put(option, value.getAsString());
                }
            }
            workspace.settings(options);
        }
    }

    @Override
    public CompletableFuture<Object> executeCommand(ExecuteCommandParams params) {
        List<String> words = params.getArguments() == null
                ? List.of()
                : params.getArguments().stream().map(EditorServer::word).toList();
        if (words.isEmpty() || !workspace.commands().contains(params.getCommand())) {
            throw refused(params.getCommand() + ": unknown, or without the URI of an open text");
        }
        return answer(words.get(0), Map.of(), (file, text) -> {
            String argument = words.size() > 1 ? words.get(1) : "";
            try {
                return workspace.execute(params.getCommand(), file, text.bytes(), argument, checked);
            } catch (IOException | IllegalArgumentException wrong) {
                throw refused(String.valueOf(wrong.getMessage()));
            }
        });
    }

    private static String word(Object argument) {
        return argument instanceof JsonPrimitive value ? value.getAsString() : String.valueOf(argument);
    }

    @Override
    public void didChangeWatchedFiles(DidChangeWatchedFilesParams params) {
        refresh();
    }

    @Override
    public void didChangeWorkspaceFolders(DidChangeWorkspaceFoldersParams params) {
        params.getEvent().getRemoved().forEach(folder -> folders.remove(folder.getUri()));
        params.getEvent().getAdded().forEach(folder -> folders.add(folder.getUri()));
        refresh();
    }

    /** Checks again, and reads what is on disk again. */
    private void refresh() {
        workspace.folders(folders());
        check();
    }

    /** Checks the texts as they are when the thread has time for it. */
    private void check() {
        changes.incrementAndGet();
        if (isQueued.compareAndSet(false, true)) {
            checks.execute(() -> {
                isQueued.set(false);
                checkNow();
            });
        }
    }

    private void checkNow() {
        long now = changes.get();
        Map<Path, byte[]> texts = new HashMap<>();
        Map<String, OpenText> current = Map.copyOf(open);
        Map<Path, String> uris = new HashMap<>();
        current.forEach((uri, text) -> path(uri).ifPresent(path -> {
            texts.put(path, text.bytes());
            uris.put(path, uri);
        }));
        try (CheckProgress progress = new CheckProgress(client.join(), showsProgress)) {
            Workspace.Checked found = workspace.check(texts, progress::report);
            if (changes.get() == now) {
                checked = found;
                checkedTexts = texts;
                publish(found, uris, current);
                say(found.problem());
            }
        } catch (RuntimeException bug) {
            say("internal error in Drawbridge; please report it: " + bug);
        }
    }

    /** Shows a problem of the workspace, such as that of its settings, once. */
    private void say(String message) {
        boolean isNew = !message.equals(problem) && !message.isEmpty();
        problem = message;
        if (isNew) {
            client.join().showMessage(new MessageParams(MessageType.Error, SOURCE + ": " + message));
        }
    }

    /** Publishes what has changed, and for each change of an open text that it was checked. */
    private void publish(Workspace.Checked found, Map<Path, String> uris, Map<String, OpenText> current) {
        Map<String, Published> all = new HashMap<>();
        for (Map.Entry<Path, List<Finding>> file : found.findings().entrySet()) {
            String uri = uris.getOrDefault(file.getKey(), file.getKey().toUri().toString());
            all.put(uri, new Published(diagnostics(text(uri, file.getKey()), file.getValue()), version(current, uri)));
        }
        Stream.concat(published.keySet().stream(), uris.values().stream())
                .forEach(uri -> all.putIfAbsent(uri, new Published(List.of(), version(current, uri))));
        all.forEach((uri, now) -> {
            if (!now.equals(published.put(uri, now))) {
                client.join().publishDiagnostics(new PublishDiagnosticsParams(uri, now.diagnostics(), now.version()));
            }
        });
        published.values().removeIf(now -> now.diagnostics().isEmpty() && now.version() == null);
    }

    private static @Nullable Integer version(Map<String, OpenText> current, String uri) {
        OpenText text = current.get(uri);
        return text == null ? null : text.version();
    }

    /** What was published of a text, of the version that the client has open. */
    private record Published(
            List<Diagnostic> diagnostics, @Nullable Integer version) {}

    private static List<Diagnostic> diagnostics(OpenText text, List<Finding> findings) {
        List<Diagnostic> diagnostics = new ArrayList<>();
        for (Finding finding : findings) {
            Diagnostic diagnostic = new Diagnostic(
                    range(text, finding),
                    finding.sentence(),
                    finding.severity() == Severity.ERROR ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
                    SOURCE,
                    finding.origin().toString());
            diagnostic.setData(finding.explanation());
            diagnostics.add(diagnostic);
        }
        return diagnostics;
    }

    private static Range range(OpenText text, Finding finding) {
        return finding.position() == null ? text.range(0, 0) : text.word(text.offset(finding.position()));
    }

    /** The text that the client has, or that on disk; empty if it cannot be read. */
    private OpenText text(String uri, Path file) {
        OpenText text = open.get(uri);
        try {
            return text != null
                    ? text
                    : new OpenText(new String(ReadLimits.DEFAULT.text(file), StandardCharsets.UTF_8), 0);
        } catch (IOException unreadable) {
            return new OpenText("", 0);
        }
    }

    @Override
    public CompletableFuture<@Nullable Hover> hover(HoverParams params) {
        CompletableFuture<Optional<Hover>> found =
                answer(params.getTextDocument().getUri(), Optional.empty(), (file, text) -> {
                    String explanation = workspace.explanation(file, text.bytes(), text.place(params.getPosition()));
                    return Optional.of(explanation)
                            .filter(known -> !known.isEmpty())
                            .map(known -> new Hover(new MarkupContent(MarkupKind.MARKDOWN, "```\n" + known + "\n```")));
                });
        return found.thenApply(hover -> hover.orElse(null));
    }

    @Override
    public CompletableFuture<Either<List<CompletionItem>, CompletionList>> completion(CompletionParams params) {
        return answer(params.getTextDocument().getUri(), Either.forLeft(List.of()), (file, text) -> {
            int here = text.offset(params.getPosition());
            Workspace.Names names = workspace.names(file, text.text().substring(0, here), checked);
            Range typed = text.range(here - names.typed().length(), here);
            List<CompletionItem> items = new ArrayList<>();
            for (Workspace.Name name : names.names()) {
                CompletionItem item = new CompletionItem(name.text());
                item.setDetail(name.meaning());
                item.setFilterText(names.typed().isEmpty() ? name.text() : names.typed());
                item.setTextEdit(Either.forLeft(new TextEdit(typed, name.text())));
                items.add(item);
            }
            return Either.forLeft(items);
        });
    }

    @Override
    public CompletableFuture<List<Either<Command, CodeAction>>> codeAction(CodeActionParams params) {
        String uri = params.getTextDocument().getUri();
        return answer(uri, List.of(), (file, text) -> {
            int begin = text.offset(params.getRange().getStart());
            int end = text.offset(params.getRange().getEnd());
            boolean isCurrent = checkedTexts.get(file) == text.bytes();
            List<Finding> findings = !isCurrent
                    ? List.of()
                    : checked.findings().getOrDefault(file, List.of()).stream()
                            .filter(finding -> touches(text, range(text, finding), begin, end))
                            .toList();
            List<Either<Command, CodeAction>> actions = new ArrayList<>();
            for (Workspace.Action change : workspace.actions(file, text.bytes(), findings)) {
                CodeAction action = new CodeAction(change.title());
                action.setKind(change.kind());
                action.setIsPreferred(change.isPreferred());
                action.setDiagnostics(diagnostics(text, change.of()));
                action.setEdit(new WorkspaceEdit(Map.of(uri, edits(text, change.edits()))));
                if (isWanted(change.kind(), params.getContext().getOnly())) {
                    actions.add(Either.forRight(action));
                }
            }
            return actions;
        });
    }

    private static boolean touches(OpenText text, Range range, int begin, int end) {
        return text.offset(range.getStart()) <= end && begin <= text.offset(range.getEnd());
    }

    /** Whether a client wants actions of this kind, or of one above it. */
    private static boolean isWanted(String kind, @Nullable List<String> only) {
        return only == null || only.stream().anyMatch(one -> kind.equals(one) || kind.startsWith(one + "."));
    }

    private static List<TextEdit> edits(OpenText text, List<Edit> edits) {
        return edits.stream()
                .map(edit -> new TextEdit(text.range(edit.begin(), edit.end()), edit.text()))
                .toList();
    }

    @Override
    public CompletableFuture<Either<List<? extends Location>, List<? extends LocationLink>>> definition(
            DefinitionParams params) {
        return answer(
                params.getTextDocument().getUri(),
                Either.forLeft(List.of()),
                (file, text) -> Either.forLeft(new Names(checked.names())
                        .definitions(file, text.place(params.getPosition())).stream()
                                .map(this::location)
                                .toList()));
    }

    @Override
    public CompletableFuture<List<? extends Location>> references(ReferenceParams params) {
        return answer(
                params.getTextDocument().getUri(),
                List.of(),
                (file, text) -> new Names(checked.names())
                        .uses(file, text.place(params.getPosition())).stream()
                                .map(this::location)
                                .toList());
    }

    /** Renames a request in its claim, and where containers use it. Other names are those of objects in a cluster. */
    @Override
    public CompletableFuture<WorkspaceEdit> rename(RenameParams params) {
        return answer(params.getTextDocument().getUri(), new WorkspaceEdit(Map.of()), (file, text) -> {
            Names names = new Names(checked.names());
            Names.Request request = names.request(file, text.place(params.getPosition()), manifests(file, text));
            if (request == null) {
                throw refused("only requests of claims can be renamed");
            }
            String wrong = DnsNames.label(params.getNewName());
            if (wrong != null) {
                throw refused("the name of a request " + wrong);
            }
            Map<String, List<TextEdit>> edits = new LinkedHashMap<>();
            OpenText claim = text(uri(request.file()), request.file());
            for (Names.Place place : names.uses(request, manifests(request.file(), claim))) {
                String uri = uri(place.file());
                OpenText in = text(uri, place.file());
                int begin = in.offset(place.position());
                begin += in.text().startsWith(request.name(), begin) ? 0 : 1;
                Range range = in.range(begin, begin + request.name().length());
                edits.computeIfAbsent(uri, none -> new ArrayList<>()).add(new TextEdit(range, params.getNewName()));
            }
            return new WorkspaceEdit(edits);
        });
    }

    private static ResponseErrorException refused(String message) {
        return new ResponseErrorException(new ResponseError(ResponseErrorCode.RequestFailed, message, null));
    }

    private static List<Manifest> manifests(Path file, OpenText text) {
        return new ManifestReader().read(file.toString(), text.bytes()).manifests();
    }

    /** The URI of a file, as the client spells it if it has the text. */
    private String uri(Path file) {
        return open.keySet().stream()
                .filter(one -> path(one).filter(file::equals).isPresent())
                .findFirst()
                .orElse(file.toUri().toString());
    }

    private Location location(Names.Place place) {
        String uri = uri(place.file());
        OpenText text = text(uri, place.file());
        return new Location(uri, text.word(text.offset(place.position())));
    }

    @Override
    public CompletableFuture<List<Either<SymbolInformation, DocumentSymbol>>> documentSymbol(
            DocumentSymbolParams params) {
        return answer(params.getTextDocument().getUri(), List.of(), (file, text) -> {
            List<Either<SymbolInformation, DocumentSymbol>> symbols = new ArrayList<>();
            for (Manifest manifest : manifests(file, text)) {
                Position start = manifest.object().position();
                Range range = text.word(start == null ? 0 : text.offset(start));
                symbols.add(Either.forRight(
                        new DocumentSymbol(manifest.kind() + " " + manifest.name(), SymbolKind.Object, range, range)));
            }
            return symbols;
        });
    }

    /** The workloads of a text; whether they fit the fleet is computed for those that the client shows. */
    @Override
    public CompletableFuture<List<? extends CodeLens>> codeLens(CodeLensParams params) {
        String uri = params.getTextDocument().getUri();
        return answer(
                uri,
                List.of(),
                (file, text) -> fits(file, text).keySet().stream()
                        .map(place -> new CodeLens(text.word(text.offset(place)), null, uri))
                        .toList());
    }

    @Override
    public CompletableFuture<CodeLens> resolveCodeLens(CodeLens lens) {
        return answer(word(lens.getData()), lens, (file, text) -> {
            Supplier<String> fit =
                    fits(file, text).get(text.place(lens.getRange().getStart()));
            lens.setCommand(new Command(fit == null ? "" : fit.get(), ""));
            return lens;
        });
    }

    private Map<Position, Supplier<String>> fits(Path file, OpenText text) throws IOException {
        Fits last = fits;
        if (last == null || last.text != text || last.checked != checked) {
            Workspace.Checked now = checked;
            last = new Fits(text, now, workspace.fits(file, text.bytes(), now));
            fits = last;
        }
        return last.byPlace;
    }

    /** The workloads of a text, of which a client asks one by one. */
    private record Fits(OpenText text, Workspace.Checked checked, Map<Position, Supplier<String>> byPlace) {}

    /** What answers a request about an open text. */
    private interface Answer<T> {

        T of(Path file, OpenText text) throws IOException;
    }

    /** Answers a request in another thread, so that it can be cancelled; a text that is not open has nothing. */
    private <T> CompletableFuture<T> answer(String uri, T nothing, Answer<T> answer) {
        OpenText text = open.get(uri);
        Path file = path(uri).orElse(null);
        return CompletableFutures.computeAsync(answers, cancelled -> {
            cancelled.checkCanceled();
            try {
                return text == null || file == null ? nothing : answer.of(file, text);
            } catch (IOException unknown) {
                // The check reports the problem.
                return nothing;
            }
        });
    }

    private List<Path> folders() {
        return folders.stream().map(this::path).flatMap(Optional::stream).toList();
    }

    /** The path of a file; of a text that was never saved, one in the first folder; empty for other places. */
    private Optional<Path> path(String uri) {
        try {
            URI parsed = URI.create(uri);
            if (UNSAVED.equals(parsed.getScheme())) {
                String name = parsed.getSchemeSpecificPart().replace('/', '-');
                return folders().stream()
                        .findFirst()
                        .map(folder -> folder.resolve(name.contains(".") ? name : name + ".yaml"));
            }
            return "file".equals(parsed.getScheme())
                    ? Optional.of(Path.of(parsed).toAbsolutePath().normalize())
                            .filter(path -> path.getFileName() != null)
                    : Optional.empty();
        } catch (IllegalArgumentException | FileSystemNotFoundException notAFile) {
            return Optional.empty();
        }
    }
}
