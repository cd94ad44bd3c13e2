package dev.drawbridge.conformance;

import dev.drawbridge.document.JsonElements;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.fit.allocator.Allocator;
import dev.drawbridge.fit.allocator.Decision;
import dev.drawbridge.fit.allocator.DecisionCache;
import dev.drawbridge.fit.plugin.TaintRules;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.DeviceClass;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.Fleets;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.Slice;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.KubernetesRelease;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A recorded allocation: a fleet, a pod's claims, and the decisions of some releases' allocators for each node.
 *
 * @param verdicts their decisions; empty if none are recorded
 */
public record FitCase(String id, Fleet fleet, List<Claim> claims, List<FitVerdict> verdicts) {

    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final String GROUP = "fit";

    /** Answers that count as any other: the release's allocator crashed, or took too long. */
    private static final Set<String> ANYTHING = Set.of("timeout");

    /**
     * The decisions of some releases.
     *
     * @param outcomes by node: {@code fits}, {@code no}, {@code error}; empty if the allocator crashed, so that any
     *     answer is right
     */
    record FitVerdict(List<String> releases, Map<String, Set<String>> outcomes) {}

    /** Whether the line is about allocation. */
    static boolean isOne(ObjectValue fields) {
        return fields.has("nodes");
    }

    /** Questions of a file, one after the other, of any size. */
    public static void readQuestions(InputStream input, Consumer<FitCase> questions) throws IOException {
        JsonElements.read(input, ReadLimits.DEFAULT, new JsonElements.Receiver() {

            private final Map<String, List<ObjectValue>> claims = new HashMap<>();
            private final List<Slice> slices = new ArrayList<>();
            private final List<Node> nodes = new ArrayList<>();
            private final List<Claim> allocated = new ArrayList<>();
            private String id = "";

            @Override
            public void field(String name, Value value) {
                if (name.equals("id") && value instanceof StringValue text) {
                    id = text.value();
                }
            }

            @Override
            public void element(String name, Value value) {
                if (value instanceof ObjectValue object) {
                    switch (name) {
                        case "nodes" -> nodes.add(Node.of(object));
                        case "resourceSlices" -> slices.add(Slice.of(object));
                        case "allocated" -> allocated.add(Claim.of(object));
                        default ->
                            claims.computeIfAbsent(name, key -> new ArrayList<>())
                                    .add(object);
                    }
                }
            }

            @Override
            public void end() {
                Map<String, DeviceClass> classes = new LinkedHashMap<>();
                claims.getOrDefault("deviceClasses", List.of()).stream()
                        .map(DeviceClass::of)
                        .forEach(each -> classes.put(each.name(), each));
                List<Claim> requested = claims.getOrDefault("claims", List.of()).stream()
                        .map(Claim::of)
                        .toList();
                questions.accept(new FitCase(
                        id,
                        Fleets.of(List.copyOf(nodes), classes, List.copyOf(slices), List.copyOf(allocated)),
                        requested,
                        List.of()));
                List.of(claims.keySet(), nodes, slices, allocated).forEach(Collection::clear);
            }
        });
    }

    /** The case of a line. */
    static FitCase read(ObjectValue fields) {
        Map<String, DeviceClass> classes = new LinkedHashMap<>();
        for (DeviceClass each : fields.list("deviceClasses").objects().stream()
                .map(DeviceClass::of)
                .toList()) {
            classes.put(each.name(), each);
        }
        return new FitCase(
                fields.string("id"),
                Fleets.of(
                        fields.list("nodes").objects().stream().map(Node::of).toList(),
                        classes,
                        fields.list("resourceSlices").objects().stream()
                                .map(Slice::of)
                                .toList(),
                        fields.list("allocated").objects().stream()
                                .map(Claim::of)
                                .toList()),
                fields.list("claims").objects().stream().map(Claim::of).toList(),
                fields.list("verdicts").objects().stream().map(FitCase::verdict).toList());
    }

    private static FitVerdict verdict(ObjectValue verdict) {
        Map<String, Set<String>> outcomes = new LinkedHashMap<>();
        ObjectValue nodes = verdict.object("nodes");
        for (int i = 0; i < nodes.size(); i++) {
            ObjectValue node = nodes.object(nodes.key(i));
            Set<String> known = new HashSet<>(node.list("outcomes").texts());
            boolean isAnything = known.stream().anyMatch(ANYTHING::contains)
                    || node.string("error").startsWith("panic:");
            outcomes.put(nodes.key(i), isAnything ? Set.of() : known);
        }
        return new FitVerdict(verdict.list("releases").texts(), outcomes);
    }

    /** Adds every decision to the result. */
    void compare(Set<KubernetesRelease> releases, ConformanceResult result) {
        for (FitVerdict theirs : verdicts) {
            for (String name : theirs.releases()) {
                RecordedRelease release = RecordedRelease.parse(name);
                if (releases.isEmpty() || releases.contains(release.release())) {
                    compare(theirs, release, result);
                }
            }
        }
    }

    private void compare(FitVerdict theirs, RecordedRelease release, ConformanceResult result) {
        if (theirs.outcomes().values().stream().allMatch(Set::isEmpty)) {
            // A search that the release did not end takes long here, too.
            theirs.outcomes().keySet().forEach(node -> result.same(release, GROUP));
            return;
        }
        decide(release).forEach((node, decision) -> {
            Set<String> outcomes = theirs.outcomes().getOrDefault(node, Set.of());
            if (outcomes.isEmpty() || outcomes.contains(outcome(decision))) {
                result.same(release, GROUP);
            } else {
                result.different(release, GROUP, id + " " + node + ": scheduler " + outcomes + ", ours " + decision);
            }
        });
    }

    /** Drawbridge's decision for each node. */
    public Map<String, Decision> decide(RecordedRelease release) {
        FeatureGates gates = release.gates().in(release.release());
        Fleet tainted = TaintRules.applied(fleet, release.release(), gates);
        Allocator allocator = new Allocator(tainted, release.release(), gates);
        return new DecisionCache(LIMIT)
                .decide(allocator, tainted.nodes(), claims)
                .byNode();
    }

    /** The decision, as recorded ones are written. */
    public static String outcome(Decision decision) {
        if (decision instanceof Decision.Fits) {
            return "fits";
        }
        if (decision instanceof Decision.DoesNotFit) {
            return "no";
        }
        return decision instanceof Decision.Fails ? "error" : "undecided";
    }
}
