package dev.drawbridge.live.why;

import dev.drawbridge.field.Spelling;
import dev.drawbridge.fit.cause.Fact;
import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.fit.cause.FitFact;
import dev.drawbridge.fit.cause.RequestedDevices;
import dev.drawbridge.fleet.DeviceClass;
import dev.drawbridge.fleet.Fields;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.PoolState;
import dev.drawbridge.fleet.Slice;
import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.ClusterSnapshot;
import dev.drawbridge.live.DriverPods;
import dev.drawbridge.live.StoredObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Findings for DeviceClasses that are missing, or have no devices on the nodes of a pod. */
final class Classes {

    private static final Pattern DRIVER = Pattern.compile(
            "device\\.driver\\s*==\\s*[\"']([^\"']+)[\"']|[\"']([^\"']+)[\"']\\s*==\\s*device\\.driver");

    private static final List<FitFact.Kind> ELSEWHERE = List.of(
            FitFact.Kind.POOLS_UNUSED, FitFact.Kind.NODES_OTHER, FitFact.Kind.NODES_NONE, FitFact.Kind.NODES_GONE);

    static ClusterFinding missing(PendingPod pod, FitCause cause) {
        RequestedDevices requested = Objects.requireNonNull(cause.request(), "a class is requested");
        String name = requested.alternative().deviceClassName();
        Set<String> known = new TreeSet<>(pod.snapshot().fleet().classes().keySet());
        String meant = Spelling.nearest(name, known);
        List<String> lines = new ArrayList<>();
        if (meant != null) {
            lines.add("did you mean " + meant + "?");
        }
        String names = SchedulerCheck.names(List.copyOf(known));
        lines.add("the cluster has " + (known.isEmpty() ? "no DeviceClass" : "DeviceClass " + names));
        return Cause.CLASS_MISSING
                .found(FitCause.Kind.CLASS_MISSING.cause(name).text())
                .noting(lines);
    }

    static ClusterFinding empty(PendingPod pod, FitCause cause, RequestedDevices requested) {
        Fleet fleet = pod.snapshot().fleet();
        DeviceClass deviceClass = fleet.classes().get(requested.alternative().deviceClassName());
        Set<String> wanted = new TreeSet<>();
        (deviceClass == null ? List.<String>of() : deviceClass.selectors())
                .forEach(selector -> wanted.addAll(drivers(selector)));
        Set<String> published =
                fleet.slices().stream().map(slice -> slice.pool().driver()).collect(Collectors.toSet());
        List<String> absent =
                wanted.stream().filter(driver -> !published.contains(driver)).toList();
        List<String> misspelled = absent.stream()
                .filter(driver -> isMisspelled(pod.snapshot(), driver, published))
                .toList();
        if (!misspelled.isEmpty()) {
            return Cause.CLASS_MATCHES_NOTHING
                    .found("DeviceClass " + requested.alternative().deviceClassName() + " selects driver "
                            + String.join(", ", misspelled) + ", which publishes no devices")
                    .with(cause.facts())
                    .advising("fix the name of the driver in the class");
        }
        if (fleet.slices().isEmpty() || !absent.isEmpty()) {
            String summary = absent.isEmpty()
                    ? "there are no ResourceSlices: no DRA driver runs"
                    : "there is no ResourceSlice of driver " + String.join(", ", absent)
                            + (published.isEmpty()
                                    ? ""
                                    : ", but of " + SchedulerCheck.names(List.copyOf(new TreeSet<>(published))));
            return driverGone(pod, summary, wanted, cause);
        }
        List<Slice> slices = PoolState.of(fleet).stream()
                .filter(pool -> wanted.contains(pool.id().driver()))
                .flatMap(pool -> pool.slices().stream())
                .toList();
        if (!slices.isEmpty()
                && slices.stream().allMatch(slice -> slice.devices().isEmpty())) {
            String summary = "driver " + String.join(", ", wanted) + " publishes no devices: ResourceSlice "
                    + SchedulerCheck.names(slices.stream().map(Slice::name).toList()) + " has none";
            return driverGone(pod, summary, wanted, cause);
        }
        ClusterFinding elsewhere = elsewhere(cause, requested);
        return elsewhere != null
                ? elsewhere
                : Cause.CLASS_MATCHES_NOTHING.found(cause.text()).with(cause.facts());
    }

    /** Whether a published driver is meant: its name is near, and nothing of the cluster has the other one. */
    private static boolean isMisspelled(ClusterSnapshot snapshot, String driver, Set<String> published) {
        String meant = Spelling.nearest(driver, published);
        return meant != null && !DriverPods.isKnown(snapshot, driver, meant);
    }

    /** The finding that drivers publish no devices, with what is known of their pods. */
    private static ClusterFinding driverGone(PendingPod pod, String summary, Set<String> drivers, FitCause cause) {
        ClusterSnapshot snapshot = pod.snapshot();
        List<Fact> facts = new ArrayList<>(cause.facts());
        String advice = null;
        for (String driver : drivers) {
            DriverPods plugins = DriverPods.anywhere(snapshot, driver);
            StoredObject running = plugins.running();
            StoredObject set = plugins.pods().isEmpty() ? DriverPods.daemonSet(snapshot, driver) : null;
            if (running != null) {
                String node = running.node();
                facts.add(FitFact.message("pod " + running.key() + " of the driver runs on node " + node));
                advice = "see the log of pod " + running.key()
                        + " for the devices that it finds; restarting the pod publishes them again";
            } else if (!plugins.pods().isEmpty()) {
                facts.add(FitFact.message("driver " + driver + plugins.problem()));
                advice = plugins.advice();
            } else if (set != null) {
                String refused = snapshot.events(set).stream()
                        .filter(event -> event.reason().equals("FailedCreate"))
                        .map(event -> " has no pods: " + event.message())
                        .findFirst()
                        .orElse("");
                boolean isNowhere = Fields.integer(set.status().get("desiredNumberScheduled"), 1) == 0;
                facts.add(FitFact.message(
                        set + (refused.isEmpty() && isNowhere ? " of the driver selects no node" : refused)));
                advice = !refused.isEmpty()
                        ? "fix what the message names"
                        : isNowhere
                                ? "label the nodes with devices as nodeSelector and affinity of " + set + " require"
                                : "see the Events of " + set;
            }
        }
        return Cause.DRIVER_GONE
                .found(summary)
                .with(facts)
                .then("unknown until the driver publishes its devices")
                .advising(advice);
    }

    /** The finding for a request whose devices are in unused pools or of other nodes, if any; null for others. */
    static @Nullable ClusterFinding elsewhere(FitCause cause, RequestedDevices requested) {
        FitFact fact = ELSEWHERE.stream()
                .flatMap(kind -> cause.facts(kind).stream())
                .findFirst()
                .orElse(null);
        if (!cause.devices().isEmpty() || fact == null) {
            return null;
        }
        String named = " of class " + requested.alternative().deviceClassName();
        String summary = "no node can use the " + fact.values().get(0) + named
                + (requested.alternative().selectors().isEmpty() ? "" : " that the request selects");
        Object places = fact.values().get(1);
        return switch (fact.kind()) {
            case POOLS_UNUSED ->
                Cause.POOL_INCOMPLETE.found(
                        "the scheduler does not use the pools with the devices" + named + ": " + places);
            case NODES_OTHER ->
                Cause.NOT_DRA.found("the pod may not run on the nodes with the "
                        + fact.values().get(0) + named + ": " + places);
            case NODES_NONE ->
                Cause.SLICE_MATCHES_NO_NODE
                        .found(summary + ": the node selector of ResourceSlice " + places + " matches no node")
                        .with(cause.facts(FitFact.Kind.NODES_GONE));
            default ->
                Cause.DRIVER_GONE
                        .found(summary + " in ResourceSlices of nodes that do not exist: " + places)
                        .advising("add a node with such devices; if a node is gone for good, delete its slices: kubectl"
                                + " delete resourceslices --field-selector spec.nodeName="
                                + places.toString().replaceFirst("[, ].*", ""));
        };
    }

    static List<String> drivers(String expression) {
        List<String> drivers = new ArrayList<>();
        Matcher matcher = DRIVER.matcher(expression);
        while (matcher.find()) {
            drivers.add(matcher.group(1) != null ? matcher.group(1) : matcher.group(2));
        }
        return drivers;
    }
}
