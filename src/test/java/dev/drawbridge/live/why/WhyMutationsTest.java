package dev.drawbridge.live.why;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.SharedData;
import dev.drawbridge.live.SnapshotKind;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Tests of recorded fleets on which the scheduler of 1.37 placed the pod, with one mutation: the first cause must be
 * that mutation. Mutations without an effect on the pod are not counted.
 */
class WhyMutationsTest {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final int PER_CAUSE = 26;

    /** A mutation and the expected cause. */
    private enum Mutation {
        CLASS(Cause.CLASS_MISSING, fleet -> {
            String name = firstClass(fleet);
            return remove(fleet, "deviceClasses", each -> nameOf(each).equals(name));
        }),
        CLAIM(Cause.CLAIM_MISSING, fleet -> {
            String claim = claimName(fleet);
            return !claim.isEmpty()
                    && remove(fleet, "resourceClaims", each -> nameOf(each).equals(claim));
        }),
        TEMPLATE(Cause.TEMPLATE_MISSING, fleet -> {
            boolean isTemplate = !fleet.path("resourceClaimTemplates").isEmpty()
                    && ofPod(fleet).path("spec").path("resourceClaims").path(0).has("resourceClaimTemplateName");
            if (isTemplate) {
                ((ObjectNode) ofPod(fleet)).remove("status");
            }
            return isTemplate && remove(fleet, "resourceClaimTemplates", each -> true);
        }),
        DELETED(Cause.CLAIM_BEING_DELETED, fleet -> {
            JsonNode claim = openClaim(fleet);
            if (claim == null) {
                return false;
            }
            ((ObjectNode) claim.path("metadata")).put("deletionTimestamp", "2026-03-01T00:00:00Z");
            return true;
        }),
        SELECTOR(Cause.SELECTOR_MATCHES_NOTHING, fleet -> select(fleet, "device.driver == \"other.example.com\"")),
        EXPRESSION(
                Cause.EXPRESSION_FAILS,
                fleet -> select(fleet, "device.attributes[\"other.example.com\"].model == \"x\"")),
        CLASS_SELECTOR(Cause.CLASS_MATCHES_NOTHING, fleet -> {
            String name = firstClass(fleet);
            for (JsonNode each : fleet.path("deviceClasses")) {
                if (nameOf(each).equals(name)) {
                    ((ObjectNode) each.path("spec"))
                            .withArray("selectors")
                            .addObject()
                            .putObject("cel")
                            .put("expression", "\"other.example.com\" in device.attributes && 1 == 2");
                    return true;
                }
            }
            return false;
        }),
        TAKEN(Cause.DEVICES_TAKEN, WhyMutationsTest::take),
        POOLS(Cause.POOL_INCOMPLETE, fleet -> {
            for (JsonNode slice : fleet.path("resourceSlices")) {
                ObjectNode pool = (ObjectNode) slice.path("spec").path("pool");
                pool.put("resourceSliceCount", pool.path("resourceSliceCount").asInt() + 1);
            }
            return true;
        }),
        DRIVER(Cause.DRIVER_GONE, fleet -> remove(fleet, "resourceSlices", each -> true)),
        TAINT(Cause.DEVICE_TAINTED, fleet -> {
            for (JsonNode slice : fleet.path("resourceSlices")) {
                for (JsonNode device : slice.path("spec").path("devices")) {
                    ((ObjectNode) device)
                            .withArray("taints")
                            .addObject()
                            .put("key", "example.com/broken")
                            .put("effect", "NoSchedule");
                }
            }
            return true;
        }),
        COUNT(Cause.TOO_FEW_DEVICES, fleet -> {
            JsonNode exact = exact(fleet);
            // A pool without some of its slices may have as many.
            if (exact == null || exact.path("allocationMode").asString("").equals("All") || isIncomplete(fleet)) {
                return false;
            }
            ((ObjectNode) exact).put("count", 32);
            return true;
        }),
        GATE(Cause.SCHEDULING_GATE, fleet -> {
            ((ObjectNode) ofPod(fleet).path("spec"))
                    .putArray("schedulingGates")
                    .addObject()
                    .put("name", "example.com/wait");
            return true;
        }),
        NODES(Cause.NOT_DRA, fleet -> {
            ((ObjectNode) ofPod(fleet).path("spec")).putObject("nodeSelector").put("no.such/label", "x");
            return true;
        }),
        CPU(Cause.NOT_DRA, fleet -> {
            ObjectNode event = fleet.withArray("events").addObject();
            event.put("apiVersion", "v1").put("kind", "Event").put("reason", "FailedScheduling");
            event.put("message", "0/2 nodes are available: 2 Insufficient cpu. preemption: 0/2 nodes are available");
            event.putObject("involvedObject")
                    .put("kind", "Pod")
                    .put("name", nameOf(ofPod(fleet)))
                    .put("namespace", "default");
            return true;
        });

        private final Cause cause;
        private final Predicate<ObjectNode> change;

        Mutation(Cause cause, Predicate<ObjectNode> change) {
            this.cause = cause;
            this.change = change;
        }
    }

    private static String nameOf(JsonNode object) {
        return object.path("metadata").path("name").asString("");
    }

    private static JsonNode ofPod(JsonNode fleet) {
        return fleet.path("pod");
    }

    private static boolean remove(ObjectNode fleet, String field, Predicate<JsonNode> gone) {
        ArrayNode left = JSON.createArrayNode();
        fleet.path(field).forEach(each -> {
            if (!gone.test(each)) {
                left.add(each);
            }
        });
        boolean isChanged = left.size() < fleet.path(field).size();
        fleet.set(field, left);
        return isChanged;
    }

    private static String claimName(JsonNode fleet) {
        return ofPod(fleet)
                .path("spec")
                .path("resourceClaims")
                .path(0)
                .path("resourceClaimName")
                .asString("");
    }

    /** The first claim of the pod, if it is a claim by name without devices. */
    private static JsonNode openClaim(JsonNode fleet) {
        String name = claimName(fleet);
        for (JsonNode claim : fleet.path("resourceClaims")) {
            if (nameOf(claim).equals(name) && !claim.path("status").has("allocation")) {
                return claim;
            }
        }
        return null;
    }

    /** The exact request of the claim's first request. */
    private static JsonNode exact(JsonNode fleet) {
        JsonNode claim = openClaim(fleet);
        JsonNode requests = claim == null
                ? JSON.createArrayNode()
                : claim.path("spec").path("devices").path("requests");
        return requests.size() == 1 && requests.path(0).has("exactly")
                ? requests.path(0).path("exactly")
                : null;
    }

    private static String firstClass(JsonNode fleet) {
        JsonNode exact = exact(fleet);
        return exact == null ? "" : exact.path("deviceClassName").asString("");
    }

    private static boolean select(ObjectNode fleet, String expression) {
        JsonNode exact = exact(fleet);
        if (exact == null) {
            return false;
        }
        // Before the others, which may fail on a device.
        ((ObjectNode) exact)
                .withArray("selectors")
                .insertObject(0)
                .putObject("cel")
                .put("expression", expression);
        return true;
    }

    private static boolean isIncomplete(ObjectNode fleet) {
        Map<JsonNode, Long> slices = new HashMap<>();
        fleet.path("resourceSlices").forEach(slice -> slices.merge(pool(slice), 1L, Long::sum));
        return slices.entrySet().stream()
                .anyMatch(pool -> pool.getKey().path("resourceSliceCount").asLong() != pool.getValue());
    }

    private static JsonNode pool(JsonNode slice) {
        ObjectNode pool = slice.path("spec").path("pool").deepCopy().asObject();
        return pool.set("driver", slice.path("spec").path("driver"));
    }

    private static boolean take(ObjectNode fleet) {
        JsonNode exact = exact(fleet);
        if (exact == null || exact.has("adminAccess")) {
            return false;
        }
        ObjectNode claim = fleet.withArray("resourceClaims").addObject();
        claim.put("apiVersion", "resource.k8s.io/v1").put("kind", "ResourceClaim");
        claim.putObject("metadata")
                .put("name", "taker")
                .put("namespace", "other")
                .put("uid", "uid-taker");
        ArrayNode results = claim.putObject("status")
                .putObject("allocation")
                .putObject("devices")
                .putArray("results");
        for (JsonNode slice : fleet.path("resourceSlices")) {
            for (JsonNode device : slice.path("spec").path("devices")) {
                results.addObject()
                        .put("request", "r")
                        .put("driver", slice.path("spec").path("driver").asString(""))
                        .put(
                                "pool",
                                slice.path("spec").path("pool").path("name").asString(""))
                        .put("device", device.path("name").asString(""));
            }
        }
        return true;
    }

    private static String dump(ObjectNode fleet) {
        ObjectNode list = JSON.createObjectNode();
        list.put("apiVersion", "v1").put("kind", "List");
        ArrayNode items = list.putArray("items");
        for (String field : List.of(
                "nodes",
                "deviceClasses",
                "resourceSlices",
                "resourceClaims",
                "resourceClaimTemplates",
                "deviceTaintRules",
                "events")) {
            fleet.path(field).forEach(items::add);
        }
        items.add(fleet.path("pod"));
        return list.toString();
    }

    private static boolean isFitting(JsonNode fleet) {
        for (JsonNode verdict : fleet.path("verdicts")) {
            if (verdict.path("releases").toString().contains("\"1.37\"")) {
                for (JsonNode node : verdict.path("nodes")) {
                    JsonNode outcomes = node.has("both") ? node.path("both") : node.path("outcomes");
                    if (outcomes.toString().equals("[\"fits\"]")) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** Whether the pod is pending by the decision, for causes other than the scheduler's own messages. */
    private static boolean isBroken(Diagnosis diagnosis) {
        return !List.of(Cause.NOT_TRIED, Cause.UNKNOWN)
                .contains(diagnosis.findings().get(0).rule());
    }

    @Test
    void mutationIsFirstCause() throws Exception {
        Map<Mutation, Integer> counts = new TreeMap<>();
        List<String> wrong = new ArrayList<>();
        int cases = 0;
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(SharedData.require("pods/fit.jsonl.gz"))), UTF_8))) {
            String line = lines.readLine();
            while (line != null && cases < PER_CAUSE * Mutation.values().length) {
                ObjectNode fleet = (ObjectNode) JSON.readTree(line);
                Mutation mutation = isFitting(fleet) && !isBroken(diagnosis(fleet)) ? mutated(fleet, counts) : null;
                if (mutation != null) {
                    Diagnosis diagnosis = diagnosis(fleet);
                    if (isBroken(diagnosis)) {
                        cases++;
                        counts.merge(mutation, 1, Integer::sum);
                        if (diagnosis.findings().get(0).rule() != mutation.cause) {
                            wrong.add(fleet.path("id").asString("") + " " + mutation + ": " + diagnosis.causes());
                        }
                    }
                }
                line = lines.readLine();
            }
        }
        System.out.println("Mutated fleets: " + (cases - wrong.size()) + " of " + cases + " right; " + counts);
        assertThat(cases).isGreaterThanOrEqualTo(300);
        assertThat(wrong).isEmpty();
    }

    /** Applies the rarest mutation so far that is possible for the fleet; null if there is none. */
    private static Mutation mutated(ObjectNode fleet, Map<Mutation, Integer> counts) {
        List<Mutation> rarest = new ArrayList<>(List.of(Mutation.values()));
        rarest.sort(Comparator.comparing(mutation -> counts.getOrDefault(mutation, 0)));
        return rarest.stream()
                .filter(mutation -> counts.getOrDefault(mutation, 0) < PER_CAUSE && mutation.change.test(fleet))
                .findFirst()
                .orElse(null);
    }

    private static Diagnosis diagnosis(ObjectNode fleet) {
        return Dumps.of(
                Dumps.snapshot(dump(fleet)),
                SnapshotKind.POD,
                ofPod(fleet).path("metadata").path("namespace").asString(""),
                nameOf(ofPod(fleet)));
    }
}
