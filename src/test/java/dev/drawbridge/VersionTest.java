package dev.drawbridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every mention of the version equals that of the pom. */
class VersionTest {

    private static final String VERSION =
            first("pom.xml", "(?s)<artifactId>drawbridge</artifactId>\\s*<version>([^<]+)<");

    private static String first(String file, String pattern) {
        try {
            Matcher found = Pattern.compile(pattern).matcher(Files.readString(Path.of(file)));
            assertThat(found.find()).as(file + ": " + pattern).isTrue();
            return found.group(1);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "Dockerfile, drawbridge:(\\S+) \\.",
        "README.md, docker build -t drawbridge:(\\S+) \\.",
        "src/docs/deployment.md, docker build -t drawbridge:(\\S+) \\.",
        "deploy/base/deployment.yaml, image: drawbridge:(\\S+)",
        "deploy/ci/check, DRAWBRIDGE_VERSION:-([^}]+)",
        "deploy/ci/driver-workflow.yaml, --version (\\S+)",
        "deploy/ci/github/action.yml, (?s)of that release\\s+default: (\\S+)",
        "deploy/ci/presync.yaml, drawbridge:(\\S+)",
        "deploy/helm/drawbridge/Chart.yaml, (?m)^version: (\\S+)$",
        "deploy/helm/drawbridge/Chart.yaml, (?m)^appVersion: (\\S+)$"
    })
    void versionIsEqualInAllFiles(String file, String pattern) {
        assertThat(first(file, pattern)).isEqualTo(VERSION);
    }

    @Test
    void changelogContainsVersion() {
        assertThat(first("src/docs/changelog.md", "(?m)^## (\\S+)$")).isEqualTo(VERSION.replace("-SNAPSHOT", ""));
    }
}
