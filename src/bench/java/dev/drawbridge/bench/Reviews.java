package dev.drawbridge.bench;

import dev.drawbridge.admission.AdmissionHandler;
import dev.drawbridge.admission.DriverRules;
import dev.drawbridge.admission.FleetRules;
import dev.drawbridge.admission.Mode;
import dev.drawbridge.admission.RulesInForce;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.validation.Validator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** AdmissionReviews like those of an API server, with managed fields and the user's groups. */
final class Reviews {

    private static final int ENTRIES = 32;
    private static final int DEVICES = 128;
    private static final int HANDLE_BYTES = 16 * 1024;

    private static final String MANAGED_FIELDS = """
        [{"manager":"kubectl-create","operation":"Update","apiVersion":"resource.k8s.io/v1alpha2","time":"2026-01-01T00:00:00Z",
        "fieldsType":"FieldsV1","fieldsV1":{"f:metadata":{"f:labels":{".":{},"f:app":{}}},"f:spec":{"f:allocationMode":{},
        "f:parametersRef":{"f:apiGroup":{},"f:kind":{},"f:name":{}},"f:resourceClassName":{}}}}]""";

    private Reviews() {}

    /** The handler of {@code serve}, without the server. */
    static AdmissionHandler handler(DriverRules drivers) {
        return new AdmissionHandler(
                ReadLimits.DEFAULT.maxBytes(),
                Long.MAX_VALUE,
                new Validator(),
                () -> new RulesInForce(null, Mode.ENFORCE),
                GateSettings.DEFAULTS,
                () -> drivers,
                FleetRules.NONE,
                true);
    }

    static String of(String object) {
        return switch (object) {
            case "small" -> review("CREATE", "", object("{}"), "null");
            case "full" -> review("UPDATE", "status", object(status("opaque", 2)), object("{}"));
            case "large" -> review("UPDATE", "status", object(status("x".repeat(HANDLE_BYTES), ENTRIES)), object("{}"));
            case "slice" -> slice();
            default -> throw new IllegalArgumentException("no such object: " + object);
        };
    }

    private static String review(String operation, String subresource, String object, String old) {
        return """
            {"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","request":{"uid":"bb3e78b7-5fa3-4bbd-ae5b-f4e767d4a869",
            "kind":{"group":"resource.k8s.io","version":"v1alpha2","kind":"ResourceClaim"},
            "resource":{"group":"resource.k8s.io","version":"v1alpha2","resource":"resourceclaims"},
            "name":"claim","namespace":"default","operation":"%s","subResource":"%s","userInfo":{"username":"admin","uid":"1",
            "groups":["system:masters","system:authenticated"]},"object":%s,"oldObject":%s,"dryRun":false,
            "options":{"kind":"UpdateOptions","apiVersion":"meta.k8s.io/v1"}}}""".formatted(operation, subresource, object, old);
    }

    private static String slice() {
        String devices = IntStream.range(0, DEVICES).mapToObj("""
                    {"name":"gpu-%1$d","attributes":{"type":{"string":"gpu"},"index":{"int":%1$d},
                    "uuid":{"string":"GPU-4cf8db2d-06c0-7d70-1a51-e59b25b2c%1$03d"},"productName":{"string":"Example A100 80GB"},
                    "brand":{"string":"Example"},"architecture":{"string":"Ampere"},"cudaComputeCapability":{"version":"8.0.0"},
                    "driverVersion":{"version":"550.54.15"},"resource.kubernetes.io/pcieRoot":{"string":"pci0000:%1$02x"}},
                    "capacity":{"memory":{"value":"81920Mi"},"multiprocessors":{"value":"108"}}}"""::formatted).collect(Collectors.joining(","));
        return """
            {"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","request":{"uid":"bb3e78b7-5fa3-4bbd-ae5b-f4e767d4a869",
            "kind":{"group":"resource.k8s.io","version":"v1","kind":"ResourceSlice"},
            "resource":{"group":"resource.k8s.io","version":"v1","resource":"resourceslices"},
            "name":"node-1-gpu","operation":"CREATE","userInfo":{"username":"driver"},"object":{"kind":"ResourceSlice",
            "apiVersion":"resource.k8s.io/v1","metadata":{"name":"node-1-gpu"},"spec":{"driver":"gpu.example.com","nodeName":"node-1",
            "pool":{"name":"node-1","generation":1,"resourceSliceCount":1},"devices":[%s]}},"oldObject":null,"dryRun":false,
            "options":{"kind":"CreateOptions","apiVersion":"meta.k8s.io/v1"}}}""".formatted(devices);
    }

    private static String object(String status) {
        return """
            {"kind":"ResourceClaim","apiVersion":"resource.k8s.io/v1alpha2","metadata":{"name":"claim","namespace":"default",
            "uid":"c874c2e3-5ff0-44f8-baad-a9fb6db78930","creationTimestamp":"2026-01-01T00:00:00Z","labels":{"app":"trainer"},
            "managedFields":%s},"spec":{"resourceClassName":"gpu.example.com","parametersRef":{"apiGroup":"gpu.example.com",
            "kind":"GpuClaimParameters","name":"two"},"allocationMode":"WaitForFirstConsumer"},"status":%s}""".formatted(MANAGED_FIELDS, status);
    }

    private static String status(String data, int entries) {
        String handles = IntStream.range(0, entries)
                .mapToObj(i -> "{\"driverName\":\"gpu.example.com\",\"data\":\"" + data + "\"}")
                .collect(Collectors.joining(","));
        String consumers = IntStream.range(0, entries)
                .mapToObj(i -> "{\"resource\":\"pods\",\"name\":\"pod-" + i + "\",\"uid\":\"uid-" + i + "\"}")
                .collect(Collectors.joining(","));
        return """
            {"driverName":"gpu.example.com","allocation":{"shareable":true,"availableOnNodes":{"nodeSelectorTerms":[{"matchExpressions":
            [{"key":"kubernetes.io/hostname","operator":"In","values":["node-1","node-2"]}]}]},"resourceHandles":[%s]},
            "reservedFor":[%s]}""".formatted(handles, consumers);
    }
}
