package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.content.DnsNames;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The names by which a claim's requests can be referenced: {@code request} and {@code request/subrequest}.
 *
 * @param subRequests the names of the subrequests by the request's name
 */
record RequestNames(Map<String, Set<String>> subRequests) {

    static RequestNames of(ObjectValue devices) {
        Map<String, Set<String>> names = new HashMap<>();
        ListValue requests = devices.list("requests");
        for (int i = 0; i < requests.size(); i++) {
            if (requests.get(i) instanceof ObjectValue request) {
                names.put(request.string("name"), names(request.list("firstAvailable")));
            }
        }
        return new RequestNames(names);
    }

    private static Set<String> names(ListValue subRequests) {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < subRequests.size(); i++) {
            if (subRequests.get(i) instanceof ObjectValue subRequest) {
                names.add(subRequest.string("name"));
            }
        }
        return names;
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
