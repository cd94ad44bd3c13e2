package dev.drawbridge;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** The packaged program. */
final class Distribution {

    /** Its launcher, after the start that makes the archive of check: tests that begin together would each make one. */
    static final Path LAUNCHER = started();

    private Distribution() {}

    private static Path started() {
        Path launcher = Path.of("target/drawbridge/bin/drawbridge").toAbsolutePath();
        try {
            new ProcessBuilder(launcher.toString(), "check", "--help")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return launcher;
    }
}
