package dev.drawbridge.fit;

import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.fit.cause.ObjectField;
import dev.drawbridge.fit.cause.RequestedDevices;
import dev.drawbridge.fit.input.Workload;
import dev.drawbridge.fit.plugin.PodClaim;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.fleet.Taint;
import dev.drawbridge.fleet.Toleration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The taints of devices that end a pod after it is scheduled, and the next pod that its controller creates.
 *
 * <p>Source: {@code pkg/controller/devicetainteviction/device_taint_eviction.go}.
 */
record DeviceEvictions(Question question) {

    /** Those by devices of the claims that are allocated: the scheduler ignores their taints. */
    List<FitCause> ofAllocated() {
        return question.pod().all().stream()
                .filter(PodClaim::isAllocated)
                .flatMap(claim -> {
                    Map<DeviceId, List<Toleration>> tolerations = new LinkedHashMap<>();
                    claim.claim().held().forEach(device -> tolerations.put(device.id(), device.tolerations()));
                    return first(tolerations, claim.spec());
                })
                .toList();
    }

    /** Those by the node and the devices of an example, whose taints are tolerated for scheduling. */
    Stream<FitCause> of(FitResult.Example example) {
        return Stream.concat(
                ofNode(example.node()), question.requests().stream().flatMap(requested -> of(requested, example)));
    }

    private Stream<FitCause> ofNode(String name) {
        Workload workload = question.workload();
        ObjectField at = new ObjectField(workload.manifest(), workload.podPath().child("tolerations"));
        return question.scheduler().fleet().nodes().stream()
                .filter(node -> node.name().equals(name))
                .flatMap(node -> Stream.ofNullable(question.where().ending(node)))
                .map(taint -> FitCause.Kind.EVICTED_FROM_NODE
                        .cause(name, taint.getKey(), taint.getValue() > 0 ? taint.getValue() + " s later" : "at once")
                        .at(at));
    }

    private Stream<FitCause> of(RequestedDevices requested, FitResult.Example example) {
        ObjectField field = question.field(requested);
        Map<DeviceId, List<Toleration>> tolerations = new LinkedHashMap<>();
        example.requests().stream()
                .filter(one -> one.claim().equals(requested.claim().toString())
                        && one.request().equals(requested.name()))
                .flatMap(one -> one.devices().stream())
                .forEach(device ->
                        tolerations.put(device, requested.alternative().tolerations()));
        return first(tolerations, field == null ? null : field.child("tolerations"));
    }

    private Stream<FitCause> first(Map<DeviceId, List<Toleration>> devices, @Nullable ObjectField field) {
        TreeMap<Long, FitCause> bySeconds = new TreeMap<>();
        devices.forEach((device, tolerations) -> {
            for (Taint taint : question.scheduler().endingTaints(device)) {
                long seconds = Toleration.seconds(
                        tolerations, taint, question.scheduler().release());
                boolean isTolerated = tolerations.stream().anyMatch(each -> each.tolerates(taint));
                String why = seconds >= 0
                        ? seconds + " s after the taint was added (tolerationSeconds)"
                        : isTolerated
                                ? "at once, since a toleration without an effect does not keep it before 1.38; set"
                                        + " effect: NoExecute"
                                : "at once, since its claim does not tolerate the taint";
                bySeconds.putIfAbsent(seconds, FitCause.Kind.EVICTED.cause(device, taint, why));
            }
        });
        bySeconds.remove(Long.MAX_VALUE);
        Workload workload = question.workload();
        ObjectField at = field == null ? new ObjectField(workload.manifest(), workload.claims()) : field;
        return bySeconds.values().stream().limit(1).map(cause -> cause.at(at));
    }
}
