package dev.drawbridge.cluster;

import dev.drawbridge.document.ObjectValue;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A cluster, from a kubeconfig or a pod's service account. Each request throws an IOException with a message if the
 * cluster cannot be reached, or refuses an answer.
 */
public final class ClusterClient implements AutoCloseable {

    private static final String GROUP = "resource.k8s.io";
    private static final int PAGE = 500;

    /** The number of retries after a request without an answer, at growing intervals: about a second in all. */
    private static final int RETRIES = 3;

    private final KubernetesClient client;

    private ClusterClient(Config config) {
        client = new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder(config)
                        .withRequestRetryBackoffLimit(RETRIES)
                        .build())
                .withHttpClientFactory(new JdkHttpClientFactory())
                .build();
    }

    /**
     * The cluster of a context of the kubeconfig that kubectl would read.
     *
     * @param context its name; null for the current one
     * @throws IOException with a message if there is no such context
     */
    public static ClusterClient ofContext(@Nullable String context) throws IOException {
        Config config = Config.autoConfigure(context);
        boolean isThere = config.getCurrentContext() != null
                && (context == null || context.equals(config.getCurrentContext().getName()));
        if (!isThere) {
            throw new IOException(
                    context == null
                            ? "no cluster: the kubeconfig has no current context; name one with --context"
                            : "the kubeconfig has no context \"" + context
                                    + "\"; kubectl config get-contexts lists them");
        }
        return new ClusterClient(config);
    }

    /**
     * The cluster of a pod, by its service account, or that of a kubeconfig. A service account without a token may read
     * the version, as anyone may.
     *
     * @param kubeconfig null in a pod
     * @throws IOException with a message if there is neither
     */
    public static ClusterClient ofServer(@Nullable Path kubeconfig) throws IOException {
        requireServer(kubeconfig);
        return new ClusterClient(
                kubeconfig == null ? new ConfigBuilder().build() : Config.fromKubeconfig(kubeconfig.toFile()));
    }

    /**
     * Checks that a cluster is configured.
     *
     * @param kubeconfig null in a pod
     * @throws IOException with a message if none is
     */
    public static void requireServer(@Nullable Path kubeconfig) throws IOException {
        if (kubeconfig == null && System.getenv("KUBERNETES_SERVICE_HOST") == null) {
            throw new IOException("outside a pod, set drawbridge.kubernetes.kubeconfig");
        }
        if (kubeconfig != null && !Files.isReadable(kubeconfig)) {
            throw new IOException(kubeconfig + ": cannot be read");
        }
    }

    @FunctionalInterface
    public interface Receiver {

        void object(String apiVersion, String kind, ObjectValue object);
    }

    /**
     * Lists the pods that are bound to nodes and have not ended.
     *
     * @throws IOException with a message if this user may not list the pods of all namespaces
     */
    public void listBoundPods(Receiver receiver) throws IOException {
        list(
                ServedResource.PODS.path(null),
                "&fieldSelector=spec.nodeName!=,status.phase!=Succeeded,status.phase!=Failed",
                object -> receiver.object(ServedResource.PODS.apiVersion(), ServedResource.PODS.kind(), object));
    }

    /**
     * Lists the selected objects of a collection.
     *
     * @param path such as {@code /api/v1/namespaces/ml/pods}
     * @param selected selectors as parameters, such as {@code &labelSelector=owner%3Dhelm}; empty for all
     */
    public void list(String path, String selected, Consumer<ObjectValue> receiver) throws IOException {
        String next = selected;
        while (true) {
            ObjectValue page = get(path + "?limit=" + PAGE + next);
            page.list("items").objects().forEach(receiver);
            String token = page.object("metadata").string("continue");
            if (token.isEmpty()) {
                return;
            }
            next = selected + "&continue=" + URLEncoder.encode(token, StandardCharsets.UTF_8);
        }
    }

    /**
     * Watches the objects that make up a fleet until it is closed. A watch that ends is restarted, also after a restart
     * of the API server.
     */
    public FleetWatch watch(FleetWatch.Receiver receiver) throws IOException {
        return new FleetWatch(client, resources(), receiver);
    }

    /**
     * Reads an object.
     *
     * @param kind as kubectl accepts it: a kind, its plural, singular or a short name, with {@code .GROUP} if several
     *     groups have it
     * @throws IOException with a message if there is no such kind or object
     */
    public ObjectValue object(String kind, String namespace, String name) throws IOException {
        return new ClusterObjects(this::find).get(kind, namespace, name);
    }

    /** The release of the API server. */
    public ServerVersion version() throws IOException {
        return ServerVersion.of(get("/version"));
    }

    /** The feature gates in the API server's metrics, and whether they are on; empty if metrics may not be read. */
    public Map<String, Boolean> featureGates() {
        return featureGates("/metrics");
    }

    /** The feature gates from metrics at another path, such as that of a component behind the API server's proxy. */
    public Map<String, Boolean> featureGates(String path) {
        try {
            return gates(client.raw(path));
        } catch (KubernetesClientException e) {
            return Map.of();
        }
    }

    /** The objects of a webhook that creates its own certificates. */
    public WebhookObjects webhookObjects() {
        return new WebhookObjects(client);
    }

    /** The namespace of the pod, or of the kubeconfig's context. */
    public @Nullable String namespace() {
        return client.getNamespace();
    }

    /** The API groups that the cluster serves, as an APIGroupList. */
    public ObjectValue groups() throws IOException {
        return get("/apis");
    }

    /**
     * Whether a version of a group serves a collection.
     *
     * @param version such as {@code scheduling.k8s.io/v1beta1}
     * @param plural such as {@code podgroups}
     */
    public boolean serves(String version, String plural) throws IOException {
        ObjectValue resources = find("/apis/" + version);
        return resources != null
                && resources.list("resources").objects().stream()
                        .anyMatch(resource -> resource.string("name").equals(plural));
    }

    /**
     * The served resources that make up a fleet, each in the cluster's preferred version.
     *
     * @throws IOException with a message if it does not serve the group
     */
    public List<ServedResource> resources() throws IOException {
        List<ServedResource> found = new ArrayList<>();
        found.add(ServedResource.NODES);
        ObjectValue group = get("/apis/" + GROUP);
        List<String> versions = new ArrayList<>();
        versions.add(group.object("preferredVersion").string("version"));
        for (ObjectValue version : group.list("versions").objects()) {
            versions.add(version.string("version"));
        }
        for (String version : versions.stream().distinct().toList()) {
            for (ObjectValue each :
                    get("/apis/" + GROUP + "/" + version).list("resources").objects()) {
                ServedResource resource = ServedResource.of(GROUP + "/" + version, each);
                if (resource.isOfFleets()
                        && found.stream().noneMatch(known -> known.kind().equals(resource.kind()))) {
                    found.add(resource);
                }
            }
        }
        return found;
    }

    private @Nullable ObjectValue find(String path) throws IOException {
        String body = ClusterCalls.get(client, () -> client.raw(path));
        return body == null ? null : FleetWatch.object(body);
    }

    /**
     * An object as the API server writes it.
     *
     * @throws IOException with a message if there is none
     */
    public String text(String path) throws IOException {
        String body = ClusterCalls.get(client, () -> client.raw(path));
        if (body == null) {
            String of = path.startsWith("/apis/" + GROUP) ? "; it does not serve " + GROUP : "";
            throw new IOException(client.getMasterUrl() + ": has no " + path + of);
        }
        return body;
    }

    /** Replaces an object, which names the version that was read; false if it has changed since. */
    public boolean replace(String path, String json) throws IOException {
        return ClusterCalls.isAlone(client, () -> client.raw(path, "PUT", json));
    }

    private ObjectValue get(String path) throws IOException {
        return FleetWatch.object(text(path));
    }

    @Override
    public void close() {
        client.close();
    }

    private static final Pattern LINE =
            Pattern.compile("^kubernetes_feature_enabled\\{name=\"([^\"]+)\",[^}]*} ([01])$", Pattern.MULTILINE);

    /**
     * The feature gates in metrics of Prometheus' text format; empty if there are none, also for null.
     *
     * <p>Source: {@code k8s.io/component-base/metrics/prometheus/feature}.
     */
    private static Map<String, Boolean> gates(@Nullable String metrics) {
        Map<String, Boolean> gates = new HashMap<>();
        Matcher line = LINE.matcher(metrics == null ? "" : metrics);
        while (line.find()) {
            gates.put(line.group(1), line.group(2).equals("1"));
        }
        return gates;
    }
}
