package dev.drawbridge.fit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.resource.Kinds;
import dev.drawbridge.schema.KubernetesRelease;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests of the facts that a release needs before its rules count as known. */
class NewestReleaseTest {

    @Test
    void allocatorOfNewestReleaseIsKnown() {
        assertThat(Fit.knows(KubernetesRelease.NEWEST))
                .as("compare the table of quirks with the allocator of " + KubernetesRelease.NEWEST
                        + ", then raise AllocatorVersion.NEWEST")
                .isTrue();
    }

    @Test
    void previewIsUnreleased() {
        assertThat(KubernetesRelease.values())
                .filteredOn(release -> release.preview().isPresent())
                .allMatch(release -> release.compareTo(KubernetesRelease.NEWEST) > 0)
                .allMatch(release -> release.preview().orElseThrow().startsWith(release + ".0-"));
    }

    /** A version with an end is served up to the release before it. */
    @ParameterizedTest
    @EnumSource(KubernetesRelease.class)
    void versionEndsWithItsRemoval(KubernetesRelease release) {
        assertThat(Kinds.all())
                .allSatisfy(kind -> kind.served().stream()
                        .filter(version -> release.toString().equals(version.removed()))
                        .forEach(version -> assertThat(kind.isServed(version.version(), release))
                                .as(kind.name() + " " + version.version() + " in " + release)
                                .isFalse()));
    }
}
