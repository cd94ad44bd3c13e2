package dev.drawbridge.fit.input;

import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;

/** The number of pods of a workload that run at the same time. */
public final class PodCount {

    private PodCount() {}

    /**
     * The number of its replicas; none for a CronJob, a suspended Job, a finished pod, and a template that no workload
     * uses; one per node for a DaemonSet; one for a claim that no pod uses.
     */
    public static long of(Workload workload, int nodes) {
        ObjectValue spec = workload.object().object("spec");
        if (spec.isTrue("suspend")) {
            return 0;
        }
        return switch (workload.kind()) {
            case "CronJob", "ResourceClaimTemplate" -> 0;
            case "DaemonSet" -> nodes;
            case "Job" ->
                spec.get("completions") instanceof NumberValue completions
                                && completions.isIntegerBetween(0, Integer.MAX_VALUE)
                        ? Math.min(workload.replicas(), Long.parseLong(completions.text()))
                        : workload.replicas();
            case "Pod" -> workload.object().object("status").string("phase").matches("Succeeded|Failed") ? 0 : 1;
            default -> workload.replicas();
        };
    }
}
