package dev.drawbridge.live.why;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.fit.Fit;
import dev.drawbridge.live.ClusterSnapshot;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.live.StoredObject;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests of a pod in each of many situations, recorded with the words of real schedulers: {@code why/situations.txt} has
 * the namespace of each, its first cause, what it is, and the release if only one has it.
 */
class WhySituationsTest {

    private static InputStream open(String name) {
        return Objects.requireNonNull(WhySituationsTest.class.getResourceAsStream("/why/" + name), name);
    }

    @ParameterizedTest
    @EnumSource(names = {"K8S_1_36", "K8S_1_37"})
    void firstCauseIsThatOfTheSituation(KubernetesRelease release) throws IOException {
        ClusterSnapshot.Builder objects = new ClusterSnapshot.Builder();
        objects.files().add("dump", open("situations-" + release + ".yaml"));
        ClusterSnapshot snapshot = objects.build(Instant.EPOCH);
        Why why = new Why(
                snapshot, new Fit(snapshot.fleet(), release, GateSettings.DEFAULTS.in(release), Duration.ofMinutes(2)));
        List<String> wrong = new ArrayList<>();
        for (String line : new String(open("situations.txt").readAllBytes(), UTF_8).split("\n")) {
            String[] parts = line.split("\\|");
            if (parts.length > 3 && !parts[3].equals(release.toString())) {
                continue;
            }
            StoredObject pod = Objects.requireNonNull(snapshot.find(SnapshotKind.POD, parts[0], "p"), line);
            Diagnosis diagnosis = why.of(pod).get(0);
            if (!diagnosis.causes().get(0).toString().equals(parts[1])) {
                wrong.add(line + ": " + diagnosis.causes());
            }
        }
        assertThat(wrong).isEmpty();
    }
}
