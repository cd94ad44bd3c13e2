package dev.drawbridge.live.why;

import dev.drawbridge.fleet.Quota;
import dev.drawbridge.fleet.QuotaUsage;
import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.ClusterSnapshot;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.live.StoredObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Checks for ResourceQuotas that do not allow another claim of a template.
 */
final class Quotas {

    private Quotas() {}

    /** The quotas of the namespace that a claim of the template would exceed. */
    static List<ClusterFinding> exceeded(ClusterSnapshot snapshot, StoredObject template) {
        Map<String, Long> needed = QuotaUsage.of(template.spec().object("spec"), Map.of());
        List<ClusterFinding> findings = new ArrayList<>();
        for (StoredObject quota : snapshot.all(SnapshotKind.RESOURCE_QUOTA)) {
            if (quota.namespace().equals(template.namespace())) {
                List<String> lines = Quota.stored(quota.namespace(), quota.object()).exceeded(needed).stream()
                        .map(one -> one.resource() + ": " + one.used() + " of " + one.limit() + " used, "
                                + one.requested() + " more requested")
                        .toList();
                if (!lines.isEmpty()) {
                    findings.add(ClusterFinding.of(
                                    Cause.QUOTA,
                                    "ResourceQuota " + quota.key()
                                            + " does not allow the claim of ResourceClaimTemplate " + template.name())
                            .noting(lines));
                }
            }
        }
        return findings;
    }
}
