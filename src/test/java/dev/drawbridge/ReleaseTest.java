package dev.drawbridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Tests of {@code src/release/release.sh} with small archives in place of those that Maven and jlink make. */
@EnabledOnOs(OS.LINUX)
class ReleaseTest {

    private static final String SCRIPT =
            Path.of("src/release/release.sh").toAbsolutePath().toString();
    private static final String LINUX = "drawbridge-1.2.3-rc1-linux-x64.tar.gz";
    private static final String BOM = "drawbridge-1.2.3-rc1.cdx.json";

    @TempDir
    private static Path target;

    private static Path release;
    private static String linked;

    @BeforeAll
    static void makeRelease() throws Exception {
        release = Files.createDirectories(target.resolve("release"));
        Path own = target.resolve("linux/drawbridge-1.2.3-rc1");
        for (String file : List.of("bin/drawbridge", "LICENSE", "java/release")) {
            Files.createDirectories(own.resolve(file).getParent());
            Files.writeString(own.resolve(file), "JAVA_VERSION=\"25.0.3\"\n");
        }
        Path link = Files.createSymbolicLink(own.resolve("link"), Path.of("LICENSE"));
        run("tar", "-czf", "release/" + LINUX, "-C", "linux", "drawbridge-1.2.3-rc1");
        String[] script = {"bash", SCRIPT, "1.2.3-rc1", "2026-01-01T00:00:00Z", target.toString(), "1", "2", "3"};
        linked = run(script);
        Files.delete(link);
        run("tar", "-czf", "release/" + LINUX, "-C", "linux", "drawbridge-1.2.3-rc1");
        for (String file : List.of("drawbridge-1.2.3-rc1.tar.gz", "drawbridge-1.2.3-rc1.zip")) {
            Files.writeString(release.resolve(file), file);
        }
        Files.writeString(
                release.resolve(BOM),
                "{\n  \"metadata\" : {},\n  \"components\" : [\n    {\n      \"name\" : \"cel\"\n    }\n  ]\n}\n");
        Files.writeString(release.resolve("drawbridge-1.2.3-rc1-image.tar"), "image");
        Files.writeString(target.resolve("jib-image.digest"), "sha256:" + "0".repeat(64));
        run(script);
    }

    private static String run(String... words) throws IOException, InterruptedException {
        return InstallIT.run(target, Map.of(), words);
    }

    private static boolean has(String program) throws Exception {
        boolean has = !run("sh", "-c", "command -v " + program).isBlank();
        if (!has) {
            System.out.println("SKIPPED: there is no " + program);
        }
        return has;
    }

    private static String sum(String file) throws IOException {
        return Files.readAllLines(release.resolve("SHA256SUMS")).stream()
                .filter(line -> line.endsWith("  " + file))
                .map(line -> line.substring(0, 64))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void manifestsOfPackageManagersNameTheFilesWithTheirSums() throws Exception {
        Path krew = release.resolve("drawbridge.yaml");
        List<String> sums = new ArrayList<>();
        for (JsonNode platform : new YAMLMapper().readTree(krew.toFile()).at("/spec/platforms")) {
            String address = platform.get("uri").asString();
            assertThat(platform.get("sha256").asString())
                    .isEqualTo(sum(address.substring(address.lastIndexOf('/') + 1)));
            sums.add(address);
        }
        assertThat(sums).hasSize(3).doesNotHaveDuplicates();
        Path formula = release.resolve("drawbridge.rb");
        assertThat(formula).content().contains("/" + LINUX + "\"", "sha256 \"" + sum(LINUX) + "\"");
        if (has("ruby")) {
            assertThat(run("ruby", "-c", formula.toString())).contains("Syntax OK");
        }
        assertThat(release.resolve("install.sh")).content().contains("version=1.2.3-rc1 ");
        assertThat(run("sh", "-c", "cd release && sha256sum -c --quiet SHA256SUMS && cut -c67- SHA256SUMS"))
                .isEqualTo(run("sh", "-c", "ls release | LC_ALL=C sort | grep -v SHA256SUMS"));
        assertThat(run("grep", "-rlI", "@[a-z0-9.]*@", "release")).isEmpty();
    }

    @Test
    void archiveWithLinksIsNotReleased() {
        assertThat(linked).contains("link -> LICENSE", "krew would refuse");
    }

    @Test
    void packageForDebianBelongsToRootAndIsOlderThanItsRelease() throws Exception {
        if (!has("dpkg-deb")) {
            return;
        }
        Path file = release.resolve("drawbridge_1.2.3~rc1_amd64.deb");
        assertThat(run("dpkg-deb", "--info", file.toString())).contains("Version: 1.2.3~rc1", "Depends: libc6");
        assertThat(run("dpkg-deb", "--contents", file.toString()))
                .contains("./usr/bin/drawbridge -> ../lib/drawbridge/bin/drawbridge", "root/root")
                .contains("./usr/share/doc/drawbridge/copyright", "2026-01-01");
    }

    @Test
    void chartNamesTheImageByDigest() throws Exception {
        assertThat(run("tar", "-xzOf", "release/drawbridge-chart-1.2.3-rc1.tgz", "drawbridge/values.yaml"))
                .contains("\n  digest: sha256:" + "0".repeat(64) + "\n");
    }

    @Test
    void billOfMaterialsHasTheJavaOfTheArchive() throws Exception {
        JsonNode components =
                JsonMapper.shared().readTree(release.resolve(BOM).toFile()).get("components");

        assertThat(components.findValuesAsString("name")).containsExactly("openjdk", "cel");
        assertThat(components.at("/0/version").asString()).isEqualTo("25.0.3");
        assertThat(components.at("/0/licenses/0/expression").asString()).startsWith("GPL-2.0");
    }
}
