package dev.drawbridge.cli;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import dev.drawbridge.lsp.EditorServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Messages of an editor, one a line, without their headers: none ends the server or is answered with a bug. */
public final class EditorFuzzer {

    /** Writes a stack trace for each message that cannot be read. */
    private static final Logger PROTOCOL = Logger.getLogger("org.eclipse.lsp4j");

    private EditorFuzzer() {}

    /** Serves a client. */
    public static void fuzzerTestOneInput(FuzzedDataProvider data) throws IOException {
        PROTOCOL.setLevel(Level.OFF);
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        for (String line : new String(data.consumeRemainingAsBytes(), StandardCharsets.UTF_8).split("\n", -1)) {
            byte[] content = line.getBytes(StandardCharsets.UTF_8);
            messages.writeBytes(("Content-Length: " + content.length + "\r\n\r\n").getBytes(StandardCharsets.UTF_8));
            messages.writeBytes(content);
        }
        ByteArrayOutputStream answers = new ByteArrayOutputStream();
        try (EditorServer server = new EditorServer(new EditorWorkspace(List.of(), List.of()), "")) {
            server.serve(new ByteArrayInputStream(messages.toByteArray()), answers);
        }
        String answered = answers.toString(StandardCharsets.UTF_8);
        if (answered.contains("internal error in Drawbridge")) {
            throw new IllegalStateException(answered);
        }
    }
}
