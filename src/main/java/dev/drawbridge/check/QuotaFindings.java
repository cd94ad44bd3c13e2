package dev.drawbridge.check;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Severity;
import dev.drawbridge.fit.input.Workload;
import dev.drawbridge.fit.input.Workloads;
import dev.drawbridge.fleet.Pod;
import dev.drawbridge.fleet.Quota;
import dev.drawbridge.fleet.QuotaUsage;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.report.Finding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Claims and pods that exceed a ResourceQuota of the input or the fleet: those in the input, and the claims of its
 * pods. They are counted in the order of the input, claims first. Loaded if there are quotas.
 */
final class QuotaFindings {

    private final CheckSettings settings;
    private final FindingFactory make;
    private final List<Quota> quotas = new ArrayList<>();
    private final Map<String, ObjectValue> templates = new HashMap<>();

    /** The extended resources of classes. */
    private final Map<String, String> resources = new HashMap<>();

    private final Map<String, Lines> lines = new HashMap<>();
    private final List<Finding> findings = new ArrayList<>();

    QuotaFindings(CheckSettings settings, FindingFactory make) {
        this.settings = settings;
        this.make = make;
    }

    /** The findings about these files, with all of their documents. */
    List<Finding> of(List<ManifestFile> files) {
        List<Manifest> objects = new ArrayList<>();
        for (ManifestFile file : files) {
            objects.addAll(KeptFile.objects(file));
            lines.put(file.name(), file.lines());
        }
        objects.forEach(this::add);
        settings.policies().fleet().stream()
                .filter(one -> quotas.stream().noneMatch(quota -> isOf(quota, one)))
                .forEach(this::add);
        String unnamed = settings.input().namespace();
        for (Manifest claim : objects) {
            if (claim.kind().equals("ResourceClaim") && !isStored(claim)) {
                Map<String, Long> usage = QuotaUsage.of(claim.object().object("spec"), resources);
                count(claim, FieldPath.of("spec"), claim.namespace(unnamed), usage, 1, "");
            }
        }
        for (Workload workload : Workloads.of(objects, unnamed, settings.input().templates())) {
            Pod pod = workload.asPod();
            ObjectValue spec = workload.pod();
            Manifest by = workload.manifest();
            if (pod == null || spec == null || by.kind().equals("Pod") && isStored(by)) {
                continue;
            }
            FieldPath containers = workload.podPath().child("containers");
            String namespace = workload.namespace();
            Map<String, Long> ofPod = QuotaUsage.of(pod);
            long pods = count(by, containers, namespace, ofPod, workload.replicas(), "pods are created");
            List<ObjectValue> claims = spec.list("resourceClaims").objects();
            for (int i = 0; i < claims.size(); i++) {
                String template = claims.get(i).string("resourceClaimTemplateName");
                ObjectValue claim = templates.get(workload.namespace() + "/" + template);
                if (claim != null) {
                    FieldPath place = workload.claims().index(i).child("resourceClaimTemplateName");
                    count(by, place, namespace, QuotaUsage.of(claim, resources), pods, "pods get their claim");
                }
            }
        }
        return findings;
    }

    /** Whether the object is in a cluster, whose quotas count it. */
    private static boolean isStored(Manifest manifest) {
        return manifest.object().has("status");
    }

    private void add(Manifest manifest) {
        String namespace = manifest.namespace(settings.input().namespace());
        ObjectValue spec = manifest.object().object("spec");
        if (isOne(manifest)) {
            // The claims of the input may be those that a cluster counts already.
            quotas.add(Quota.unused(namespace, manifest.object()));
        }
        if (manifest.kind().equals("ResourceClaimTemplate")) {
            templates.put(namespace + "/" + manifest.name(), spec.object("spec"));
        }
        if (manifest.kind().equals("DeviceClass") && spec.has("extendedResourceName")) {
            resources.put(manifest.name(), spec.string("extendedResourceName"));
        }
    }

    /** Whether an object is a quota. */
    static boolean isOne(Manifest manifest) {
        return manifest.kind().equals(KeptFile.QUOTA) && manifest.apiVersion().equals("v1");
    }

    private boolean isOf(Quota quota, Manifest manifest) {
        return isOne(manifest)
                && quota.name().equals(manifest.name())
                && quota.namespace().equals(manifest.namespace(settings.input().namespace()));
    }

    /** Counts objects with this usage; returns how many are created. */
    private long count(
            Manifest by, FieldPath place, String namespace, Map<String, Long> usage, long objects, String what) {
        long allowed = objects;
        Quota exceeded = null;
        for (Quota quota : quotas) {
            if (quota.namespace().equals(namespace) && quota.allows(usage) < allowed) {
                allowed = quota.allows(usage);
                exceeded = quota;
            }
        }
        long created = allowed;
        quotas.replaceAll(quota -> quota.namespace().equals(namespace) ? quota.with(usage, created) : quota);
        if (exceeded != null) {
            String which = objects == 1 ? "" : "; " + allowed + " of " + objects + " " + what;
            FieldError error = new FieldError(
                    ErrorType.FORBIDDEN,
                    place,
                    exceeded.with(usage, created).message(usage) + which,
                    Origin.RESOURCE_QUOTA,
                    null);
            Lines ofFile = lines.getOrDefault(by.file(), Lines.NONE);
            findings.add(make.finding(by, Severity.ERROR, error, List.of(), ofFile));
        }
        return created;
    }
}
