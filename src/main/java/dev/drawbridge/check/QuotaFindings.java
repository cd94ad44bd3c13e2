package dev.drawbridge.check;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Severity;
import dev.drawbridge.fit.input.Workload;
import dev.drawbridge.fit.input.Workloads;
import dev.drawbridge.fleet.Quota;
import dev.drawbridge.fleet.QuotaUsage;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.report.Finding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Claims that exceed a ResourceQuota of the input or the fleet: those in the input, and those of its pods. Claims are
 * counted in the order of the input, first those in it. Loaded if there are quotas.
 */
final class QuotaFindings {

    private final CheckSettings settings;
    private final FindingFactory make;
    private final List<Quota> quotas = new ArrayList<>();
    private final Map<String, Map<String, Long>> templates = new HashMap<>();
    private final Map<String, Lines> lines = new HashMap<>();
    private final List<Finding> findings = new ArrayList<>();

    QuotaFindings(CheckSettings settings, FindingFactory make) {
        this.settings = settings;
        this.make = make;
    }

    /** The findings about these files, with all of their documents. */
    List<Finding> of(List<ReadFile> files) {
        List<Manifest> objects = new ArrayList<>();
        for (ReadFile file : files) {
            objects.addAll(KeptFile.objects(file.head()));
            lines.put(file.head().name(), file.head().lines());
        }
        objects.forEach(this::add);
        settings.policies().fleet().stream()
                .filter(one -> quotas.stream().noneMatch(quota -> isOf(quota, one)))
                .forEach(this::add);
        String unnamed = settings.input().namespace();
        for (Manifest claim : objects) {
            if (claim.kind().equals("ResourceClaim") && !claim.object().has("status")) {
                Map<String, Long> usage = QuotaUsage.of(claim.object().object("spec"));
                count(claim, FieldPath.of("spec"), claim.namespace(unnamed), usage, 1);
            }
        }
        for (Workload workload : Workloads.of(objects, unnamed, settings.input().templates())) {
            ObjectValue pod = workload.pod();
            List<ObjectValue> claims =
                    pod == null ? List.of() : pod.list("resourceClaims").objects();
            for (int i = 0; i < claims.size(); i++) {
                String template = claims.get(i).string("resourceClaimTemplateName");
                Map<String, Long> usage = templates.get(workload.namespace() + "/" + template);
                if (usage != null) {
                    FieldPath place = workload.claims().index(i).child("resourceClaimTemplateName");
                    count(workload.manifest(), place, workload.namespace(), usage, workload.replicas());
                }
            }
        }
        return findings;
    }

    private void add(Manifest manifest) {
        String namespace = manifest.namespace(settings.input().namespace());
        if (isOne(manifest)) {
            // The claims of the input may be those that a cluster counts already.
            quotas.add(Quota.unused(namespace, manifest.object()));
        }
        if (manifest.kind().equals("ResourceClaimTemplate")) {
            ObjectValue spec = manifest.object().object("spec").object("spec");
            templates.put(namespace + "/" + manifest.name(), QuotaUsage.of(spec));
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

    private void count(Manifest by, FieldPath place, String namespace, Map<String, Long> usage, long claims) {
        long allowed = claims;
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
            String which = claims == 1 ? "" : "; " + allowed + " of " + claims + " pods get their claim";
            FieldError error = new FieldError(
                    ErrorType.FORBIDDEN,
                    place,
                    exceeded.with(usage, created).message(usage) + which,
                    Origin.RESOURCE_QUOTA,
                    null);
            Lines ofFile = lines.getOrDefault(by.file(), Lines.NONE);
            findings.add(make.finding(by, Severity.ERROR, error, List.of(), ofFile));
        }
    }
}
