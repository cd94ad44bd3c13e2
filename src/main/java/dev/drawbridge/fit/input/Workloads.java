package dev.drawbridge.fit.input;

import dev.drawbridge.constraint.ResourceName;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.FleetSources;
import dev.drawbridge.fleet.LimitRange;
import dev.drawbridge.fleet.Pod;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.validation.ResourceApi;
import dev.drawbridge.validation.ResourceApi.TypeName;
import dev.drawbridge.workload.PodTemplate;
import dev.drawbridge.workload.PodTemplates;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The workloads among manifests: objects with pods or pod templates, and claims that no such pod uses. */
public final class Workloads {

    private static final PodTemplates TEMPLATES = new PodTemplates();

    /** The place of the template in most unknown kinds. */
    private static final FieldPath USUAL = FieldPath.of("spec", "template", "spec");

    private final String namespace;
    private final List<Workload> found = new ArrayList<>();
    private final PodTemplates templates;
    private final FleetSources fleet;

    private Workloads(String namespace, PodTemplates templates, FleetSources fleet) {
        this.namespace = namespace;
        this.templates = templates;
        this.fleet = fleet;
    }

    /** The workloads that need devices; objects without a namespace are in {@code namespace}. */
    public static List<Workload> of(List<Manifest> manifests, String namespace) {
        return of(manifests, namespace, TEMPLATES, FleetSources.NONE);
    }

    /** Those with templates that settings add to the table, whose new pods have defaults of the fleet's LimitRanges. */
    public static List<Workload> of(
            List<Manifest> manifests, String namespace, PodTemplates templates, FleetSources fleet) {
        Workloads workloads = new Workloads(namespace, templates, fleet);
        manifests.forEach(workloads::addPods);
        Set<String> used = new HashSet<>();
        workloads.found.forEach(workload -> addUsed(workload, used));
        manifests.forEach(manifest -> workloads.addBare(manifest, used));
        return workloads.found;
    }

    private static void addUsed(Workload workload, Set<String> used) {
        ObjectValue pod = workload.pod();
        if (pod != null) {
            for (ObjectValue claim : pod.list("resourceClaims").objects()) {
                used.add("ResourceClaim " + workload.namespace() + "/" + claim.string("resourceClaimName"));
                used.add("ResourceClaimTemplate " + workload.namespace() + "/"
                        + claim.string("resourceClaimTemplateName"));
            }
        }
    }

    private void addPods(Manifest manifest) {
        for (PodTemplate template : templates.ofProbable(manifest)) {
            boolean isPod = template.claimsField().equals(PodTemplate.CLAIMS)
                    && (!template.isGuessed() || template.path().equals(USUAL));
            ObjectValue pod = template.spec();
            for (LimitRange range : Workload.isStoredPod(manifest)
                    ? List.<LimitRange>of()
                    : fleet.limitRanges(manifest.namespace(namespace))) {
                pod = range.defaulted(pod);
            }
            boolean needsDevices = pod.list(PodTemplate.CLAIMS).size() > 0
                    || Pod.of("", "", "", pod, ObjectValue.EMPTY).containers().stream()
                            .flatMap(container -> container.requests().keySet().stream())
                            .anyMatch(ResourceName::isOfDevices);
            // A virtual machine's template has devices instead of containers.
            boolean isRun =
                    template.spec().has("containers") || !template.uses().isEmpty();
            if (isPod && needsDevices && isRun) {
                found.add(workload(manifest, pod, template.path(), template.replicas()));
            }
        }
    }

    private void addBare(Manifest manifest, Set<String> used) {
        TypeName type = ResourceApi.probable(manifest.apiVersion(), manifest.kind());
        boolean isClaim = type.kind().equals("ResourceClaim") || type.kind().equals("ResourceClaimTemplate");
        String key = manifest.kind() + " " + manifest.namespace(namespace) + "/" + manifest.name();
        if (isClaim && ResourceApi.isOfGroup(type.apiVersion()) && !used.contains(key)) {
            found.add(workload(manifest, null, FieldPath.ROOT, 1));
        }
    }

    private Workload workload(Manifest manifest, @Nullable ObjectValue pod, FieldPath path, long replicas) {
        String name = manifest.name().isEmpty() ? manifest.generateName() + "*" : manifest.name();
        String home = manifest.namespace(namespace);
        long scaled =
                path.equals(USUAL) ? fleet.scaled(manifest.kind() + " " + Claim.key(home, name), replicas) : replicas;
        return new Workload(manifest, home, name, pod, path, scaled);
    }
}
