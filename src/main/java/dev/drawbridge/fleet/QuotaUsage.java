package dev.drawbridge.fleet;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.port.Quantity;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a claim counts towards the ResourceQuotas of its namespace. Requests for all devices count as the most that an
 * allocation can have; alternatives count by the largest of each class.
 *
 * <p>Source: {@code pkg/quota/v1/evaluator/core/resource_claims.go}, Usage.
 */
public final class QuotaUsage {

    /** The resource that counts claims. */
    public static final String CLAIMS = "count/resourceclaims.resource.k8s.io";

    /** The end of the resource that counts the devices of a class. */
    public static final String DEVICES = ".deviceclass.resource.k8s.io/devices";

    /** AllocationResultsMaxSize. */
    private static final long MAX_RESULTS = 32;

    private QuotaUsage() {}

    /**
     * The usage by resource.
     *
     * @param spec the specification of the claim
     */
    public static Map<String, Long> of(ObjectValue spec) {
        Map<String, Long> usage = new LinkedHashMap<>();
        usage.put(CLAIMS, 1L);
        for (Request request : ClaimReader.requests(spec)) {
            Map<String, Long> worst = new LinkedHashMap<>();
            request.alternatives()
                    .forEach(one -> worst.merge(one.deviceClassName() + DEVICES, devices(one), Long::max));
            worst.forEach((resource, count) -> usage.merge(resource, count, Long::sum));
        }
        return usage;
    }

    private static long devices(Alternative alternative) {
        return alternative.isAll() ? MAX_RESULTS : alternative.count();
    }

    /** The limits of a ResourceQuota on claims and their devices. */
    public static Map<String, Long> limits(ObjectValue hard) {
        Map<String, Long> limits = new LinkedHashMap<>();
        for (int i = 0; i < hard.size(); i++) {
            String resource = hard.key(i);
            Quantity amount = Fields.amount(hard.value(i));
            if (amount != null && (resource.equals(CLAIMS) || resource.endsWith(DEVICES))) {
                limits.put(resource, amount.value());
            }
        }
        return limits;
    }
}
