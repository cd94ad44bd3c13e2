package dev.drawbridge.schema;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A version of Kubernetes to the patch, such as {@code 1.37.1}: for behaviour that a patch changed. */
public record PatchVersion(int minor, int patch) implements Comparable<PatchVersion> {

    private static final Pattern TEXT = Pattern.compile("v?1\\.([0-9]{1,3})\\.([0-9]{1,3})(?![0-9]).*");

    private static final Comparator<PatchVersion> ORDER =
            Comparator.comparing(PatchVersion::minor).thenComparing(PatchVersion::patch);

    /** The version as components and clouds write it, such as {@code v1.37.1-gke.100}; null for other texts. */
    public static @Nullable PatchVersion parse(String text) {
        Matcher parts = TEXT.matcher(text);
        return parts.matches()
                ? new PatchVersion(Integer.parseInt(parts.group(1)), Integer.parseInt(parts.group(2)))
                : null;
    }

    /** The text of its release, such as {@code 1.37}. */
    public String release() {
        return "1." + minor;
    }

    @Override
    public int compareTo(PatchVersion other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return release() + "." + patch;
    }
}
