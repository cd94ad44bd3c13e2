package dev.drawbridge.live;

import dev.drawbridge.cluster.ClusterClient;
import dev.drawbridge.cluster.ServedResource;
import dev.drawbridge.document.ObjectValue;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads a snapshot of a cluster with list requests only. A kind whose list is forbidden or times out counts as unseen.
 *
 * @param limit the time limit for the whole snapshot
 */
public record ClusterReader(ClusterClient client, List<SnapshotKind> kinds, Duration limit) {

    private static final int CALLS_AT_ONCE = 4;

    /**
     * Reads a snapshot.
     *
     * @param namespace the namespace of the pods, events and workloads; null for all. Claims are listed in all
     *     namespaces, since claims of any namespace hold devices
     * @throws IOException with a message if no kind can be read
     */
    public ClusterSnapshot read(@Nullable String namespace) throws IOException {
        ClusterSnapshot.Builder snapshot = new ClusterSnapshot.Builder();
        snapshot.namespace(namespace == null ? "" : namespace);
        list(namespace, snapshot::add).forEach(snapshot::unseen);
        return snapshot.build(Instant.now());
    }

    /**
     * Passes each object to the receiver, and returns the kinds that could not be read, with the reason.
     *
     * @param namespace as in {@link #read}
     * @throws IOException with a message if no kind can be read
     */
    public Map<SnapshotKind, String> list(@Nullable String namespace, ClusterClient.Receiver receiver)
            throws IOException {
        long end = System.nanoTime() + limit.toNanos();
        Map<SnapshotKind, String> unseen = new EnumMap<>(SnapshotKind.class);
        ExecutorService calls = Executors.newFixedThreadPool(CALLS_AT_ONCE, call -> {
            Thread thread = new Thread(call, "cluster-reader");
            thread.setDaemon(true);
            return thread;
        });
        try {
            Map<SnapshotKind, ServedResource> collections = collections(calls, end, unseen);
            Map<SnapshotKind, Future<List<ObjectValue>>> answers = new LinkedHashMap<>();
            collections.forEach((kind, collection) -> answers.put(
                    kind, calls.submit(() -> objects(collection.path(isOfDevices(kind) ? null : namespace)))));
            for (Map.Entry<SnapshotKind, ServedResource> listed : collections.entrySet()) {
                SnapshotKind kind = listed.getKey();
                try {
                    get(Objects.requireNonNull(answers.get(kind)), end)
                            .forEach(
                                    object -> receiver.object(listed.getValue().apiVersion(), kind.toString(), object));
                } catch (IOException problem) {
                    unseen.put(kind, String.valueOf(problem.getMessage()));
                }
            }
            if (unseen.keySet().containsAll(collections.keySet())) {
                throw new IOException(unseen.values().stream().findFirst().orElse(""));
            }
            return unseen;
        } finally {
            calls.shutdownNow();
        }
    }

    private static boolean isOfDevices(SnapshotKind kind) {
        return kind.group().equals("resource.k8s.io");
    }

    private List<ObjectValue> objects(String path) throws IOException {
        List<ObjectValue> objects = new ArrayList<>();
        client.list(path, "", objects::add);
        return objects;
    }

    private Map<SnapshotKind, ServedResource> collections(
            ExecutorService calls, long end, Map<SnapshotKind, String> unseen) {
        Map<SnapshotKind, ServedResource> collections = new LinkedHashMap<>();
        Future<List<ServedResource>> devices = calls.submit(client::resources);
        Future<Map<String, List<String>>> groups = calls.submit(this::servedVersions);
        for (SnapshotKind kind : kinds) {
            try {
                List<ServedResource> served = isOfDevices(kind)
                        ? get(devices, end)
                        : resources(kind, kind.group().isEmpty() ? Map.of("", List.of("v1")) : get(groups, end));
                ServedResource resource = served.stream()
                        .filter(each -> each.kind().equals(kind.toString()))
                        .findFirst()
                        .orElse(null);
                if (resource != null) {
                    collections.put(kind, resource);
                } else if (!kind.isOptional()) {
                    unseen.put(kind, "the cluster does not serve " + kind.plural());
                }
            } catch (IOException problem) {
                unseen.put(kind, String.valueOf(problem.getMessage()));
            }
        }
        return collections;
    }

    /** The versions of each group, the preferred one first. */
    private Map<String, List<String>> servedVersions() throws IOException {
        Map<String, List<String>> versions = new HashMap<>();
        for (ObjectValue group : client.groups().list("groups").objects()) {
            Set<String> all = new LinkedHashSet<>();
            all.add(group.object("preferredVersion").string("groupVersion"));
            group.list("versions").objects().forEach(version -> all.add(version.string("groupVersion")));
            versions.putIfAbsent(group.string("name"), List.copyOf(all));
        }
        return versions;
    }

    /** A kind in each version that serves it; one of a group need not have a kind that not every cluster serves. */
    private List<ServedResource> resources(SnapshotKind kind, Map<String, List<String>> groups) throws IOException {
        List<ServedResource> serving = new ArrayList<>();
        for (String version : groups.getOrDefault(kind.group(), List.of())) {
            if (!kind.isOptional() || client.serves(version, kind.plural())) {
                serving.add(new ServedResource(version, kind.toString(), kind.plural(), kind.isNamespaced()));
            }
        }
        return serving;
    }

    private <T> T get(Future<T> answer, long end) throws IOException {
        try {
            return answer.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            throw new IOException("no answer within " + limit.toSeconds() + " s; set --time-limit", late);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof IOException problem) {
                throw problem;
            }
            throw new IOException(String.valueOf(failed.getCause()), failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interrupted);
        }
    }

    /** The ClusterRole with this name for reading these kinds, as YAML. */
    public static String clusterRole(String name, List<SnapshotKind> kinds) {
        StringBuilder role = new StringBuilder("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata:
                  name: %s
                rules:
                """.formatted(name));
        kinds.stream()
                .collect(Collectors.groupingBy(SnapshotKind::group, LinkedHashMap::new, Collectors.toList()))
                .forEach((group, ofGroup) -> role.append("""
                          - apiGroups: ["%s"]
                            resources: [%s]
                            verbs: [get, list, watch]
                        """.formatted(
                        group, ofGroup.stream().map(SnapshotKind::plural).collect(Collectors.joining(", ")))));
        return role.append("""
                  # The release, and the feature gates that differ from its defaults.
                  - nonResourceURLs: [/version, /metrics]
                    verbs: [get]
                """).toString();
    }
}
