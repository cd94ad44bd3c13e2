package dev.drawbridge.cli;

import dev.drawbridge.page.PageServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Serves a page to this machine, on which manifests are checked while they are written. */
final class UiCommand {

    static int run(Arguments arguments, PrintWriter out, PrintWriter err) throws IOException {
        try {
            UiPage page =
                    new UiPage(new UiFiles(arguments.parameters()), checkOptions(arguments), arguments.has("write"));
            try (PageServer server = new PageServer(page.handlers(), page::begin)) {
                out.println(server.address());
                out.flush();
                err.println("Open this address in a browser; Ctrl-C ends.");
                new CountDownLatch(1).await();
                return ExitCode.CLEAN;
            }
        } catch (InterruptedException end) {
            return ExitCode.CLEAN;
        }
    }

    /** The options of {@code check} that name the fleet. One of standard input is read once, into a file. */
    private static List<String> checkOptions(Arguments arguments) throws IOException {
        List<String> options = new ArrayList<>();
        for (String path : arguments.texts("from")) {
            options.addAll(List.of("--from", path.equals("-") ? standardInput().toString() : path));
        }
        String context = arguments.text("context");
        if (context != null) {
            options.addAll(List.of("--context", context));
        } else if (arguments.has("cluster")) {
            options.add("--cluster");
        }
        return options;
    }

    private static Path standardInput() throws IOException {
        Path file = Files.createTempFile("standard-input-", ".yaml");
        file.toFile().deleteOnExit();
        Files.copy(System.in, file, StandardCopyOption.REPLACE_EXISTING);
        return file;
    }
}
