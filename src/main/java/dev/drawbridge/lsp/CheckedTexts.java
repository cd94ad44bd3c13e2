package dev.drawbridge.lsp;

import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.field.Severity;
import dev.drawbridge.report.Finding;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DiagnosticSeverity;
import org.eclipse.lsp4j.MessageParams;
import org.eclipse.lsp4j.MessageType;
import org.eclipse.lsp4j.ProgressParams;
import org.eclipse.lsp4j.PublishDiagnosticsParams;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.WorkDoneProgressBegin;
import org.eclipse.lsp4j.WorkDoneProgressCreateParams;
import org.eclipse.lsp4j.WorkDoneProgressEnd;
import org.eclipse.lsp4j.WorkDoneProgressNotification;
import org.eclipse.lsp4j.WorkDoneProgressReport;
import org.eclipse.lsp4j.jsonrpc.messages.Either;
import org.eclipse.lsp4j.services.LanguageClient;
import org.jspecify.annotations.Nullable;

/**
 * The texts that a client has open, and what was found in them and in the files of its folders. One thread checks;
 * findings that are older than the texts are dropped.
 */
final class CheckedTexts implements AutoCloseable {

    static final String SOURCE = "drawbridge";

    private final Workspace workspace;
    private final ExecutorService checks = Executors.newSingleThreadExecutor(CheckedTexts::daemon);

    /** The texts that the client has, by their URI as it spells it. */
    private final Map<String, OpenText> open = new ConcurrentHashMap<>();

    private final Map<String, Published> published = new HashMap<>();
    private final AtomicLong changes = new AtomicLong();
    private final AtomicBoolean isQueued = new AtomicBoolean();
    private final CompletableFuture<LanguageClient> client = new CompletableFuture<>();
    private volatile Workspace.Checked checked = Workspace.Checked.NOTHING;
    private volatile Map<Path, byte[]> checkedTexts = Map.of();
    private final Set<String> folders = new CopyOnWriteArraySet<>();
    private volatile boolean showsProgress;
    private String problem = "";

    CheckedTexts(Workspace workspace) {
        this.workspace = workspace;
    }

    void connect(LanguageClient connected) {
        client.complete(connected);
    }

    void showProgress(boolean isShown) {
        showsProgress = isShown;
    }

    void addFolder(String uri) {
        folders.add(uri);
    }

    void removeFolder(String uri) {
        folders.remove(uri);
    }

    @Override
    public void close() {
        checks.shutdownNow();
    }

    /** A thread for which the program does not wait when it ends. */
    static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "editor");
        thread.setDaemon(true);
        return thread;
    }

    /** Takes a text that the client has opened or changed. */
    void set(String uri, String text, int version) {
        open.put(uri, new OpenText(text, version));
        check();
    }

    void remove(String uri) {
        open.remove(uri);
        refresh();
    }

    @Nullable
    OpenText opened(String uri) {
        return open.get(uri);
    }

    Workspace.Checked checked() {
        return checked;
    }

    /** What the last check found in a text; nothing if that has changed since. */
    List<Finding> findings(Path file, OpenText text) {
        return checkedTexts.get(file) == text.bytes() ? checked.findings().getOrDefault(file, List.of()) : List.of();
    }

    /** Checks again, and reads what is on disk again. */
    void refresh() {
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

    static List<Diagnostic> diagnostics(OpenText text, List<Finding> findings) {
        List<Diagnostic> diagnostics = new ArrayList<>();
        for (Finding finding : findings) {
            boolean isError = finding.severity() == Severity.ERROR;
            DiagnosticSeverity severity = isError ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning;
            String rule = finding.origin().toString();
            Diagnostic diagnostic = new Diagnostic(range(text, finding), finding.sentence(), severity, SOURCE, rule);
            diagnostic.setData(finding.explanation());
            diagnostics.add(diagnostic);
        }
        return diagnostics;
    }

    static Range range(OpenText text, Finding finding) {
        return finding.position() == null ? text.range(0, 0) : text.word(text.offset(finding.position()));
    }

    /** The text that the client has, or that on disk; empty if it cannot be read. */
    OpenText text(String uri, Path file) {
        OpenText text = open.get(uri);
        try {
            return text != null
                    ? text
                    : new OpenText(new String(ReadLimits.DEFAULT.text(file), StandardCharsets.UTF_8), 0);
        } catch (IOException unreadable) {
            return new OpenText("", 0);
        }
    }

    /** The URI of a file, as the client spells it if it has the text. */
    String uri(Path file) {
        return open.keySet().stream()
                .filter(one -> path(one).filter(file::equals).isPresent())
                .findFirst()
                .orElse(file.toUri().toString());
    }

    private List<Path> folders() {
        return folders.stream().map(this::path).flatMap(Optional::stream).toList();
    }

    /** The path of a file; of a text that was never saved, one in the first folder; empty for other places. */
    Optional<Path> path(String uri) {
        try {
            URI parsed = URI.create(uri);
            if ("untitled".equals(parsed.getScheme())) {
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

    /** The progress of one check, which a client shows; it begins with the first percentage that is reported. */
    private static final class CheckProgress implements AutoCloseable {

        private static final Either<String, Integer> TOKEN = Either.forLeft("drawbridge");

        private final LanguageClient client;
        private final boolean isShown;
        private int last = -1;

        /** Messages wait until the client has accepted the token. */
        private CompletableFuture<Void> sent = CompletableFuture.completedFuture(null);

        CheckProgress(LanguageClient client, boolean isShown) {
            this.client = client;
            this.isShown = isShown;
        }

        synchronized void report(int percentage) {
            if (!isShown || percentage <= last) {
                return;
            }
            if (last < 0) {
                sent = client.createProgress(new WorkDoneProgressCreateParams(TOKEN));
                WorkDoneProgressBegin begin = new WorkDoneProgressBegin();
                begin.setTitle("checking");
                begin.setPercentage(0);
                send(begin);
            }
            last = percentage;
            WorkDoneProgressReport report = new WorkDoneProgressReport();
            report.setPercentage(percentage);
            send(report);
        }

        @Override
        public synchronized void close() {
            if (last >= 0) {
                send(new WorkDoneProgressEnd());
            }
        }

        private void send(WorkDoneProgressNotification notification) {
            sent = sent.thenRun(() -> client.notifyProgress(new ProgressParams(TOKEN, Either.forLeft(notification))));
        }
    }
}
