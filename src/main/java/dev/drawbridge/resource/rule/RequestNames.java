package dev.drawbridge.resource.rule;

import dev.drawbridge.claim.ClaimDevices;
import dev.drawbridge.claim.ClaimDevices.DeviceRequest;
import dev.drawbridge.constraint.content.DnsNames;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.FieldPath;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** The names by which a claim's requests can be referenced: {@code request} and {@code request/subrequest}. */
record RequestNames(Map<String, Set<String>> subRequests) {

    static RequestNames of(ObjectValue devices) {
        Map<String, Set<String>> names = new LinkedHashMap<>();
        for (DeviceRequest request : new ClaimDevices(devices, FieldPath.ROOT).requests()) {
            Set<String> alternatives = new LinkedHashSet<>();
            request.alternatives().forEach(body -> alternatives.add(body.value().string("name")));
            names.put(request.name(), alternatives);
        }
        return new RequestNames(names);
    }

    /** All of them, in the order of the claim. */
    Set<String> all() {
        Set<String> all = new LinkedHashSet<>();
        subRequests.forEach((request, alternatives) -> {
            all.add(request);
            alternatives.forEach(alternative -> all.add(request + "/" + alternative));
        });
        return all;
    }

    /** Whether the reference is well-formed and there is such a request. */
    boolean contains(String reference) {
        int slash = reference.indexOf('/');
        if (slash < 0) {
            return DnsNames.label(reference) == null && subRequests.containsKey(reference);
        }
        String subRequest = reference.substring(slash + 1);
        return DnsNames.label(subRequest) == null
                && subRequests
                        .getOrDefault(reference.substring(0, slash), Set.of())
                        .contains(subRequest);
    }
}
