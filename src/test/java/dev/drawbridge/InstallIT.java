package dev.drawbridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@code src/release/install.sh} with a release whose archive starts the packaged distribution. */
class InstallIT {

    private static final Path ROOT = Path.of("").toAbsolutePath();
    private static final String ARCHIVE = "drawbridge-1.2.3-linux-x64.tar.gz";

    @TempDir
    private Path folder;

    private Path release;
    private Path prefix;

    /** A release of version 1.2.3 in a new folder, for {@code install.sh}. */
    static Path release(Path folder) throws IOException, InterruptedException {
        Path release = Files.createDirectories(folder.resolve("a release"));
        Path program = folder.resolve("drawbridge-1.2.3/bin/drawbridge");
        Files.createDirectories(program.getParent());
        Files.writeString(program, "#!/bin/sh\nexec \"" + Distribution.LAUNCHER + "\" \"$@\"\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        String pack = "tar -czf 'a release/" + ARCHIVE + "' drawbridge-1.2.3 && cd 'a release' && sha256sum " + ARCHIVE
                + " >SHA256SUMS";
        assertThat(run(folder, Map.of(), "sh", "-c", pack)).isEmpty();
        return release;
    }

    @BeforeEach
    void isLinuxOnX64() throws Exception {
        boolean is = System.getProperty("os.name").equals("Linux")
                && System.getProperty("os.arch").equals("amd64");
        if (!is) {
            System.out.println("SKIPPED: there is no archive with its own Java for this system");
        }
        Assumptions.assumeTrue(is, "there is no archive for this system");
        release = release(folder);
        prefix = folder.resolve("pre fix");
    }

    @Test
    void installsUpdatesAndRemoves() throws Exception {
        Path command = prefix.resolve("bin/drawbridge");
        assertThat(install(release.toString())).contains("installed drawbridge-1.2.3 as " + command);
        assertThat(run(folder, Map.of(), command.toString(), "version")).contains("drawbridge");
        Files.writeString(prefix.resolve("lib/drawbridge/old"), "of the old version");
        assertThat(install(release.toUri().toString())).contains("installed");
        assertThat(prefix.resolve("lib/drawbridge/old")).doesNotExist();

        assertThat(install("--uninstall")).contains("removed");
        assertThat(prefix.resolve("lib")).isEmptyDirectory();
        assertThat(prefix.resolve("bin")).isEmptyDirectory();
        assertThat(install("--uninstall")).contains("is not installed");
    }

    @Test
    void damagedArchiveChangesNothing() throws Exception {
        install(release.toString());
        Path archive = release.resolve(ARCHIVE);
        byte[] whole = Files.readAllBytes(archive);
        Files.write(archive, Arrays.copyOf(whole, whole.length / 2));

        assertThat(install(release.toString())).contains("the checksum of " + ARCHIVE + " is wrong");
        Files.writeString(release.resolve("SHA256SUMS"), "");
        assertThat(install(release.toString())).contains("SHA256SUMS does not name " + ARCHIVE);
        assertThat(run(folder, Map.of(), prefix.resolve("bin/drawbridge").toString(), "version"))
                .contains("drawbridge");
    }

    @Test
    void readFromAPipeItHelpsAndNeedsAPrefixWithoutHome() throws Exception {
        String pipe = "cat " + ROOT.resolve("src/release/install.sh") + " | env -u HOME sh -s -- ";

        assertThat(run(folder, Map.of(), "sh", "-c", pipe + "--help")).contains("install.sh [--prefix FOLDER]");
        assertThat(run(folder, Map.of(), "sh", "-c", pipe + "'" + release + "'"))
                .contains("--prefix FOLDER");
        assertThat(run(folder, Map.of(), "sh", "-c", pipe + "--version 1.2.3 --prefix p '" + release + "'"))
                .contains("installed drawbridge-1.2.3 as " + folder.resolve("p/bin/drawbridge"));
    }

    @Test
    void otherProgramIsNotTouched() throws Exception {
        Path other = prefix.resolve("bin/drawbridge");
        Files.createDirectories(other.getParent());
        Files.writeString(other, "another");

        assertThat(install(release.toString())).contains("is another program");
        assertThat(install("--uninstall")).contains("is another program");
        assertThat(other).hasContent("another");
    }

    @Test
    void signatureIsRequiredWithKey() throws Exception {
        String gpg = "gpg --homedir gnupg -q --batch ";
        String make = "mkdir -m 700 gnupg && " + gpg + "--passphrase '' --quick-gen-key test@localhost ed25519 sign"
                + " && " + gpg + "--export test@localhost >key";
        boolean hasGpg = run(folder, Map.of(), "sh", "-c", "command -v gpg && { " + make + "; }")
                        .contains("gpg")
                && Files.exists(folder.resolve("key"));
        if (!hasGpg) {
            System.out.println("SKIPPED: there is no gpg");
        }
        Assumptions.assumeTrue(hasGpg, "there is no gpg");
        Map<String, String> key = Map.of("DRAWBRIDGE_KEY", folder.resolve("key").toString());

        assertThat(install(key, release.toString())).contains("no signature of");
        run(folder, Map.of(), "sh", "-c", gpg + "-ab 'a release/SHA256SUMS'");
        assertThat(install(key, release.toString())).contains("signature verified by gpg");
        Files.writeString(release.resolve("SHA256SUMS"), Files.readString(release.resolve("SHA256SUMS")) + "more\n");
        assertThat(install(key, release.toString())).contains("the signature of SHA256SUMS is wrong");
    }

    @Test
    void keyChoosesTheProgramThatVerifies() throws Exception {
        Path bin = Files.createDirectories(folder.resolve("programs"));
        Path cosign = bin.resolve("cosign");
        Files.writeString(cosign, "#!/bin/sh\necho \"$*\" >'" + folder + "/called'\n");
        assertThat(cosign.toFile().setExecutable(true)).isTrue();
        Path key = folder.resolve("cosign.pub");
        Files.writeString(key, "-----BEGIN PUBLIC KEY-----\nabc\n-----END PUBLIC KEY-----\n");
        Files.writeString(release.resolve("SHA256SUMS.asc"), "a signature of gpg");
        Map<String, String> variables =
                Map.of("DRAWBRIDGE_KEY", key.toString(), "PATH", bin + ":" + System.getenv("PATH"));

        assertThat(install(variables, release.toString())).contains("it has no SHA256SUMS.sigstore.json");
        Files.writeString(release.resolve("SHA256SUMS.sigstore.json"), "a signature of cosign");
        assertThat(install(variables, release.toString())).contains("signature verified by cosign");
        assertThat(folder.resolve("called"))
                .content()
                .startsWith("verify-blob --insecure-ignore-tlog --key " + key + " --bundle ");
        assertThat(install(Map.of("DRAWBRIDGE_KEY", folder + "/none"), release.toString()))
                .contains("cannot read the key " + folder + "/none");
    }

    private String install(String... words) throws IOException, InterruptedException {
        return install(Map.of(), words);
    }

    private String install(Map<String, String> variables, String... words) throws IOException, InterruptedException {
        String[] command = new String[words.length + 6];
        String[] first = {
            "sh", ROOT.resolve("src/release/install.sh").toString(), "--version", "1.2.3", "--prefix", prefix.toString()
        };
        System.arraycopy(first, 0, command, 0, first.length);
        System.arraycopy(words, 0, command, first.length, words.length);
        return run(folder, variables, command);
    }

    /** The output of a command, with its errors. */
    static String run(Path where, Map<String, String> variables, String... words)
            throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(words).directory(where.toFile()).redirectErrorStream(true);
        builder.environment().putAll(variables);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }
}
