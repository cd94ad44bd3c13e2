package dev.drawbridge.deviceplugin;

import dev.drawbridge.field.Printable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The text of a ResourceClaim or ResourceClaimTemplate.
 *
 * @param namespace its namespace; empty for none
 * @param requests the requests by name
 * @param align the attribute that all devices have in common; empty for none
 */
public record NewClaim(
        String apiVersion,
        boolean isTemplate,
        String name,
        String namespace,
        Map<String, Request> requests,
        String align) {

    /** A request; the selector may be empty, the proposals are others with the number of devices that they match. */
    public record Request(String deviceClass, int count, String selector, Map<String, Long> proposals) {}

    /** The versions in which a request has its fields in {@code exactly}. */
    private static final List<String> WITH_EXACTLY = List.of("resource.k8s.io/v1", "resource.k8s.io/v1beta2");

    public NewClaim in(String other) {
        return new NewClaim(apiVersion, isTemplate, name, other, requests, align);
    }

    /** The names of requests for these classes: the first part of each, such as {@code gpu} of gpu.nvidia.com. */
    public static Map<String, String> names(List<String> classes) {
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

    public String text() {
        StringBuilder spec = new StringBuilder("devices:\n  requests:\n");
        requests.forEach((request, of) -> spec.append(text(request, of).indent(2)));
        if (!align.isEmpty()) {
            spec.append("""
                      constraints:
                      # All devices have the same value of this attribute.
                      - matchAttribute: %s
                    """.formatted(align));
        }
        String use = isTemplate
                ? "resourceClaimTemplateName: each gets a claim of its own."
                : "resourceClaimName, and share its devices.";
        return """
                # Pods name it in spec.resourceClaims[].%s
                apiVersion: %s
                kind: %s
                metadata:
                  name: %s
                """.formatted(use, apiVersion, isTemplate ? "ResourceClaimTemplate" : "ResourceClaim", name)
                + (namespace.isEmpty() ? "" : "  namespace: " + namespace + "\n")
                + (isTemplate ? "spec:\n  spec:\n" : "spec:\n")
                + spec.toString().indent(isTemplate ? 4 : 2);
    }

    private String text(String request, Request of) {
        StringBuilder fields = new StringBuilder("deviceClassName: " + of.deviceClass + "\n");
        fields.append(of.count == 1 ? "" : "count: " + of.count + "\n");
        if (!of.selector.isEmpty()) {
            fields.append("selectors:\n- cel:\n    expression: " + of.selector + "\n");
        }
        if (!of.proposals.isEmpty()) {
            fields.append("# To select some of the devices of this fleet, remove the # of ")
                    .append(of.selector.isEmpty() ? "selectors: and an entry.\n# selectors:\n" : "an entry.\n");
            of.proposals.forEach((selector, devices) -> fields.append("# - cel: # matches ")
                    .append(Printable.count(devices, "device"))
                    .append("\n#     expression: " + selector + "\n"));
        }
        return "- name: " + request + "\n"
                + (WITH_EXACTLY.contains(apiVersion)
                        ? "  exactly:\n" + fields.toString().indent(4)
                        : fields.toString().indent(2));
    }

    public static String atLeast(String domain, String capacity, String quantity) {
        return "device.capacity[\"" + domain + "\"]." + capacity + ".compareTo(quantity(\"" + quantity + "\")) >= 0";
    }
}
