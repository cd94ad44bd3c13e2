package dev.drawbridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Tests of what others can verify: provenance, signatures, and the threat model's proofs. */
@EnabledOnOs(OS.LINUX)
class TrustTest {

    private static final Path SCRIPT = Path.of("src/release/trust.sh").toAbsolutePath();
    private static final String STATEMENT = "drawbridge-1.2.3.intoto.json";

    @TempDir
    private Path folder;

    /** A folder as a release leaves it. */
    private Path release() throws Exception {
        Path release = Files.createDirectories(folder.resolve("release"));
        Files.createDirectories(folder.resolve("linux"));
        Files.writeString(folder.resolve("linux/jdk"), "b 25.0.1+3\n");
        Files.writeString(release.resolve("drawbridge-1.2.3.tar.gz"), "archive");
        Files.writeString(release.resolve("drawbridge-chart-1.2.3.tgz"), "chart");
        assertThat(run(release, Map.of(), "sh", "-c", "sha256sum drawbridge* > SHA256SUMS"))
                .isZero();
        return release;
    }

    @Test
    void provenanceNamesEachFileAndTheCommit() throws Exception {
        Path release = release();
        Map<String, String> environment =
                Map.of("BUILDER_ID", "https://ci.example.com/builder", "BUILD_ID", "https://ci.example.com/run/1");

        assertThat(run(release, environment, SCRIPT.toString(), "1.2.3", release.toString(), "a 17.0.1+2"))
                .isZero();
        JsonNode statement =
                JsonMapper.shared().readTree(release.resolve(STATEMENT).toFile());
        StringBuilder sums = new StringBuilder();
        statement
                .get("subject")
                .forEach(subject -> sums.append(subject.at("/digest/sha256").asString())
                        .append("  ")
                        .append(subject.get("name").asString())
                        .append('\n'));

        assertThat(release.resolve("SHA256SUMS")).hasContent(sums.toString());
        assertThat(statement.get("_type").asString()).isEqualTo("https://in-toto.io/Statement/v1");
        assertThat(statement.get("predicateType").asString()).isEqualTo("https://slsa.dev/provenance/v1");
        JsonNode predicate = statement.get("predicate");
        assertThat(predicate.at("/buildDefinition/buildType").asString()).startsWith("https://");
        assertThat(predicate.at("/buildDefinition/externalParameters/command").asString())
                .isEqualTo("mvn -Prelease verify");
        assertThat(predicate.at("/buildDefinition/internalParameters"))
                .hasToString("{\"java\":\"a 17.0.1+2\",\"jdk\":\"b 25.0.1+3\"}");
        assertThat(predicate.at("/runDetails/builder/id").asString()).isEqualTo("https://ci.example.com/builder");
        assertThat(predicate.at("/runDetails/metadata/invocationId").asString()).endsWith("/run/1");
        Files.writeString(release.resolve("drawbridge-1.2.3-image.tar"), "image");
        assertThat(run(release, environment, SCRIPT.toString(), "1.2.3", release.toString(), "a 17.0.1+2"))
                .isZero();
        assertThat(release.resolve(STATEMENT)).content().contains("\"mvn -Prelease,image verify\"");
        JsonNode sources = predicate.at("/buildDefinition/resolvedDependencies");
        if (Files.exists(Path.of(".git"))) {
            assertThat(sources.at("/0/digest/gitCommit").asString()).matches("[0-9a-f]{40}");
        }
    }

    @Test
    void changedFileIsFound() throws Exception {
        Path release = release();
        Files.writeString(release.resolve("drawbridge-1.2.3.tar.gz"), "Archive");

        assertThat(run(release, Map.of(), "sha256sum", "--quiet", "-c", "SHA256SUMS"))
                .isNotZero();
    }

    @Test
    void signatureOfAnotherKeyIsRefused() throws Exception {
        assumeProgram("gpg");
        Path release = release();
        Map<String, String> ours = keyring("ours");
        Map<String, String> theirs = keyring("theirs");
        Map<String, String> environment = new TreeMap<>(ours);
        environment.put("GPG_KEY", "ours@localhost");
        try {
            assertThat(run(release, environment, SCRIPT.toString(), "1.2.3", release.toString(), "a 17.0.1+2"))
                    .isZero();
            for (String file : List.of("SHA256SUMS", STATEMENT)) {
                String[] verify = {"gpg", "--batch", "--verify", file + ".asc", file};
                assertThat(run(release, ours, verify)).isZero();
                assertThat(run(release, theirs, verify)).isNotZero();
                Files.writeString(release.resolve(file), Files.readString(release.resolve(file)) + "\n");
                assertThat(run(release, ours, verify)).isNotZero();
            }
        } finally {
            run(release, ours, "gpgconf", "--kill", "all");
            run(release, theirs, "gpgconf", "--kill", "all");
        }
    }

    private Map<String, String> keyring(String name) throws Exception {
        Path home = Files.createDirectories(
                folder.resolve(name),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Map<String, String> environment = Map.of("GNUPGHOME", home.toString());
        String[] generate = {
            "gpg",
            "--batch",
            "--passphrase",
            "",
            "--quick-generate-key",
            name + "@localhost",
            "ed25519",
            "sign",
            "never"
        };
        assertThat(run(folder, environment, generate)).isZero();
        return environment;
    }

    @Test
    void cosignVerifiesOurKeyOnly() throws Exception {
        assumeProgram("cosign");
        Path release = release();
        Map<String, String> environment = new TreeMap<>(Map.of("COSIGN_PASSWORD", "test"));
        for (String name : List.of("ours", "theirs")) {
            String prefix = folder.resolve(name).toString();
            assertThat(run(folder, environment, "cosign", "generate-key-pair", "--output-key-prefix", prefix))
                    .isZero();
        }
        environment.put("COSIGN_KEY", folder.resolve("ours.key").toString());

        assertThat(run(release, environment, SCRIPT.toString(), "1.2.3", release.toString(), "a 17.0.1+2"))
                .isZero();
        for (String name : List.of("ours", "theirs")) {
            String with = " --insecure-ignore-tlog --key " + folder.resolve(name + ".pub") + " --bundle ";
            String sums = "cosign verify-blob" + with + "SHA256SUMS.sigstore.json SHA256SUMS";
            String provenance =
                    "cosign verify-blob-attestation --type slsaprovenance1" + with + STATEMENT + ".sigstore.json ";
            for (String verify : List.of(sums, provenance + "drawbridge-1.2.3.tar.gz")) {
                assertThat(run(release, environment, verify.split(" ")) == 0).isEqualTo(name.equals("ours"));
            }
            // A file that the statement does not name.
            assertThat(run(release, environment, (provenance + STATEMENT).split(" ")))
                    .isNotZero();
        }
    }

    @Test
    void dependenciesAreWatched() throws IOException {
        JsonNode settings =
                new YAMLMapper().readTree(Path.of(".github/dependabot.yml").toFile());

        assertThat(settings.get("updates").findValuesAsString("package-ecosystem"))
                .contains("maven", "github-actions", "docker", "pip");
        assertThat(settings.get("updates").findValuesAsString("directory"))
                .allSatisfy(directory -> assertThat(Path.of("." + directory)).isDirectory());
    }

    @Test
    void actionsAreFixed() throws IOException {
        assertThat(Files.readAllLines(Path.of("deploy/ci/github/action.yml")))
                .filteredOn(line -> line.contains("uses: "))
                .hasSize(2)
                .allMatch(line -> line.matches(".*@[0-9a-f]{40} # v[0-9.]+"));
    }

    /** Each row of the threat model ends with tests, all of which exist. */
    @Test
    void eachThreatIsProven() throws IOException {
        Pattern proof = Pattern.compile("`(\\w+)\\.(\\w+)`");
        List<String> rows = Files.readAllLines(Path.of("src/docs/threat-model.md")).stream()
                .filter(line -> line.startsWith("| "))
                .filter(line -> line.split(" \\| ").length == 3)
                .filter(line -> !line.startsWith("| threat |") && !line.startsWith("| --- |"))
                .toList();
        List<String> missing = new ArrayList<>();
        for (String row : rows) {
            List<MatchResult> named = proof.matcher(row.substring(row.lastIndexOf(" | ")))
                    .results()
                    .toList();
            if (named.isEmpty()) {
                missing.add(row);
            }
            for (MatchResult test : named) {
                if (!hasTest(test.group(1), test.group(2))) {
                    missing.add(test.group());
                }
            }
        }

        assertThat(rows).hasSizeGreaterThan(20);
        assertThat(missing).isEmpty();
    }

    private static boolean hasTest(String type, String method) throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
            Path file = files.filter(any -> any.endsWith(type + ".java"))
                    .findFirst()
                    .orElse(null);
            return file != null && Files.readString(file).contains("    void " + method + "(");
        }
    }

    private static void assumeProgram(String name) throws Exception {
        boolean isThere = run(Path.of(""), Map.of(), "sh", "-c", "command -v " + name) == 0;
        if (!isThere) {
            System.out.println("SKIPPED: there is no " + name + " to sign a release with");
        }
        Assumptions.assumeTrue(isThere, "there is no " + name);
    }

    private static int run(Path where, Map<String, String> environment, String... words) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(words)
                .directory(where.toAbsolutePath().toFile())
                .redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int code = process.waitFor();
        System.out.print(code == 0 ? "" : output);
        return code;
    }
}
