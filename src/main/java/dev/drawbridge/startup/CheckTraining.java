package dev.drawbridge.startup;

import dev.drawbridge.cli.Cli;
import dev.drawbridge.gitops.SampleRepository;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Runs a check, a merge gate, a {@code fit} and a session of an editor on samples in one process; {@code
 * bin/drawbridge} archives the loaded classes.
 */
public final class CheckTraining {

    private CheckTraining() {}

    /**
     * Creates a repository from the samples in the working directory, which must be empty, checks it, and asks a fleet.
     *
     * @param args the folder of samples and fleet, {@code share} of the distribution
     */
    public static void main(String[] args) throws IOException, ClassNotFoundException {
        // The entry point of a check: as the only class that the archive lacks, it would cost the opening of a jar.
        Class.forName("dev.drawbridge.Main");
        Path share = Path.of(args[0]);
        SampleRepository.make(Path.of("").toAbsolutePath(), share.resolve("samples"));
        Cli.run(new String[] {"check", "."}, System.out, System.err);
        Cli.run(new String[] {"check", "--base", "HEAD"}, System.out, System.err);
        String fleet = share.resolve("fleet/fleet.yaml").toString();
        String workloads = share.resolve("fleet/workloads.yaml").toString();
        Cli.run(new String[] {"check", workloads}, System.out, System.err);
        Cli.run(new String[] {"fit", "--from", fleet, workloads}, System.out, System.err);
        edit(Path.of(workloads));
        // LSP4J's threads stay for a minute.
        System.exit(0);
    }

    /** Serves an editor that opens a file, waits for the first findings and ends. */
    private static void edit(Path file) throws IOException {
        PipedOutputStream editor = new PipedOutputStream();
        System.setIn(new PipedInputStream(editor, 1 << 16));
        send(editor, """
                {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}""");
        send(editor, """
                {"jsonrpc": "2.0", "method": "initialized", "params": {}}""");
        send(editor, """
                {"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument":
                {"uri": "%s", "languageId": "yaml", "version": 1, "text": "%s"}}}""".formatted(
                file.toUri(), Files.readString(file).replace("\"", "\\\"").replace("\n", "\\n")));
        System.setOut(new PrintStream(new ByteArrayOutputStream() {
            @Override
            public synchronized void write(byte[] bytes, int begin, int length) {
                super.write(bytes, begin, length);
                if (toString(StandardCharsets.UTF_8).contains("publishDiagnostics")) {
                    reset();
                    send(editor, """
                            {"jsonrpc": "2.0", "id": 2, "method": "shutdown"}""");
                    send(editor, """
                            {"jsonrpc": "2.0", "method": "exit"}""");
                }
            }
        }));
        Cli.run(new String[] {"lsp"}, System.out, System.err);
    }

    private static void send(PipedOutputStream editor, String message) {
        try {
            editor.write("Content-Length: %d\r\n\r\n%s"
                    .formatted(message.length(), message)
                    .getBytes(StandardCharsets.UTF_8));
            editor.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
