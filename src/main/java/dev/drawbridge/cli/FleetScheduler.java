package dev.drawbridge.cli;

import dev.drawbridge.fit.Fit;
import dev.drawbridge.fleet.ClusterInfo;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.FleetBuilder;
import dev.drawbridge.fleet.SchedulerVersion;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.schema.FeatureGate;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.PatchVersion;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler that decides about a fleet: what options name wins, then what the cluster or its dump shows, then the
 * newest release and its defaults.
 *
 * @param version the best known version; null if nothing names one
 * @param info what is known of the cluster, with the gates that are in use; without gates if they are not known
 */
record FleetScheduler(
        KubernetesRelease release,
        GateSettings gates,
        @Nullable SchedulerVersion version,
        ClusterInfo info) {

    private static final int NEWEST_MINOR =
            Integer.parseInt(Fit.newestKnown().toString().substring("1.".length()));

    /** The scheduler of the options {@code --kubernetes} and {@code --feature-gates}, as far as there are any. */
    static FleetScheduler of(
            Arguments arguments, ClusterInfo info, @Nullable SchedulerVersion version, Consumer<String> note) {
        KubernetesRelease named = arguments.parsed("kubernetes", Releases::one);
        PatchVersion patch = PatchVersion.parse(arguments.text("kubernetes", ""));
        return of(
                named,
                arguments.parsed("feature-gates", GateSettings::parse),
                info,
                patch == null ? version : new SchedulerVersion(patch, ""),
                note);
    }

    /** The scheduler of a fleet, with the release and gates that are named; null for those of the fleet. */
    static FleetScheduler of(
            @Nullable KubernetesRelease named,
            @Nullable GateSettings set,
            ClusterInfo info,
            @Nullable SchedulerVersion version,
            Consumer<String> note) {
        String shown = !info.release().isEmpty()
                ? info.release()
                : version == null
                        ? Fit.newestKnown().toString()
                        : version.version().release();
        KubernetesRelease release = named == null ? nearest(shown, note) : known(named);
        Releases.announce(List.of(release), note);
        // The gates of another release differ from their defaults for other reasons.
        boolean isOther =
                named != null && !info.release().isEmpty() && !named.toString().equals(info.release());
        Map<String, Boolean> known = isOther ? Map.of() : info.featureGates();
        GateSettings gates = set == null ? differing(known, release) : set;
        if (set != null) {
            FeatureGates on = gates.in(release);
            known = Arrays.stream(FeatureGate.values()).collect(Collectors.toMap(FeatureGate::toString, on::has));
        }
        return new FleetScheduler(release, gates, version, info.with(known));
    }

    /** Sets version and gates of the fleet; what could not be listed goes to the receiver. */
    void applyTo(FleetBuilder fleet, Consumer<String> note) {
        if (version != null) {
            fleet.version(version);
        }
        fleet.info(info);
        noteUnseen(info, note);
    }

    /** Its feature gates that are on. */
    FeatureGates on() {
        return gates.in(release);
    }

    /** Decides with its release and gates about a fleet as it is given. */
    Fit fit(Fleet fleet, Duration limit) {
        return new Fit(fleet, release, on(), limit);
    }

    Fleet of(Fleet fleet) {
        return fleet.with(version, info);
    }

    /** The release, or the nearest one with a known scheduler; then a sentence about it goes to the receiver. */
    static KubernetesRelease nearest(String version, Consumer<String> note) {
        Optional<KubernetesRelease> known = KubernetesRelease.parse(version);
        if (known.isPresent() && Fit.knows(known.get())) {
            return known.get();
        }
        int minor = Integer.parseInt(version.replaceFirst("^1\\.(\\d+).*$", "$1"));
        KubernetesRelease nearest = minor < NEWEST_MINOR ? KubernetesRelease.K8S_1_34 : Fit.newestKnown();
        note.accept("The cluster runs Kubernetes " + version + ", whose scheduler is unknown; decided like Kubernetes "
                + nearest + ".");
        return nearest;
    }

    /** The release, whose scheduler is known. */
    static KubernetesRelease known(KubernetesRelease release) {
        if (!Fit.knows(release)) {
            throw new UsageException("--kubernetes: the schedulers of " + Fit.knownReleases()
                    + " are supported, not that of " + release);
        }
        return release;
    }

    static void noteUnseen(ClusterInfo info, Consumer<String> note) {
        Set<String> ofFleets =
                SnapshotKind.ofFleets().stream().map(SnapshotKind::plural).collect(Collectors.toSet());
        info.unseen().forEach((kind, reason) -> {
            if (ofFleets.contains(kind)) {
                note.accept("Not seen: " + kind + " (" + reason + "); what depends on them is unknown");
            }
        });
    }

    /** Those of the gates in an API server's metrics that differ from the defaults of the release. */
    private static GateSettings differing(Map<String, Boolean> shown, KubernetesRelease release) {
        FeatureGates on = FeatureGates.NONE;
        FeatureGates off = FeatureGates.NONE;
        for (FeatureGate gate : FeatureGate.values()) {
            Boolean isOn = gate.exists(release) ? shown.get(gate.toString()) : null;
            if (isOn != null && isOn != gate.isDefault(release)) {
                on = isOn ? on.with(gate, true) : on;
                off = isOn ? off : off.with(gate, true);
            }
        }
        return new GateSettings(on, off);
    }
}
