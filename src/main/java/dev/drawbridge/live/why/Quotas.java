package dev.drawbridge.live.why;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.fleet.Fields;
import dev.drawbridge.fleet.QuotaUsage;
import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.ClusterSnapshot;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.live.StoredObject;
import dev.drawbridge.port.Quantity;
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
        Map<String, Long> needed = QuotaUsage.of(template.spec().object("spec"));
        List<ClusterFinding> findings = new ArrayList<>();
        for (StoredObject quota : snapshot.all(SnapshotKind.RESOURCE_QUOTA)) {
            if (quota.namespace().equals(template.namespace())) {
                List<String> lines = new ArrayList<>();
                needed.forEach((resource, count) -> {
                    long hard = amount(quota.status().object("hard"), resource, Long.MAX_VALUE);
                    long used = amount(quota.status().object("used"), resource, 0);
                    if (used + count > hard) {
                        lines.add(resource + ": " + used + " of " + hard + " used, " + count + " more requested");
                    }
                });
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

    private static long amount(ObjectValue amounts, String resource, long otherwise) {
        Quantity amount = Fields.amount(amounts.get(resource));
        return amount == null ? otherwise : amount.value();
    }
}
