package dev.drawbridge.live;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.yaml.YamlReader;
import dev.drawbridge.field.RuleText;
import dev.drawbridge.fleet.SchedulerVersion;
import dev.drawbridge.schema.KubernetesComponent;
import dev.drawbridge.schema.PatchVersion;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A known bug of Kubernetes in the allocation or preparation of devices: a row of {@code live/bugs.yaml}, which has the
 * sources. A bug is named only if version and sign agree.
 *
 * @param id the thread
 * @param versions the affected versions, such as {@code 1.35.0..1.35.5}; without an end if no fix is known
 * @param message the message that is its sign; null if none is
 * @param summary what happens, in a sentence
 * @param workaround what to do without an upgrade; empty if nothing is known
 * @param source where the facts are from
 */
public record KnownBug(
        String id,
        KubernetesComponent component,
        List<String> versions,
        @Nullable Pattern message,
        String summary,
        String workaround,
        String source) {

    /** The day on which the threads and changelogs were read. */
    public static final LocalDate READ = LocalDate.of(2026, 11, 27);

    public static final List<KnownBug> ALL = YamlReader.bundled("/live/bugs.yaml").list("bugs").objects().stream()
            .map(KnownBug::of)
            .toList();

    /** A scheduler that panics if all devices are requested, and one of them consumes counters. */
    static final KnownBug COUNTERS_WITH_ALL = named("kubernetes#138882");

    /** A scheduler that panics if counts exceed the largest integer together. */
    static final KnownBug COUNTS_OVERFLOW = named("kubernetes#141323");

    /** A scheduler that allocates a device twice. */
    public static final KnownBug DEVICE_TWICE = named("kubernetes#136269");

    /** A scheduler that taints all devices for a rule without a selector. */
    public static final KnownBug RULE_WITHOUT_SELECTOR = named("kubernetes#141620");

    /** An API server that lets old clients remove the names of claims from the status of a pod. */
    public static final KnownBug STATUS_REMOVED = named("kubernetes#139772");

    private static KnownBug of(ObjectValue row) {
        return new KnownBug(
                row.string("id"),
                Objects.requireNonNull(KubernetesComponent.in(row.string("component"))),
                row.list("versions").texts(),
                row.has("pattern") ? Pattern.compile(row.string("pattern")) : null,
                row.string("summary"),
                row.string("workaround"),
                row.string("source"));
    }

    private static KnownBug named(String id) {
        return ALL.stream().filter(bug -> bug.id.equals(id)).findFirst().orElseThrow();
    }

    /** The bug of a component of this version that a message is the sign of; null if there is none. */
    public static @Nullable KnownBug inMessage(
            KubernetesComponent component, String message, @Nullable PatchVersion version) {
        return ALL.stream()
                .filter(bug -> bug.component == component
                        && bug.message != null
                        && bug.message.matcher(message).find()
                        && bug.affects(version))
                .findFirst()
                .orElse(null);
    }

    /** Whether a version has the bug; false if it is not known. */
    public boolean affects(@Nullable PatchVersion version) {
        return version != null
                && versions.stream().anyMatch(range -> {
                    List<PatchVersion> ends = ends(range);
                    return ends.get(0).compareTo(version) <= 0
                            && (ends.size() == 1
                                    ? ends.get(0).minor() == version.minor()
                                    : ends.get(1).compareTo(version) >= 0);
                });
    }

    /** The versions with the fix, the oldest release first; empty if none is known. */
    public List<PatchVersion> fixed() {
        return versions.stream()
                .map(KnownBug::ends)
                .filter(ends -> ends.size() > 1)
                .map(ends -> new PatchVersion(ends.get(1).minor(), ends.get(1).patch() + 1))
                .toList();
    }

    /** The sentence that a component of this version has the bug. */
    public String in(@Nullable Object version) {
        String since = !fixed().isEmpty()
                ? "fixed in " + fixes()
                : fixes().isEmpty() ? "not fixed yet" : "not in " + fixes() + " and later";
        return component + " " + version + " has " + id + ", " + since + ": " + summary;
    }

    /** The sentence that the bug may be the reason, if this version has it; empty otherwise. */
    public List<String> perhaps(@Nullable SchedulerVersion version) {
        return version != null && affects(version.version()) ? List.of("perhaps since " + in(version)) : List.of();
    }

    /** The finding that a component of this version has the bug, whose sign is in an object. */
    public ClusterFinding finding(RuleText.Row rule, String object, @Nullable Object version) {
        return ClusterFinding.about(rule, object, in(version)).advising(advice());
    }

    public String advice() {
        return (fixes().isEmpty() ? "" : "upgrade the " + component + " to " + fixes())
                + (fixes().isEmpty() || workaround.isEmpty() ? "" : ", or ")
                + workaround;
    }

    /** The versions with a fix, or else the first release without the bug; empty if there is none. */
    private String fixes() {
        int last = lastMinor(Stream.of(this));
        return fixed().isEmpty()
                ? last < lastMinor(ALL.stream()) ? "1." + (last + 1) : ""
                : fixed().stream().map(PatchVersion::toString).collect(Collectors.joining(" or "));
    }

    private static int lastMinor(Stream<KnownBug> bugs) {
        return bugs.flatMap(bug -> bug.versions.stream())
                .flatMap(range -> ends(range).stream())
                .mapToInt(PatchVersion::minor)
                .max()
                .orElse(0);
    }

    private static List<PatchVersion> ends(String range) {
        return Stream.of(range.split("\\.\\.(?=1\\.)|\\.\\.$", 2))
                .flatMap(one -> Stream.ofNullable(PatchVersion.parse(one)))
                .toList();
    }

    /** The name of its row: the thread. */
    @Override
    public String toString() {
        return id;
    }
}
