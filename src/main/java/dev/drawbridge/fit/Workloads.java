package dev.drawbridge.fit;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.manifest.Manifest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The workloads among manifests: each object with pods, or a template of pods in its usual place, and claims that no such pod has. */
public final class Workloads {

    private final String namespace;
    private final List<Workload> found = new ArrayList<>();

    private Workloads(String namespace) {
        this.namespace = namespace;
    }

    /** The workloads that need devices; {@code namespace} is that of objects that name none. */
    public static List<Workload> of(List<Manifest> manifests, String namespace) {
        Workloads workloads = new Workloads(namespace);
        manifests.forEach(workloads::addPods);
        Set<String> used = new HashSet<>();
        workloads.found.forEach(workload -> addUsed(workload, used));
        manifests.forEach(manifest -> workloads.addBare(manifest, used));
        return workloads.found;
    }

    private static void addUsed(Workload workload, Set<String> used) {
        ObjectValue pod = workload.pod();
        if (pod != null) {
            for (Value claim : items(pod.list("resourceClaims"))) {
                if (claim instanceof ObjectValue object) {
                    used.add("ResourceClaim " + workload.namespace() + "/" + object.string("resourceClaimName"));
                    used.add("ResourceClaimTemplate " + workload.namespace() + "/"
                            + object.string("resourceClaimTemplateName"));
                }
            }
        }
    }

    private void addPods(Manifest manifest) {
        ObjectValue object = manifest.object();
        ObjectValue spec = object.object("spec");
        switch (manifest.kind()) {
            case "Pod" -> add(manifest, spec, FieldPath.of("spec"), 1);
            case "CronJob" -> {
                ObjectValue job = spec.object("jobTemplate").object("spec");
                add(
                        manifest,
                        job.object("template").object("spec"),
                        FieldPath.of("spec", "jobTemplate", "spec", "template", "spec"),
                        number(job, "parallelism"));
            }
            case "JobSet" -> {
                ListValue jobs = spec.list("replicatedJobs");
                for (int i = 0; i < jobs.size(); i++) {
                    if (jobs.get(i) instanceof ObjectValue entry) {
                        ObjectValue job = entry.object("template").object("spec");
                        add(
                                manifest,
                                job.object("template").object("spec"),
                                FieldPath.of("spec", "replicatedJobs")
                                        .index(i)
                                        .child("template")
                                        .child("spec")
                                        .child("template")
                                        .child("spec"),
                                number(entry, "replicas") * number(job, "parallelism"));
                    }
                }
            }
            case "LeaderWorkerSet" -> {
                ObjectValue group = spec.object("leaderWorkerTemplate");
                boolean hasLeader = group.has("leaderTemplate");
                long groups = number(spec, "replicas");
                long size = number(group, "size");
                FieldPath path = FieldPath.of("spec", "leaderWorkerTemplate");
                add(
                        manifest,
                        group.object("leaderTemplate").object("spec"),
                        path.child("leaderTemplate").child("spec"),
                        groups);
                add(
                        manifest,
                        group.object("workerTemplate").object("spec"),
                        path.child("workerTemplate").child("spec"),
                        groups * (hasLeader ? size - 1 : size));
            }
            case "Job" ->
                add(
                        manifest,
                        spec.object("template").object("spec"),
                        FieldPath.of("spec", "template", "spec"),
                        number(spec, "parallelism"));
            default ->
                add(
                        manifest,
                        spec.object("template").object("spec"),
                        FieldPath.of("spec", "template", "spec"),
                        number(spec, "replicas"));
        }
    }

    private void add(Manifest manifest, ObjectValue pod, FieldPath path, long replicas) {
        if (pod.has("containers") && pod.list("resourceClaims").size() > 0) {
            found.add(workload(manifest, pod, path, replicas));
        }
    }

    private void addBare(Manifest manifest, Set<String> used) {
        boolean isClaim =
                manifest.kind().equals("ResourceClaim") || manifest.kind().equals("ResourceClaimTemplate");
        String key = manifest.kind() + " " + manifest.namespace(namespace) + "/" + manifest.name();
        if (isClaim && manifest.apiVersion().startsWith("resource.k8s.io/") && !used.contains(key)) {
            found.add(workload(manifest, null, FieldPath.ROOT, 1));
        }
    }

    private Workload workload(Manifest manifest, @Nullable ObjectValue pod, FieldPath path, long replicas) {
        String name = manifest.name().isEmpty() ? manifest.generateName() + "*" : manifest.name();
        return new Workload(manifest, manifest.namespace(namespace), name, pod, path, replicas);
    }

    private static long number(ObjectValue object, String field) {
        return object.get(field) instanceof NumberValue number && number.isIntegerBetween(0, Integer.MAX_VALUE)
                ? Long.parseLong(number.text())
                : 1;
    }

    static List<Value> items(ListValue list) {
        List<Value> items = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            items.add(list.get(i));
        }
        return items;
    }
}
