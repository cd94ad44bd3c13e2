package dev.drawbridge.lsp;

import com.google.gson.JsonPrimitive;
import dev.drawbridge.constraint.content.DnsNames;
import dev.drawbridge.edit.Edit;
import dev.drawbridge.field.Position;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestReader;
import dev.drawbridge.report.Finding;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.CodeActionParams;
import org.eclipse.lsp4j.CodeLens;
import org.eclipse.lsp4j.CodeLensParams;
import org.eclipse.lsp4j.Command;
import org.eclipse.lsp4j.CompletionItem;
import org.eclipse.lsp4j.CompletionList;
import org.eclipse.lsp4j.CompletionParams;
import org.eclipse.lsp4j.DefinitionParams;
import org.eclipse.lsp4j.DidChangeTextDocumentParams;
import org.eclipse.lsp4j.DidCloseTextDocumentParams;
import org.eclipse.lsp4j.DidOpenTextDocumentParams;
import org.eclipse.lsp4j.DidSaveTextDocumentParams;
import org.eclipse.lsp4j.DocumentSymbol;
import org.eclipse.lsp4j.DocumentSymbolParams;
import org.eclipse.lsp4j.ExecuteCommandParams;
import org.eclipse.lsp4j.Hover;
import org.eclipse.lsp4j.HoverParams;
import org.eclipse.lsp4j.Location;
import org.eclipse.lsp4j.LocationLink;
import org.eclipse.lsp4j.MarkupContent;
import org.eclipse.lsp4j.MarkupKind;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.ReferenceParams;
import org.eclipse.lsp4j.RenameParams;
import org.eclipse.lsp4j.SymbolInformation;
import org.eclipse.lsp4j.SymbolKind;
import org.eclipse.lsp4j.TextDocumentContentChangeEvent;
import org.eclipse.lsp4j.TextDocumentItem;
import org.eclipse.lsp4j.TextEdit;
import org.eclipse.lsp4j.VersionedTextDocumentIdentifier;
import org.eclipse.lsp4j.WorkspaceEdit;
import org.eclipse.lsp4j.jsonrpc.CompletableFutures;
import org.eclipse.lsp4j.jsonrpc.ResponseErrorException;
import org.eclipse.lsp4j.jsonrpc.messages.Either;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseError;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseErrorCode;
import org.eclipse.lsp4j.services.TextDocumentService;
import org.jspecify.annotations.Nullable;

/** Answers requests about the texts that a client has open. */
final class TextAnswers implements TextDocumentService, AutoCloseable {

    private final Workspace workspace;
    private final CheckedTexts texts;

    /** Own threads, since a check uses the common pool. */
    private final ExecutorService answers = Executors.newCachedThreadPool(CheckedTexts::daemon);

    private volatile @Nullable Fits fits;

    TextAnswers(Workspace workspace, CheckedTexts texts) {
        this.workspace = workspace;
        this.texts = texts;
    }

    @Override
    public void close() {
        answers.shutdownNow();
    }

    @Override
    public void didOpen(DidOpenTextDocumentParams params) {
        TextDocumentItem document = params.getTextDocument();
        texts.set(document.getUri(), document.getText(), document.getVersion());
    }

    @Override
    public void didChange(DidChangeTextDocumentParams params) {
        List<TextDocumentContentChangeEvent> events = params.getContentChanges();
        if (!events.isEmpty()) {
            String last = events.get(events.size() - 1).getText();
            VersionedTextDocumentIdentifier document = params.getTextDocument();
            texts.set(document.getUri(), last, Objects.requireNonNullElse(document.getVersion(), 0));
        }
    }

    @Override
    public void didClose(DidCloseTextDocumentParams params) {
        texts.remove(params.getTextDocument().getUri());
    }

    @Override
    public void didSave(DidSaveTextDocumentParams params) {
        texts.refresh();
    }

    /** Executes a command of the workspace about a text, whose URI is the first argument. */
    CompletableFuture<Object> execute(ExecuteCommandParams params) {
        List<String> words = params.getArguments() == null
                ? List.of()
                : params.getArguments().stream().map(TextAnswers::word).toList();
        if (words.isEmpty() || !workspace.commands().contains(params.getCommand())) {
            throw refused(params.getCommand() + ": unknown, or without the URI of an open text");
        }
        return answer(words.get(0), Map.of(), (file, text) -> {
            String argument = words.size() > 1 ? words.get(1) : "";
            try {
                return workspace.execute(params.getCommand(), file, text.bytes(), argument, texts.checked());
            } catch (IOException | IllegalArgumentException wrong) {
                throw refused(String.valueOf(wrong.getMessage()));
            }
        });
    }

    private static String word(Object argument) {
        return argument instanceof JsonPrimitive value ? value.getAsString() : String.valueOf(argument);
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
            Workspace.Names names = workspace.names(file, text.text().substring(0, here), texts.checked());
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
            List<Finding> findings = texts.findings(file, text).stream()
                    .filter(finding -> touches(text, CheckedTexts.range(text, finding), begin, end))
                    .toList();
            List<Either<Command, CodeAction>> actions = new ArrayList<>();
            for (Workspace.Action change : workspace.actions(file, text.bytes(), findings)) {
                CodeAction action = new CodeAction(change.title());
                action.setKind(change.kind());
                action.setIsPreferred(change.isPreferred());
                action.setDiagnostics(CheckedTexts.diagnostics(text, change.of()));
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
        return answer(params.getTextDocument().getUri(), Either.forLeft(List.of()), (file, text) -> {
            Names names = new Names(texts.checked().names());
            return Either.forLeft(locations(names.definitions(file, text.place(params.getPosition()))));
        });
    }

    @Override
    public CompletableFuture<List<? extends Location>> references(ReferenceParams params) {
        return answer(params.getTextDocument().getUri(), List.of(), (file, text) -> {
            Names names = new Names(texts.checked().names());
            return locations(names.uses(file, text.place(params.getPosition())));
        });
    }

    /** Renames a request in its claim, and where containers use it. Other names are those of objects in a cluster. */
    @Override
    public CompletableFuture<WorkspaceEdit> rename(RenameParams params) {
        return answer(params.getTextDocument().getUri(), new WorkspaceEdit(Map.of()), (file, text) -> {
            Names names = new Names(texts.checked().names());
            Names.Request request = names.request(file, text.place(params.getPosition()), manifests(file, text));
            if (request == null) {
                throw refused("only requests of claims can be renamed");
            }
            String wrong = DnsNames.label(params.getNewName());
            if (wrong != null) {
                throw refused("the name of a request " + wrong);
            }
            Map<String, List<TextEdit>> edits = new LinkedHashMap<>();
            OpenText claim = texts.text(texts.uri(request.file()), request.file());
            for (Names.Place place : names.uses(request, manifests(request.file(), claim))) {
                String uri = texts.uri(place.file());
                OpenText in = texts.text(uri, place.file());
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

    private List<Location> locations(List<Names.Place> places) {
        List<Location> locations = new ArrayList<>();
        for (Names.Place place : places) {
            String uri = texts.uri(place.file());
            OpenText text = texts.text(uri, place.file());
            locations.add(new Location(uri, text.word(text.offset(place.position()))));
        }
        return locations;
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
        if (last == null || last.text != text || last.checked != texts.checked()) {
            Workspace.Checked now = texts.checked();
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
        OpenText text = texts.opened(uri);
        Path file = texts.path(uri).orElse(null);
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
}
