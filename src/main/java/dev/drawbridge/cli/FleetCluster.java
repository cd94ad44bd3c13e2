package dev.drawbridge.cli;

import dev.drawbridge.cluster.ClusterClient;
import dev.drawbridge.cluster.ServerVersion;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.fit.Fit;
import dev.drawbridge.fleet.FleetBuilder;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.schema.FeatureGate;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The cluster that the options name: its fleet, its release and gates, and single objects of it. */
final class FleetCluster implements AutoCloseable {

    private static final Pattern OBJECT = Pattern.compile("([A-Za-z][A-Za-z0-9.-]*)/([^/]+)");

    private static final int NEWEST_MINOR =
            Integer.parseInt(Fit.newestKnown().toString().substring("1.".length()));

    private final ClusterClient client;
    private final @Nullable String namespace;

    FleetCluster(ClusterClient client, @Nullable String namespace) {
        this.client = client;
        this.namespace = namespace;
    }

    /** The cluster; null if no option names one. */
    static @Nullable FleetCluster of(Arguments arguments) throws IOException {
        String context = arguments.text("context");
        return context != null || arguments.has("cluster")
                ? new FleetCluster(client(arguments), arguments.text("namespace"))
                : null;
    }

    /** The cluster that the options name, or that of the kubeconfig's current context. */
    static FleetCluster current(Arguments arguments) throws IOException {
        return new FleetCluster(client(arguments), arguments.text("namespace"));
    }

    private static ClusterClient client(Arguments arguments) throws IOException {
        try {
            return ClusterClient.ofContext(arguments.text("context"));
        } catch (IOException none) {
            throw new IOException(
                    none.getMessage() + ". From a dump: " + arguments.command() + " --from dump.yaml", none);
        }
    }

    /** The cluster itself. */
    ClusterClient client() {
        return client;
    }

    /** The release of the scheduler, or the nearest that is known. */
    KubernetesRelease nearestRelease(Consumer<String> note) throws IOException {
        return nearest(client.version().toString(), "The cluster runs", note);
    }

    /** The release, or the nearest one with a known scheduler; then a sentence about it goes to the receiver. */
    static KubernetesRelease nearest(String version, String whose, Consumer<String> note) {
        Optional<KubernetesRelease> known = KubernetesRelease.parse(version);
        if (known.isPresent() && Fit.knows(known.get())) {
            return known.get();
        }
        int minor = Integer.parseInt(version.replaceFirst("^1\\.(\\d+).*$", "$1"));
        KubernetesRelease nearest = minor < NEWEST_MINOR ? KubernetesRelease.K8S_1_34 : Fit.newestKnown();
        note.accept(whose + " Kubernetes " + version + ", whose scheduler is unknown; decided like Kubernetes "
                + nearest + ".");
        return nearest;
    }

    /** The namespace of the options, or of the kubeconfig's context. */
    String namespace() {
        String ofContext = client.namespace();
        return namespace != null ? namespace : ofContext == null ? "default" : ofContext;
    }

    /** The release of the scheduler; if it is not known, see {@link #scheduler}. */
    KubernetesRelease release(Consumer<String> note) throws IOException {
        return scheduler(client.version(), note);
    }

    /**
     * The scheduler of a cluster. If it is newer than those that are known, the newest of them, and a sentence about it
     * goes to the receiver.
     *
     * @throws InputException if it is older
     */
    static KubernetesRelease scheduler(ServerVersion version, Consumer<String> note) {
        Optional<KubernetesRelease> release = KubernetesRelease.parse(version.toString());
        if (release.isPresent() && Fit.knows(release.get())) {
            return release.get();
        }
        KubernetesRelease newest = Fit.newestKnown();
        boolean isNewer = release.map(known -> known.compareTo(newest) > 0).orElse(version.minor() > NEWEST_MINOR);
        if (!isNewer) {
            throw new InputException("the cluster runs Kubernetes " + version + "; only the schedulers of "
                    + Fit.knownReleases() + " are known. Set --kubernetes to decide like one of these");
        }
        note.accept("The cluster runs Kubernetes " + version
                + ", newer than the known schedulers; decided like Kubernetes " + newest + ".");
        return newest;
    }

    /** The gates that differ from the defaults of the release, as far as the API server's metrics tell. */
    GateSettings gates(KubernetesRelease release) {
        return gates(client.featureGates(), release);
    }

    /** Those of the gates in an API server's metrics that differ from the defaults of the release. */
    static GateSettings gates(Map<String, Boolean> shown, KubernetesRelease release) {
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

    /** Adds the objects of the cluster; pods, which may be many, only if they use device plugins. */
    void addTo(FleetBuilder fleet, Consumer<String> note) throws IOException {
        client.list(fleet::add);
        if (fleet.hasDevicePlugins()) {
            addPods(fleet, note);
        }
    }

    /** Adds what can be seen of the cluster; a sentence about each kind that cannot be listed goes to the receiver. */
    void addSeenTo(FleetBuilder fleet, Consumer<String> note) throws IOException {
        client.listAllowed(
                fleet::add, refused -> note.accept("Not seen: " + refused + "; the answer covers only the rest"));
        if (fleet.hasDevicePlugins()) {
            addPods(fleet, note);
        }
    }

    private void addPods(FleetBuilder fleet, Consumer<String> note) {
        try {
            client.listBoundPods(fleet::add);
        } catch (IOException e) {
            note.accept("Pods cannot be listed, so their use of device plugins is not counted: " + e.getMessage());
        }
    }

    /** Whether the text can be the name of an object: {@code KIND/NAME}. */
    static boolean isObject(String text) {
        return OBJECT.matcher(text).matches();
    }

    /** The object of a name. */
    Manifest object(String text) throws IOException {
        Matcher parts = OBJECT.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException(text);
        }
        ObjectValue object = client.object(parts.group(1), namespace(), parts.group(2));
        return new Manifest(text, "", object, object.string("apiVersion"), object.string("kind"));
    }

    @Override
    public void close() {
        client.close();
    }
}
