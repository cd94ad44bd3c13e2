package dev.drawbridge.cli;

import dev.drawbridge.schema.KubernetesRelease;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Releases as users write them; an invalid text is an IllegalArgumentException. */
final class Releases {

    /** One: {@code 1.30}. */
    static KubernetesRelease one(String text) {
        return KubernetesRelease.parse(text)
                .orElseThrow(() -> new IllegalArgumentException(
                        "invalid value \"" + text + "\"; expected: " + KubernetesRelease.names()));
    }

    /** An upgrade: {@code 1.37..1.38}, from the release before it to a later one. */
    record Upgrade(KubernetesRelease from, KubernetesRelease to) {}

    static Upgrade upgrade(String text) {
        int dots = text.indexOf("..");
        if (dots < 0) {
            throw new IllegalArgumentException("expected two releases such as 1.37..1.38, found \"" + text + "\"");
        }
        Upgrade upgrade = new Upgrade(one(text.substring(0, dots)), one(text.substring(dots + 2)));
        if (upgrade.from.compareTo(upgrade.to) >= 0) {
            throw new IllegalArgumentException("expected an older release, then a newer one; found " + text);
        }
        return upgrade;
    }

    /** A sentence for each of the releases that is not out yet; none for those that are. */
    static void announce(List<KubernetesRelease> releases, Consumer<String> note) {
        for (KubernetesRelease release : releases) {
            release.preview()
                    .ifPresent(preview -> note.accept("Kubernetes " + release
                            + " is not released yet: its rules are those of " + preview + ", a preview"));
        }
    }

    /** Several: {@code 1.34}, {@code 1.31,1.34}, {@code 1.31..1.37}; each once, in order. */
    static List<KubernetesRelease> several(String text) {
        TreeSet<KubernetesRelease> releases = new TreeSet<>();
        for (String part : text.split(",", -1)) {
            int dots = part.indexOf("..");
            KubernetesRelease first = one(dots < 0 ? part : part.substring(0, dots));
            KubernetesRelease last = one(dots < 0 ? part : part.substring(dots + 2));
            if (first.compareTo(last) > 0) {
                throw new IllegalArgumentException("expected an older release, then a newer one; found " + part);
            }
            Arrays.stream(KubernetesRelease.values())
                    .filter(release -> release.compareTo(first) >= 0 && release.compareTo(last) <= 0)
                    .forEach(releases::add);
        }
        return List.copyOf(releases);
    }
}
