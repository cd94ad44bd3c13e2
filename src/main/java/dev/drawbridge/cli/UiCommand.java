package dev.drawbridge.cli;

import dev.drawbridge.page.PageServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Serves a page to this machine, on which manifests are checked while they are written. */
final class UiCommand {

    static final Command COMMAND = new Command(
            "ui",
            "Open a page that checks manifests while you write them.",
            "[PATH...]",
            List.of(
                    FleetOptions.fleet("Also check that claims can be allocated in this fleet"),
                    Command.flag("debug", "Print stack traces")),
            List.of(
                    "",
                    "PATH has the files that can be opened on the page (default: the current folder).",
                    "The page is on 127.0.0.1 and has a random address; nothing that is typed leaves the machine,",
                    "and no file is written. Ctrl-C ends it."),
            UiCommand::run);

    private UiCommand() {}

    private static int run(Arguments arguments, PrintWriter out, PrintWriter err) {
        try (PageServer server =
                new PageServer(new UiPage(arguments.parameters(), arguments.texts("fleet")).handlers())) {
            out.println(server.address());
            out.flush();
            err.println("Open this address in a browser; Ctrl-C ends.");
            new CountDownLatch(1).await();
            return ExitCode.CLEAN;
        } catch (InterruptedException end) {
            return ExitCode.CLEAN;
        } catch (IOException e) {
            throw InputException.of(e);
        }
    }
}
