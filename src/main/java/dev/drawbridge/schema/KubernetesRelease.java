package dev.drawbridge.schema;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A minor release of Kubernetes, oldest first. */
public enum KubernetesRelease {
    K8S_1_27("1.27"),
    K8S_1_28("1.28"),
    K8S_1_29("1.29"),
    K8S_1_30("1.30"),
    K8S_1_31("1.31"),
    K8S_1_32("1.32"),
    K8S_1_33("1.33"),
    K8S_1_34("1.34"),
    K8S_1_35("1.35"),
    K8S_1_36("1.36"),
    K8S_1_37("1.37"),
    K8S_1_38("1.38", "1.38.0-beta.0");

    /** The oldest release that the table knows. */
    public static final KubernetesRelease OLDEST = values()[0];

    /** The last release in the table: a preview, if there is one. */
    static final KubernetesRelease LAST = values()[values().length - 1];

    /** The newest release that is out. */
    public static final KubernetesRelease NEWEST = newest();

    private final String text;
    private final String preview;

    /** No stream: a fresh process needs it for its first verdict. */
    private static KubernetesRelease newest() {
        KubernetesRelease newest = OLDEST;
        for (KubernetesRelease release : values()) {
            newest = release.preview.isEmpty() ? release : newest;
        }
        return newest;
    }

    /** The release of this name, such as {@code 1.30}; null if the table has none yet. */
    public static @Nullable KubernetesRelease named(String name) {
        for (KubernetesRelease release : values()) {
            if (release.text.equals(name)) {
                return release;
            }
        }
        return null;
    }

    KubernetesRelease(String text) {
        this(text, "");
    }

    KubernetesRelease(String text, String preview) {
        this.text = text;
        this.preview = preview;
    }

    /** The pre-release whose rules the table has, such as {@code 1.38.0-beta.0}; empty once the release is out. */
    public Optional<String> preview() {
        return preview.isEmpty() ? Optional.empty() : Optional.of(preview);
    }

    /**
     * The release of this name, such as {@code 1.30}; empty if the table has none. A patch has the rules of its minor
     * release, and is written as {@code kubectl version} and the clouds write it: {@code v1.30.4}, {@code
     * v1.30.4+k3s1}.
     */
    public static Optional<KubernetesRelease> parse(String text) {
        String version = text.startsWith("v") ? text.substring(1) : text;
        return Arrays.stream(values())
                .filter(release -> version.equals(release.text) || release.hasPatch(version))
                .findFirst();
    }

    /** Releases, oldest first, as people write them: {@code 1.29 to 1.31, 1.33}. */
    public static String ranges(List<KubernetesRelease> releases) {
        StringBuilder ranges = new StringBuilder();
        for (int i = 0; i < releases.size(); i++) {
            int first = i;
            while (i + 1 < releases.size()
                    && releases.get(i + 1).ordinal() == releases.get(i).ordinal() + 1) {
                i++;
            }
            ranges.append(ranges.length() == 0 ? "" : ", ").append(releases.get(first));
            if (i > first) {
                ranges.append(" to ").append(releases.get(i));
            }
        }
        return ranges.toString();
    }

    private boolean hasPatch(String version) {
        String prefix = text + ".";
        return version.startsWith(prefix)
                && version.length() > prefix.length()
                && Character.isDigit(version.charAt(prefix.length()));
    }

    /** All names, oldest first, with commas between. */
    public static String names() {
        return Arrays.stream(values()).map(KubernetesRelease::toString).collect(Collectors.joining(", "));
    }

    @Override
    public String toString() {
        return text;
    }
}
