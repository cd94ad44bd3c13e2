package dev.drawbridge.cli;

import dev.drawbridge.check.InputFiles;
import dev.drawbridge.manifest.FileProblem;
import dev.drawbridge.page.EditorModules;
import dev.drawbridge.page.HtmlPage;
import dev.drawbridge.page.PageServer;
import dev.drawbridge.page.PageServer.Handler;
import dev.drawbridge.page.PageServer.Request;
import dev.drawbridge.page.PageServer.Response;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.JsonTree;
import dev.drawbridge.report.Report;
import dev.drawbridge.schema.KubernetesRelease;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Answers the requests of the page {@code drawbridge ui}; findings are those of {@code drawbridge check}. */
final class UiPage {

    private static final String SUMMARY = "Checks what you write. Nothing leaves this machine";
    private static final String EDITOR = "editor.yaml";
    private static final List<String> TEMPLATES = List.of("claim", "pod", "class");

    private final UiFiles files;
    private final UiFleet fleet;
    private final boolean isWritable;

    /**
     * The page for these files.
     *
     * @param fleet the fleet in which claims are allocated
     * @param isWritable whether files can be saved
     */
    UiPage(UiFiles files, UiFleet fleet, boolean isWritable) {
        this.files = files;
        this.fleet = fleet;
        this.isWritable = isWritable;
    }

    /** The handlers by method and place. */
    Map<String, Handler> handlers() throws IOException {
        Map<String, Handler> handlers = new HashMap<>();
        handlers.put("GET ", request -> page());
        handlers.put("GET file", files::open);
        handlers.putAll(EditorModules.handlers());
        handlers.put("GET explain", UiExplanation::of);
        handlers.put("POST hover", UiExplanation::at);
        handlers.put("POST check", this::check);
        handlers.put("POST complete", fleet::complete);
        handlers.put("POST preview", this::preview);
        if (isWritable) {
            handlers.put("POST save", files::save);
        }
        if (fleet.exists()) {
            handlers.put("POST reload", request -> fleet.reload());
            handlers.put("GET fleet", request -> fleet.page());
            handlers.put("POST fit", fleet::fit);
            handlers.put("POST selector", fleet::selector);
        }
        handlers.replaceAll((place, handler) -> request -> answer(handler, request));
        return handlers;
    }

    private static Response answer(Handler handler, Request request) throws IOException {
        try {
            return handler.answer(request);
        } catch (UsageException wrong) {
            return Response.text(400, String.valueOf(wrong.getMessage()));
        } catch (IOException unreadable) {
            return Response.text(500, FileProblem.of(unreadable));
        }
    }

    private Response page() throws IOException {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put(
                "releases",
                Arrays.stream(KubernetesRelease.values())
                        .map(KubernetesRelease::toString)
                        .toList());
        root.put("newest", KubernetesRelease.NEWEST.toString());
        root.put("files", files.names());
        root.put("isWritable", isWritable);
        if (fleet.exists()) {
            root.put("fleet", fleet.description());
        }
        root.put("previews", UiPreview.COMMANDS);
        Map<String, String> templates = new LinkedHashMap<>();
        for (String name : TEMPLATES) {
            templates.put(name, template(name));
        }
        root.put("templates", templates);
        String nonce = PageServer.secret();
        root.put("nonce", nonce);
        StringWriter text = new StringWriter();
        String summary = SUMMARY + (isWritable ? "." : "; no file is written.");
        new HtmlPage("ui", "Drawbridge", summary, List.of(), new HtmlPage.Served(EditorModules.importMap(), nonce))
                .write(JsonTree.compact(root), new PrintWriter(text));
        return new Response(200, "text/html; charset=utf-8", text.toString());
    }

    private static String template(String name) throws IOException {
        try (InputStream input = UiPage.class.getResourceAsStream("/page/" + name + ".yaml")) {
            if (input == null) {
                throw new IllegalStateException("no resource page/" + name + ".yaml");
            }
            return new String(input.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private Response check(Request request) throws IOException {
        byte[] text = request.text().getBytes(StandardCharsets.UTF_8);
        InputFiles input = InputFiles.named(Map.of(EDITOR, text), List.of());
        Report report = fleet.check(input, plan(request).settings(), request);
        return Response.json(JsonTree.compact(Map.of(
                "summary",
                report.summary().toString(),
                "findings",
                report.findings().stream().map(UiPage::finding).toList())));
    }

    private Response preview(Request request) throws IOException {
        byte[] text = request.text().getBytes(StandardCharsets.UTF_8);
        String release = request.parameter("kubernetes");
        return UiPreview.of(request.parameter("command"), EDITOR, text, release, plan(request));
    }

    /** The check of the folder's settings, for the release and the gates of the request. */
    private CheckPlan plan(Request request) throws IOException {
        List<String> words = new ArrayList<>();
        add(words, "--kubernetes", request.parameter("kubernetes"));
        add(words, "--feature-gates", request.parameter("gates"));
        return CheckPlan.of(
                Arguments.of(CheckCommand.COMMAND, words), SettingsFile.nearest(Path.of("")), false, new TraceText());
    }

    private static void add(List<String> words, String option, String value) {
        if (!value.isEmpty()) {
            words.addAll(List.of(option, value));
        }
    }

    private static Object finding(Finding finding) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("severity", finding.severity().toString());
        object.put("line", finding.lineNumber());
        object.put("column", finding.columnNumber());
        object.put("sentence", finding.sentence());
        object.put("rule", finding.origin().toString());
        object.put("explain", UiExplanation.arguments(finding));
        return object;
    }
}
