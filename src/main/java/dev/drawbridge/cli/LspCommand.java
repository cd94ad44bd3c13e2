package dev.drawbridge.cli;

import dev.drawbridge.lsp.EditorServer;
import dev.drawbridge.lsp.Workspace;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Serves an editor over standard input and output. */
final class LspCommand {

    /** The exit code of the protocol if the client ends without {@code shutdown}. */
    private static final int WITHOUT_SHUTDOWN = 1;

    /** Writes a stack trace for each message that cannot be read. */
    private static final Logger PROTOCOL = Logger.getLogger("org.eclipse.lsp4j");

    static int run(Arguments arguments, PrintWriter out, PrintWriter err) throws IOException {
        // What else is printed must not be taken for a message.
        OutputStream messages = System.out;
        System.setOut(System.err);
        if (!arguments.has("debug")) {
            PROTOCOL.setLevel(Level.OFF);
        }
        List<String> check = new ArrayList<>();
        for (String option : Workspace.OPTIONS) {
            String value = arguments.text(option);
            if (value != null) {
                check.addAll(List.of("--" + option, value));
            }
        }
        Thread practice = new Thread(LspCommand::practise, "practice");
        practice.setDaemon(true);
        practice.start();
        try (EditorServer server =
                new EditorServer(new EditorWorkspace(check, List.of()), VersionCommand.version(""))) {
            return server.serve(System.in, messages) ? ExitCode.CLEAN : WITHOUT_SHUTDOWN;
        }
    }

    /** Loads what a check needs while the client begins: the first findings come an eighth sooner. */
    private static void practise() {
        Path nowhere = Path.of("/practice/claim.yaml");
        byte[] claim = "apiVersion: resource.k8s.io/v1\nkind: ResourceClaim\nmetadata: {name: a}\nspec: {device: {}}\n"
                .getBytes(StandardCharsets.UTF_8);
        new EditorWorkspace(List.of(), List.of()).check(Map.of(nowhere, claim), percentage -> {});
    }
}
