package dev.drawbridge.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The text of a ResourceClaim or ResourceClaimTemplate.
 *
 * @param apiVersion its version
 * @param isTemplate whether it is a template
 * @param name its name
 * @param namespace its namespace; empty for none
 * @param requests the requests by name
 * @param align the attribute that all devices have in common; empty for none
 */
record NewClaim(
        String apiVersion,
        boolean isTemplate,
        String name,
        String namespace,
        Map<String, Request> requests,
        String align) {

    /**
     * A request.
     *
     * @param selector empty for none
     * @param proposals other selectors, each with the number of devices that it matches
     */
    record Request(String deviceClass, int count, String selector, Map<String, Long> proposals) {}

    /** The versions in which a request has its fields in {@code exactly}. */
    private static final List<String> WITH_EXACTLY = List.of("resource.k8s.io/v1", "resource.k8s.io/v1beta2");

    /** A copy in another namespace. */
    NewClaim in(String other) {
        return new NewClaim(apiVersion, isTemplate, name, other, requests, align);
    }

    /** The kind. */
    String kind() {
        return isTemplate ? "ResourceClaimTemplate" : "ResourceClaim";
    }

    /** The names of requests for these classes: the first part of each, such as {@code gpu} of gpu.nvidia.com. */
    static Map<String, String> names(List<String> classes) {
        Map<String, String> names = new LinkedHashMap<>();
        for (String deviceClass : classes) {
            String name = deviceClass
                    .toLowerCase(Locale.ROOT)
                    .replaceFirst("\\..*", "")
                    .replaceAll("[^a-z0-9]+", "-")
                    .replaceAll("^-|-$", "");
            String unique = name;
            for (int i = 2; names.containsKey(unique); i++) {
                unique = name + "-" + i;
            }
            names.put(unique, deviceClass);
        }
        return names;
    }

    /** The text, with comments. */
    String text() {
        StringBuilder text = new StringBuilder();
        text.append("# Pods name it in spec.resourceClaims[].")
                .append(isTemplate ? "resourceClaimTemplateName: each gets a claim of its own.\n" : "")
                .append(isTemplate ? "" : "resourceClaimName, and share its devices.\n");
        text.append("apiVersion: ").append(apiVersion).append("\nkind: ").append(kind());
        text.append("\nmetadata:\n  name: ").append(name).append('\n');
        if (!namespace.isEmpty()) {
            text.append("  namespace: ").append(namespace).append('\n');
        }
        text.append("spec:\n");
        String indent = isTemplate ? "    " : "  ";
        text.append(isTemplate ? "  spec:\n" : "");
        text.append(indent).append("devices:\n").append(indent).append("  requests:\n");
        requests.forEach((request, of) -> add(request, of, indent + "  ", text));
        if (!align.isEmpty()) {
            text.append(indent).append("  constraints:\n");
            text.append(indent).append("  # All devices have the same value of this attribute.\n");
            text.append(indent).append("  - matchAttribute: ").append(align).append('\n');
        }
        return text.toString();
    }

    private void add(String request, Request of, String indent, StringBuilder text) {
        boolean isNested = WITH_EXACTLY.contains(apiVersion);
        String inner = indent + (isNested ? "    " : "  ");
        text.append(indent).append("- name: ").append(request).append('\n');
        text.append(isNested ? indent + "  exactly:\n" : "");
        text.append(inner).append("deviceClassName: ").append(of.deviceClass).append('\n');
        text.append(of.count == 1 ? "" : inner + "count: " + of.count + "\n");
        if (!of.selector.isEmpty()) {
            text.append(inner).append("selectors:\n").append(inner).append("- cel:\n");
            text.append(inner).append("    expression: ").append(of.selector).append('\n');
        }
        if (!of.proposals.isEmpty()) {
            text.append(inner).append("# To select some of the devices of this fleet, remove the # of ");
            text.append(of.selector.isEmpty() ? "selectors: and an entry" : "an entry")
                    .append(".\n");
            text.append(of.selector.isEmpty() ? inner + "# selectors:\n" : "");
            of.proposals.forEach((selector, devices) -> text.append(inner)
                    .append("# - cel: # matches ")
                    .append(devices)
                    .append(devices == 1 ? " device\n" : " devices\n")
                    .append(inner)
                    .append("#     expression: ")
                    .append(selector)
                    .append('\n'));
        }
    }

    /** A selector for at least this much of a capacity. */
    static String atLeast(String domain, String capacity, String quantity) {
        return "device.capacity[\"" + domain + "\"]." + capacity + ".compareTo(quantity(\"" + quantity + "\")) >= 0";
    }
}
