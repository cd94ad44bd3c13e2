package dev.drawbridge;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** The recorded data next to the checkout. Tests that need it are skipped if it is missing; {@link
 * SkippedTests} lists them. */
public final class SharedData {

    private static final Path ROOT = Path.of("../shared");

    /** With {@code -Ddrawbridge.proof=all}, all cases are compared instead of a sample. */
    private static final boolean WHOLE =
            System.getProperty("drawbridge.proof", "").equals("all");

    private SharedData() {}

    /** Whether this case of a large set is compared: one in {@code n}, unless all are. */
    public static boolean isSampled(long index, int n) {
        return WHOLE || index % n == 0;
    }

    /** The file or folder; if it is missing, the test is skipped with a message. */
    public static Path require(String path) {
        Path file = ROOT.resolve(path);
        Assumptions.assumeTrue(Files.exists(file), () -> file + " is not there");
        return file;
    }
}
