package dev.drawbridge;

import dev.drawbridge.cli.Cli;
import dev.drawbridge.server.WebhookApplication;
import java.util.Arrays;

/** Picks the entry point: {@code serve} starts the webhook with Spring, every other word is the command line's. */
public final class Main {

    private Main() {}

    /** Runs the command and ends the process with its exit code; {@code serve} goes on until it is stopped. */
    public static void main(String[] args) {
        if (Cli.isServe(args)) {
            int failure = WebhookApplication.run(Arrays.copyOfRange(args, 1, args.length));
            if (failure != 0) {
                System.exit(failure);
            }
            return;
        }
        int exitCode = Cli.run(args, System.out, System.err);
        System.exit(exitCode);
    }
}
