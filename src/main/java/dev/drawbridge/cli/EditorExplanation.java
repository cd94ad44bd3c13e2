package dev.drawbridge.cli;

import dev.drawbridge.document.Locator;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.driver.DriverRegistry;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Position;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestReader;
import dev.drawbridge.report.Finding;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;

/** What {@code explain} says, in an editor. */
final class EditorExplanation {

    private static final String PARAMETERS = "parameters";
    private static final String COMMAND = "drawbridge explain ";

    static String at(byte[] text, Position place, String release, DriverRegistry drivers) throws IOException {
        Manifest manifest = null;
        FieldPath field = FieldPath.ROOT;
        for (Manifest each : new ManifestReader().read("", text).manifests()) {
            FieldPath path = Locator.before(each.object(), place, false);
            if (path != null) {
                manifest = each;
                field = path;
            }
        }
        if (manifest == null) {
            return "";
        }
        String ofDriver = parameters(manifest.object(), field, drivers);
        return ofDriver.isEmpty() ? text(manifest, field, release) : ofDriver;
    }

    private static String parameters(ObjectValue object, FieldPath field, DriverRegistry drivers) {
        List<String> names = new ArrayList<>();
        for (FieldPath here = field; here != null && here.parent() != null; here = here.parent()) {
            if (PARAMETERS.equals(here.name())
                    && "opaque".equals(here.parent().name())
                    && Locator.value(object, here.parent()) instanceof ObjectValue opaque) {
                return drivers.parameters(opaque.string("driver")).explanation(opaque.object(PARAMETERS), names);
            }
            if (here.name() != null) {
                names.add(0, here.name());
            }
        }
        return "";
    }

    /** The explanation of a field; of a key that a user has chosen or mistyped, that of its parent. */
    private static String text(Manifest manifest, FieldPath field, String release) throws IOException {
        String command = Finding.explanation(manifest.apiVersion(), manifest.kind(), field.toString(), release);
        if (command.isEmpty()) {
            return "";
        }
        try {
            return text(command);
        } catch (UsageException unknown) {
            FieldPath parent = field.parent();
            return parent == null ? "" : text(manifest, parent, release);
        }
    }

    /** What a command prints, of which {@code drawbridge explain} may be left out. */
    static String text(String command) throws IOException {
        String what = command.startsWith(COMMAND) ? command.substring(COMMAND.length()) : command;
        List<String> words = new ArrayList<>(List.of(what.split(" ")));
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        ExplainCommand.run(Arguments.of(Command.named("explain"), words), out, out);
        return text.toString();
    }
}
