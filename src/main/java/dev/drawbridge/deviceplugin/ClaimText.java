package dev.drawbridge.deviceplugin;

/** Writes DeviceClasses and ResourceClaimTemplates as YAML. */
final class ClaimText {

    private ClaimText() {}

    static String deviceClass(String name, PluginResource resource) {
        return """
                ---
                apiVersion: resource.k8s.io/v1
                kind: DeviceClass
                metadata:
                  name: %s
                spec:
                  selectors:
                  - cel:
                      expression: device.driver == "%s" && %s
                  extendedResourceName: %s
                """.formatted(name, resource.driver(), resource.selector(), resource.name());
    }

    static String request(String name, PluginResource resource, int count) {
        String request = """
                      - name: %s
                        exactly:
                          deviceClassName: %s
                """.formatted(name, resource.deviceClass());
        String selector = resource.selector().isEmpty() ? "" : """
                          selectors:
                          - cel:
                              expression: %s
                """.formatted(resource.selector());
        return request + selector + (count == 1 ? "" : "          count: " + count + "\n");
    }

    static String template(String name, String namespace, String requests) {
        String place = namespace.isEmpty() ? "" : "  namespace: " + namespace + "\n";
        return """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaimTemplate
                metadata:
                  name: %s
                """.formatted(name) + place + """
                spec:
                  spec:
                    devices:
                      requests:
                """ + requests;
    }
}
