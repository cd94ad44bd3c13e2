package dev.drawbridge.cli;

import dev.drawbridge.document.Locator;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Position;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestReader;
import dev.drawbridge.page.PageServer.Request;
import dev.drawbridge.page.PageServer.Response;
import dev.drawbridge.report.Finding;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What {@code explain} says, on the page {@code ui}. */
final class UiExplanation {

    private static final String COMMAND = "drawbridge explain ";

    private UiExplanation() {}

    /** The arguments of the command that explains what a finding is about, as one text; empty for none. */
    static String arguments(Finding finding) {
        return finding.explanation().replaceFirst("^" + COMMAND, "");
    }

    /** The explanation for the arguments in the parameter {@code what}. */
    static Response of(Request request) throws IOException {
        return Response.text(200, text(request.parameter("what")));
    }

    /**
     * The explanation of the field at a place of the text of the request; empty if there is none. The parameters
     * {@code line} and {@code column} count from 1.
     */
    static Response at(Request request) throws IOException {
        Position place = new Position(number(request, "line"), number(request, "column"));
        byte[] text = request.text().getBytes(StandardCharsets.UTF_8);
        return Response.text(200, at(text, place, request.parameter("kubernetes")));
    }

    /** The explanation of the field at a place of a text; empty if there is none. */
    static String at(byte[] text, Position place, String release) throws IOException {
        Manifest manifest = null;
        FieldPath field = FieldPath.ROOT;
        for (Manifest each : new ManifestReader().read("", text).manifests()) {
            FieldPath path = Locator.before(each.object(), place);
            if (path != null) {
                manifest = each;
                field = path;
            }
        }
        return manifest == null ? "" : text(manifest, field, release);
    }

    /** The explanation of a field; of a key that a user has chosen or mistyped, that of its parent. */
    private static String text(Manifest manifest, FieldPath field, String release) throws IOException {
        String command = Finding.explanation(manifest.apiVersion(), manifest.kind(), field.toString(), release);
        if (command.isEmpty()) {
            return "";
        }
        try {
            return text(command.substring(COMMAND.length()));
        } catch (UsageException unknown) {
            FieldPath parent = field.parent();
            return parent == null ? "" : text(manifest, parent, release);
        }
    }

    private static String text(String what) throws IOException {
        List<String> words = new ArrayList<>(List.of(what.split(" ")));
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        ExplainCommand.COMMAND.action().run(Arguments.of(ExplainCommand.COMMAND, words), out, out);
        return text.toString();
    }

    private static int number(Request request, String parameter) {
        String text = request.parameter(parameter);
        if (!text.matches("[1-9]\\d{0,8}")) {
            throw new IllegalArgumentException(parameter + ": must be a number from 1, is \"" + text + "\"");
        }
        return Integer.parseInt(text);
    }
}
