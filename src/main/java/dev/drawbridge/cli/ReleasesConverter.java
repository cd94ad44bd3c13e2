package dev.drawbridge.cli;

import dev.drawbridge.schema.KubernetesRelease;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Releases as people write them: {@code 1.34}, {@code 1.31,1.34}, {@code 1.31..1.37}; each once, in order. */
final class ReleasesConverter implements ITypeConverter<List<KubernetesRelease>> {

    private final ReleaseConverter one = new ReleaseConverter();

    @Override
    public List<KubernetesRelease> convert(String text) {
        TreeSet<KubernetesRelease> releases = new TreeSet<>();
        for (String part : text.split(",", -1)) {
            int dots = part.indexOf("..");
            KubernetesRelease first = one.convert(dots < 0 ? part : part.substring(0, dots));
            KubernetesRelease last = one.convert(dots < 0 ? part : part.substring(dots + 2));
            if (first.compareTo(last) > 0) {
                throw new TypeConversionException("must go from an older release to a newer one, is " + part);
            }
            Arrays.stream(KubernetesRelease.values())
                    .filter(release -> release.compareTo(first) >= 0 && release.compareTo(last) <= 0)
                    .forEach(releases::add);
        }
        return List.copyOf(releases);
    }
}
