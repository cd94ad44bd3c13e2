package dev.drawbridge.check;

import java.nio.file.Files;
import java.nio.file.Path;

/** Tests of admission policies: a file in a folder with the objects. */
public final class PolicyTests {

    /** The name of the file. */
    public static final String FILE = "policy-test.yaml";

    private PolicyTests() {}

    /** Whether a file is in the folder of tests. */
    public static boolean areIn(String file) {
        return Files.exists(Path.of(file).resolveSibling(FILE));
    }
}
