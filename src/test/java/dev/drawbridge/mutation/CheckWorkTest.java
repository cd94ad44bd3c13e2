package dev.drawbridge.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.cli.Cli;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * Counts what a check of the README's first file does, by classes that are changed to count: a finding is made once,
 * with its fix.
 */
class CheckWorkTest {

    private static final String FILE = "deploy/try/claim-template.yaml";

    /** Two objects are validated; the one with suggestions again as it is meant, and with those that are marked. */
    @Test
    void objectIsValidatedOnceAndTwiceWithItsFixes() throws Exception {
        String head = "public Verdict validate(ValidationRequest request, @Nullable Trace trace) {";

        assertThat(calls("validation/Validator.java", head)).isEqualTo(4);
    }

    @Test
    void fileIsReadOnce() throws Exception {
        String head = "public byte[] text(Path file) throws IOException {";

        assertThat(calls("document/ReadLimits.java", head)).isEqualTo(1);
    }

    /** How often a check of the file calls the method with this head. */
    private static int calls(String source, String head) throws Exception {
        Path file = Path.of("src/main/java/dev/drawbridge").resolve(source);
        String counter = CheckWorkTest.class.getName() + source;
        int body = Files.readString(file).indexOf(head) + head.length();
        assertThat(body).isGreaterThan(head.length());
        String counting =
                "Integer calls = Integer.getInteger(\"%1$s\", 0); System.setProperty(\"%1$s\", (calls + 1) + \"\");"
                        .formatted(counter);
        Class<?> cli = MutantClasses.compile(new Mutant(file, body, body, 1, "", counting))
                .orElseThrow()
                .loadClass(Cli.class.getName());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream printed = new PrintStream(out, true, StandardCharsets.UTF_8);
        try {
            cli.getMethod("run", String[].class, PrintStream.class, PrintStream.class)
                    .invoke(null, new String[] {"check", FILE}, printed, printed);
            assertThat(out.toString(StandardCharsets.UTF_8)).contains("[fixable]");
            return Integer.getInteger(counter, 0);
        } finally {
            System.clearProperty(counter);
        }
    }
}
