package dev.drawbridge.live;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Printable;
import dev.drawbridge.fleet.Owner;
import dev.drawbridge.rbac.Component;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The pods of a driver's kubelet plugin on a node: they mount the folder of its socket, or the folder of all plugins
 * and name the driver.
 *
 * <p>Source: {@code k8s.io/dynamic-resource-allocation/kubeletplugin}, KubeletPluginsDir.
 *
 * @param unknown pods of plugins that may be of another driver
 */
public record DriverPods(List<StoredObject> pods, List<StoredObject> unknown) {

    private static final String PLUGINS = "/plugins/";

    public static DriverPods of(ClusterSnapshot snapshot, String driver, String node) {
        return of(driver, snapshot.podsOn(node));
    }

    public static DriverPods anywhere(ClusterSnapshot snapshot, String driver) {
        return of(driver, snapshot.all(SnapshotKind.POD));
    }

    private static DriverPods of(String driver, Collection<StoredObject> all) {
        List<StoredObject> plugins =
                all.stream().filter(pod -> !folders(pod).isEmpty()).toList();
        return new DriverPods(
                plugins.stream()
                        .filter(pod -> folders(pod).contains(driver) || isNamed(driver, pod))
                        .toList(),
                plugins.stream()
                        .filter(pod -> folders(pod).stream().allMatch(String::isEmpty) && !isNamed(driver, pod))
                        .toList());
    }

    /** The folders of plugins that a pod mounts; an empty one is that of all plugins. */
    private static List<String> folders(StoredObject pod) {
        return Component.pluginPaths(pod.spec()).stream()
                .map(path -> path.endsWith("/") ? path : path + "/")
                .map(path -> path.contains(PLUGINS)
                        ? path.substring(path.indexOf(PLUGINS) + PLUGINS.length())
                                .replaceFirst("/.*", "")
                        : "")
                .toList();
    }

    /** Whether the pod's names, images and arguments have the driver's name, or all labels before its last. */
    private static boolean isNamed(String driver, StoredObject pod) {
        return isNamed(
                driver,
                Stream.concat(Stream.of(pod.name()), pod.owners().stream().map(Owner::name)),
                pod.spec());
    }

    private static boolean isNamed(String driver, Stream<String> names, ObjectValue spec) {
        String texts = Stream.concat(
                        names, spec.list("containers").objects().stream().flatMap(DriverPods::texts))
                .collect(Collectors.joining(" "));
        List<String> labels = Arrays.asList(driver.split("\\."));
        return texts.contains(driver)
                || texts.contains(driver.replace(".", ""))
                || labels.size() > 2
                        && labels.subList(0, labels.size() - 1).stream().allMatch(texts::contains);
    }

    /** Whether the cluster has a pod or DaemonSet of the driver that is not of another driver with a similar name. */
    public static boolean isKnown(ClusterSnapshot snapshot, String driver, String other) {
        StoredObject set = daemonSet(snapshot, driver);
        return set != null && !set.equals(daemonSet(snapshot, other))
                || !anywhere(snapshot, other).pods.containsAll(anywhere(snapshot, driver).pods);
    }

    /** The DaemonSet of a driver that has no pods; null if none was found. */
    public static @Nullable StoredObject daemonSet(ClusterSnapshot snapshot, String driver) {
        return snapshot.all(SnapshotKind.DAEMON_SET).stream()
                .filter(set -> !Component.pluginPaths(template(set)).isEmpty()
                        && isNamed(driver, Stream.of(set.name()), template(set)))
                .filter(set -> snapshot.owned(set).isEmpty())
                .findFirst()
                .orElse(null);
    }

    private static ObjectValue template(StoredObject set) {
        return set.spec().object("template").object("spec");
    }

    private static Stream<String> texts(ObjectValue container) {
        return Stream.of(
                        Stream.of(container.string("name"), container.string("image")),
                        container.list("command").texts().stream(),
                        container.list("args").texts().stream(),
                        container.list("env").objects().stream().map(each -> each.string("value")))
                .flatMap(each -> each);
    }

    /** A pod that runs, and is not about to end; null if there is none. */
    public @Nullable StoredObject running() {
        return pods.stream()
                .filter(pod -> pod.status().string("phase").equals("Running") && !pod.isBeingDeleted())
                .filter(pod -> waiting(pod).isEmpty())
                .findFirst()
                .orElse(null);
    }

    private static String waiting(StoredObject pod) {
        return pod.status().list("containerStatuses").objects().stream()
                .filter(status -> status.object("state").has("waiting"))
                .map(status -> ": container " + status.string("name") + ": "
                        + status.object("state").object("waiting").string("reason"))
                .findFirst()
                .orElse("");
    }

    /** What is known if no pod runs, to be appended to a sentence; empty if nothing is. */
    public String problem() {
        return pods.isEmpty()
                ? unknown.isEmpty() ? "" : ": unknown which of the pods there is the driver's: " + keys(unknown)
                : ": its pod " + pods.get(0).key() + " does not run there" + waiting(pods.get(0));
    }

    /** What to do if no pod runs; null if none was found. */
    public @Nullable String advice() {
        return pods.isEmpty()
                ? unknown.isEmpty()
                        ? null
                        : "see the log of the pod that is the driver's, or start the driver if none is: "
                                + keys(unknown) + " may be"
                : "see the log and the Events of pod " + pods.get(0).key();
    }

    private static String keys(List<StoredObject> pods) {
        return Printable.first(3, pods.stream().map(StoredObject::key).toList());
    }
}
