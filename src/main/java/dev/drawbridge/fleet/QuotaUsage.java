package dev.drawbridge.fleet;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.port.Quantity;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What claims and pods count towards the ResourceQuotas of their namespace. Requests for all devices count as the most
 * that an allocation can have; alternatives count by the largest of each class.
 *
 * <p>Source: {@code pkg/quota/v1/evaluator/core/resource_claims.go}, Usage; pods.go, PodUsageFunc.
 */
public final class QuotaUsage {

    /** The resource that counts claims. */
    public static final String CLAIMS = "count/resourceclaims.resource.k8s.io";

    /** The end of the resource that counts the devices of a class. */
    public static final String DEVICES = ".deviceclass.resource.k8s.io/devices";

    private static final String REQUESTS = "requests.";

    /** AllocationResultsMaxSize. */
    private static final long MAX_RESULTS = 32;

    private QuotaUsage() {}

    /** What a pod counts: its extended resources, by the largest sum of containers that run together. */
    public static Map<String, Long> of(Pod pod) {
        Map<String, Long> usage = new TreeMap<>();
        pod.requested().forEach((resource, amount) -> {
            if (ResourceName.isOfDevices(resource)) {
                usage.put(REQUESTS + resource, amount);
            }
        });
        return usage;
    }

    /**
     * The usage of a claim by resource. Its devices count as extended resources, too, as with the gate
     * DRAExtendedResource of 1.36.
     *
     * @param spec the specification of the claim
     * @param resources the {@code extendedResourceName} of classes that have one
     */
    public static Map<String, Long> of(ObjectValue spec, Map<String, String> resources) {
        Map<String, Long> usage = new TreeMap<>();
        usage.put(CLAIMS, 1L);
        for (Request request : ClaimReader.requests(spec)) {
            Map<String, Long> worst = new LinkedHashMap<>();
            request.alternatives()
                    .forEach(one -> worst.merge(
                            one.deviceClassName() + DEVICES, one.isAll() ? MAX_RESULTS : one.count(), Long::max));
            worst.forEach((resource, count) -> usage.merge(resource, count, Long::sum));
        }
        Map.copyOf(usage).forEach((resource, count) -> {
            if (resource.endsWith(DEVICES)) {
                String name = resource.substring(0, resource.length() - DEVICES.length());
                usage.put(REQUESTS + ResourceName.OF_CLASS + name, count);
                if (resources.containsKey(name)) {
                    usage.put(REQUESTS + resources.get(name), count);
                }
            }
        });
        return usage;
    }

    /** The limits of a ResourceQuota on claims, their devices and extended resources. */
    public static Map<String, Long> limits(ObjectValue hard) {
        Map<String, Long> limits = new LinkedHashMap<>();
        for (int i = 0; i < hard.size(); i++) {
            String resource = hard.key(i);
            Quantity amount = Fields.amount(hard.value(i));
            boolean isOfPods =
                    resource.startsWith(REQUESTS) && ResourceName.isOfDevices(resource.substring(REQUESTS.length()));
            if (amount != null && (resource.equals(CLAIMS) || resource.endsWith(DEVICES) || isOfPods)) {
                limits.put(resource, amount.value());
            }
        }
        return limits;
    }
}
