package dev.drawbridge.cli;

import dev.drawbridge.page.PageServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.commons.cli.Option;
import org.jspecify.annotations.Nullable;

/** Serves a page to this machine, on which manifests are checked while they are written. */
final class UiCommand {

    static final Command COMMAND = new Command(
            "ui",
            "Open a page that checks manifests while you write them.",
            "[PATH...]",
            options(),
            List.of(
                    "",
                    "PATH has the files that can be opened on the page (default: the current folder).",
                    "The page is on 127.0.0.1 and has a random address; nothing that is typed leaves the machine.",
                    "Claims are also allocated in the fleet, which is read at the start. Ctrl-C ends the page."),
            UiCommand::run);

    private UiCommand() {}

    private static List<Option> options() {
        List<Option> options = new ArrayList<>(FitCommand.fleetOptions());
        options.add(Command.flag("write", "Files of PATH can be saved (default: no file is written)"));
        options.add(Command.flag("debug", "Print stack traces"));
        return options;
    }

    private static int run(Arguments arguments, PrintWriter out, PrintWriter err) {
        try (FleetCluster cluster = FleetCluster.of(arguments);
                PageServer server = new PageServer(page(arguments, cluster).handlers())) {
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

    private static UiPage page(Arguments arguments, @Nullable FleetCluster cluster) throws IOException {
        List<String> named = arguments.texts("from");
        boolean isNamed = !named.isEmpty() || cluster != null;
        UiFleet fleet =
                new UiFleet(isNamed ? named : SettingsFile.nearest(Path.of("")).fleet(), cluster);
        return new UiPage(new UiFiles(arguments.parameters()), fleet, arguments.has("write"));
    }
}
