package dev.drawbridge.check;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Severity;
import dev.drawbridge.fit.input.Workload;
import dev.drawbridge.fit.input.Workloads;
import dev.drawbridge.fleet.QuotaUsage;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.report.Finding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Claims that exceed a ResourceQuota of the input: those in it, and those of its pods. Claims are counted in the order
 * of the input, first those in it. Loaded if the input has quotas.
 *
 * <p>Source: {@code k8s.io/apiserver/pkg/admission/plugin/resourcequota/controller.go}, CheckRequest.
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

    /** A quota with what is used of it. */
    private record Quota(String namespace, String name, Map<String, Long> limits, Map<String, Long> used) {

        /** How many more claims with this usage the quota allows. */
        long allows(Map<String, Long> usage) {
            long allowed = Long.MAX_VALUE;
            for (Map.Entry<String, Long> one : usage.entrySet()) {
                Long limit = limits.get(one.getKey());
                if (limit != null && one.getValue() > 0) {
                    long left = Math.max(0, limit - used.getOrDefault(one.getKey(), 0L));
                    allowed = Math.min(allowed, left / one.getValue());
                }
            }
            return allowed;
        }

        /** The server's message for one more claim with this usage. */
        String exceeded(Map<String, Long> usage) {
            StringBuilder requested = new StringBuilder();
            StringBuilder had = new StringBuilder();
            StringBuilder limited = new StringBuilder();
            usage.forEach((resource, count) -> {
                Long limit = limits.get(resource);
                if (limit != null && used.getOrDefault(resource, 0L) + count > limit) {
                    String comma = requested.isEmpty() ? "" : ",";
                    requested.append(comma).append(resource).append('=').append(count);
                    had.append(comma).append(resource).append('=').append(used.getOrDefault(resource, 0L));
                    limited.append(comma).append(resource).append('=').append(limit);
                }
            });
            return "exceeded quota: " + name + ", requested: " + requested + ", used: " + had + ", limited: " + limited;
        }

        void use(Map<String, Long> usage, long claims) {
            usage.forEach((resource, count) -> used.merge(resource, count * claims, Long::sum));
        }
    }

    /** The findings about these files, with all of their documents. */
    List<Finding> of(List<ReadFile> files) {
        List<Manifest> objects = new ArrayList<>();
        for (ReadFile file : files) {
            objects.addAll(KeptFile.objects(file.head()));
            lines.put(file.head().name(), file.head().lines());
        }
        objects.forEach(this::add);
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
        if (isQuota(manifest)) {
            Map<String, Long> limits =
                    QuotaUsage.limits(manifest.object().object("spec").object("hard"));
            quotas.add(new Quota(namespace, manifest.name(), limits, new LinkedHashMap<>()));
        }
        if (manifest.kind().equals("ResourceClaimTemplate")) {
            ObjectValue spec = manifest.object().object("spec").object("spec");
            templates.put(namespace + "/" + manifest.name(), QuotaUsage.of(spec));
        }
    }

    private static boolean isQuota(Manifest manifest) {
        return manifest.kind().equals("ResourceQuota") && manifest.apiVersion().equals("v1");
    }

    private void count(Manifest by, FieldPath place, String namespace, Map<String, Long> usage, long claims) {
        long allowed = claims;
        Quota exceeded = null;
        for (Quota quota : quotas) {
            if (quota.namespace.equals(namespace) && quota.allows(usage) < allowed) {
                allowed = quota.allows(usage);
                exceeded = quota;
            }
        }
        for (Quota quota : quotas) {
            if (quota.namespace.equals(namespace)) {
                quota.use(usage, allowed);
            }
        }
        if (exceeded != null) {
            String which = claims == 1 ? "" : "; " + allowed + " of " + claims + " pods get their claim";
            FieldError error = new FieldError(
                    ErrorType.FORBIDDEN, place, exceeded.exceeded(usage) + which, Origin.RESOURCE_QUOTA, null);
            Lines ofFile = lines.getOrDefault(by.file(), Lines.NONE);
            findings.add(make.finding(by, Severity.ERROR, error, List.of(), ofFile));
        }
    }
}
