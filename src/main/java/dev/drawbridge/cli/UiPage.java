package dev.drawbridge.cli;

import dev.drawbridge.document.BundledFile;
import dev.drawbridge.lsp.EditorServer;
import dev.drawbridge.manifest.FileProblem;
import dev.drawbridge.page.Conversation;
import dev.drawbridge.page.EditorModules;
import dev.drawbridge.page.HtmlPage;
import dev.drawbridge.page.PageServer;
import dev.drawbridge.page.PageServer.Handler;
import dev.drawbridge.page.PageServer.Request;
import dev.drawbridge.page.PageServer.Response;
import dev.drawbridge.report.JsonTree;
import dev.drawbridge.schema.KubernetesRelease;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** The page {@code drawbridge ui}: an editor, with which a language server speaks as {@code drawbridge lsp} does. */
final class UiPage {

    private static final List<String> TEMPLATES = List.of("claim", "pod", "class");

    private final UiFiles files;
    private final List<String> options;
    private final boolean isWritable;
    private final Map<String, EditorWorkspace> workspaces = new ConcurrentHashMap<>();

    /** The page for these files, which it may save; fails if the settings or the fleet cannot be read. */
    UiPage(UiFiles files, List<String> options, boolean isWritable) throws IOException {
        new EditorWorkspace(options, files.paths()).read(files.root());
        this.files = files;
        this.options = options;
        this.isWritable = isWritable;
    }

    Map<String, Handler> handlers() {
        Map<String, Handler> handlers = new HashMap<>();
        handlers.put("GET ", request -> page());
        handlers.put("GET file", files::open);
        handlers.put("GET fleet", this::fleet);
        handlers.putAll(EditorModules.handlers());
        if (isWritable) {
            handlers.put("POST save", files::save);
        }
        return handlers;
    }

    Conversation begin(String page, Consumer<String> out) {
        EditorWorkspace workspace = new EditorWorkspace(options, files.paths());
        EditorServer server = new EditorServer(workspace, VersionCommand.version(""));
        Consumer<String> in = server.serve(out);
        workspaces.put(page, workspace);
        return new Conversation() {

            @Override
            public void take(String message) {
                in.accept(message);
            }

            @Override
            public void close() {
                workspaces.remove(page, workspace);
                server.close();
            }
        };
    }

    /** The page of the fleet, with where the workloads would go for which the page asked last. */
    private Response fleet(Request request) {
        EditorWorkspace workspace = workspaces.get(request.parameter("page"));
        try {
            return workspace == null
                    ? Response.text(404, "")
                    : new Response(200, "text/html; charset=utf-8", workspace.fleetPage(files.root()));
        } catch (IOException unreadable) {
            return Response.text(400, FileProblem.of(unreadable));
        }
    }

    private Response page() throws IOException {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put(
                "releases",
                Arrays.stream(KubernetesRelease.values())
                        .map(KubernetesRelease::toString)
                        .toList());
        root.put("root", files.root().toUri().toString());
        root.put("files", files.uris());
        root.put("isWritable", isWritable);
        root.put("previews", EditorPreview.COMMANDS);
        Map<String, String> templates = new LinkedHashMap<>();
        for (String name : TEMPLATES) {
            templates.put(name, BundledFile.text("/page/" + name + ".yaml"));
        }
        root.put("templates", templates);
        String nonce = PageServer.secret();
        root.put("nonce", nonce);
        StringWriter text = new StringWriter();
        String summary =
                "Checks what you write. Nothing leaves this machine" + (isWritable ? "." : "; no file is written.");
        new HtmlPage(
                        "ui",
                        "Drawbridge",
                        List.of(summary),
                        List.of(),
                        new HtmlPage.Served(EditorModules.importMap(), nonce))
                .write(JsonTree.compact(root), new PrintWriter(text));
        return new Response(200, "text/html; charset=utf-8", text.toString());
    }
}
