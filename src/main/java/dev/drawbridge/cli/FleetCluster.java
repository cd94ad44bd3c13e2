package dev.drawbridge.cli;

import dev.drawbridge.cluster.ClusterClient;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Printable;
import dev.drawbridge.fit.input.FleetObjects;
import dev.drawbridge.fleet.ClusterInfo;
import dev.drawbridge.fleet.FleetBuilder;
import dev.drawbridge.live.ClusterReader;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.manifest.Manifest;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The cluster that the options name: its fleet, what is known of it as a whole, and single objects of it. */
record FleetCluster(ClusterClient client, @Nullable String named) implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofMinutes(5);

    /** The name of an object: {@code KIND/NAME}. */
    static final Pattern OBJECT = Pattern.compile("([A-Za-z][A-Za-z0-9.-]*)/([^/]+)");

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
                    none.getMessage() + ". From a dump: " + arguments.typed() + " --from dump.yaml", none);
        }
    }

    /** The namespace of the options, or of the kubeconfig's context. */
    String namespace() {
        String ofContext = client.namespace();
        return named != null ? named : ofContext == null ? "default" : ofContext;
    }

    /**
     * Adds what can be listed of the cluster, and records what cannot: answers that depend on it are unknown. Pods,
     * which may be many, are listed only if they use device plugins.
     */
    void addTo(FleetBuilder fleet, Consumer<String> note) throws IOException {
        Map<String, String> unseen = new LinkedHashMap<>();
        new ClusterReader(client, SnapshotKind.ofFleets(), LIMIT)
                .list(null, fleet::add)
                .forEach((kind, reason) -> unseen.put(kind.plural(), reason));
        if (fleet.hasDevicePlugins()) {
            try {
                client.listBoundPods(fleet::add);
            } catch (IOException e) {
                note.accept("Pods cannot be listed, so their use of device plugins is not counted: " + e.getMessage());
            }
        }
        fleet.info(info(unseen));
    }

    /** Adds what else decides how many pods fit, such as quotas and PriorityClasses; says which cannot be listed. */
    void addLimits(FleetBuilder fleet, Consumer<String> note) {
        List<SnapshotKind> kinds = List.of(
                SnapshotKind.RESOURCE_QUOTA,
                SnapshotKind.LIMIT_RANGE,
                SnapshotKind.NAMESPACE,
                SnapshotKind.POD_GROUP,
                SnapshotKind.PRIORITY_CLASS,
                SnapshotKind.AUTOSCALER);
        ClusterInfo known = fleet.info();
        Map<String, String> unseen = new LinkedHashMap<>(known.unseen());
        try {
            new ClusterReader(client, kinds, LIMIT).list(null, fleet::add).forEach((kind, reason) -> {
                unseen.put(kind.plural(), reason);
                if (kind != SnapshotKind.NAMESPACE) {
                    note.accept(Printable.plural(kind.toString()) + " cannot be listed and are not counted: " + reason);
                }
            });
        } catch (IOException e) {
            kinds.forEach(kind -> unseen.put(kind.plural(), e.getMessage()));
            note.accept("ResourceQuotas cannot be listed and are not counted: " + e.getMessage());
        } finally {
            fleet.info(
                    new ClusterInfo(known.kubernetes(), known.featureGates(), unseen, known.namespace(), known.time()));
        }
    }

    /** Says that the labels of namespaces are not known if admin access of these objects depends on them. */
    static void noteLabels(FleetBuilder fleet, List<Manifest> applied, Consumer<String> note) {
        String reason = fleet.info().unseen().get(SnapshotKind.NAMESPACE.plural());
        boolean isAdmin = applied.stream()
                .filter(object -> reason != null && fleet.labels(object.namespace(fleet.namespace())) == null)
                .flatMap(object -> FleetObjects.mistakes(object, null, Map.of()).stream())
                .anyMatch(error -> error.origin() == Origin.ADMIN_ACCESS_LABEL);
        if (isAdmin) {
            note.accept("The labels of namespaces are not known, and may forbid admin access: " + reason);
        }
    }

    /** Passes the policies, and what they depend on, to the receiver; says which cannot be listed. */
    void addPolicies(Consumer<Manifest> receiver, Consumer<String> note) {
        try {
            new ClusterReader(client, SnapshotKind.ofPolicies(), LIMIT)
                    .list(
                            null,
                            (version, kind, object) ->
                                    receiver.accept(new Manifest("the cluster", "", object, version, kind)))
                    .forEach((kind, reason) -> note.accept("The " + kind.plural()
                            + " cannot be listed; what admission policies decide by them is not checked: " + reason));
        } catch (IOException e) {
            note.accept("Admission policies cannot be listed and are not checked: " + e.getMessage());
        }
    }

    /** What is known of the cluster as a whole, of which these kinds could not be listed. */
    ClusterInfo info(Map<String, String> unseen) throws IOException {
        return new ClusterInfo(client.version().gitVersion(), client.featureGates(), unseen, "", null);
    }

    /** Whether the text can be the name of an object: {@code KIND/NAME}. */
    static boolean isObject(String text) {
        return OBJECT.matcher(text).matches();
    }

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
