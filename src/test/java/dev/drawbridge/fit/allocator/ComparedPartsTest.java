package dev.drawbridge.fit.allocator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.FleetBuilder;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.Slice;
import dev.drawbridge.manifest.ManifestReader;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each part of what the allocator compares is needed: a file has a fleet that is decided in another way without the
 * part. A new part fails without such a file. The header of a file names its parts and the release with its gates.
 */
class ComparedPartsTest {

    private static final Path FILES = Path.of("src/test/resources/fit/parts");

    private static final String COMMON = """
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: any}
            spec: {}
            ---
            """;

    private static final String NODE = """
            apiVersion: v1
            kind: Node
            metadata: {name: n0}
            ---
            """;

    /** The parts that others imply: see {@link #impliedPartsAreImplied}. */
    private static final Set<String> IMPLIED = Set.of("Place.claim");

    /** The limit of steps of a search. */
    private static final int STEPS = 20_000;

    /** A fleet and the claims to decide about. */
    private record Example(
            Set<String> parts, KubernetesRelease release, FeatureGates gates, Fleet fleet, List<Claim> claims) {

        static Example of(Path file) {
            String text = text(file);
            String nodes = text.contains("kind: Node") ? "" : NODE;
            FleetBuilder builder = new FleetBuilder("ns");
            new ManifestReader()
                    .read(file.toString(), (COMMON + nodes + text).getBytes(StandardCharsets.UTF_8))
                    .manifests()
                    .forEach(each -> builder.add(each.apiVersion(), each.kind(), each.object()));
            Fleet fleet = builder.build();
            String[] release = header(text, "kubernetes").split("\\+", 2);
            KubernetesRelease parsed = KubernetesRelease.parse(release[0]).orElseThrow();
            return new Example(
                    Set.of(header(text, "parts").split(", ")),
                    parsed,
                    GateSettings.parse(release[1]).in(parsed),
                    fleet,
                    fleet.claims().stream()
                            .filter(claim -> claim.allocation() == null)
                            .toList());
        }

        private static String header(String text, String name) {
            return text.lines()
                    .filter(line -> line.startsWith("# " + name + ": "))
                    .map(line -> line.substring(name.length() + 4))
                    .findFirst()
                    .orElseThrow();
        }

        /** The decisions for each node: by a search that skips as much as the mode says. */
        List<Decision> decide(PruningMode mode, Function<Record, Object> view) {
            Allocator allocator = new Allocator(fleet, release, gates, view);
            return fleet.nodes().stream()
                    .map(node -> allocator.decide(node, claims, new Budget(Long.MAX_VALUE, STEPS, 0), mode))
                    .toList();
        }

        /** The kinds of decisions for each node: each is that for the first node with the same look. */
        List<Class<?>> decideByLook(Function<Record, Object> view) {
            Allocator allocator = new Allocator(fleet, release, gates, view);
            List<Decision> plain = decide(PruningMode.NONE, view);
            Map<Integer, Class<?>> byLook = new HashMap<>();
            List<Class<?>> decisions = new ArrayList<>();
            for (int i = 0; i < plain.size(); i++) {
                Node node = fleet.nodes().get(i);
                byLook.putIfAbsent(allocator.likeness(node), plain.get(i).getClass());
                decisions.add(byLook.get(allocator.likeness(node)));
            }
            return decisions;
        }

        /** All decisions that depend on what is compared. */
        List<Object> all(Function<Record, Object> view) {
            return List.of(
                    decide(PruningMode.REMEMBERING, view), decide(PruningMode.THOROUGH, view), decideByLook(view));
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Stream<Arguments> examples() throws IOException {
        try (Stream<Path> files = Files.list(FILES)) {
            return files.sorted().toList().stream()
                    .flatMap(file -> Example.of(file).parts().stream()
                            .sorted()
                            .map(part -> Arguments.of(part, file.getFileName())));
        }
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("examples")
    void decisionIsAnotherWithoutPart(String part, Path file) {
        Example example = Example.of(FILES.resolve(file));
        List<Decision> plain = example.decide(PruningMode.NONE, key -> key);

        assertThat(example.all(key -> key))
                .as("what the unpruned search decides")
                .isEqualTo(List.of(
                        plain, plain, plain.stream().map(Decision::getClass).toList()));
        assertThat(example.all(key -> ComparedParts.without(part, key)))
                .as("decisions without %s", part)
                .isNotEqualTo(example.all(key -> key));
    }

    @Test
    void everyPartHasAnExample() throws IOException {
        Set<String> parts = new TreeSet<>(IMPLIED);
        examples().forEach(example -> parts.add(String.valueOf(example.get()[0])));

        assertThat(parts).isEqualTo(ComparedParts.all());
    }

    /** What a search reads is compared: a new component belongs in a look or a state, or is not read by a search. */
    @Test
    void whatSearchReadsIsCompared() {
        assertThat(components(Taken.class)).isEqualTo("devices counters groups constraints results");
        assertThat("place " + components(Taken.class)).isEqualTo(components(SearchState.class));
        assertThat(components(Device.class))
                .isEqualTo("id attributes capacity allowMultipleAllocations consumesCounters taints nodes"
                        + " bindingConditions");
        assertThat(components(Slice.class))
                .as("of which nodes and perDevice are isOnNode and the pools, and providesNodeResources is not read")
                .isEqualTo("name ofPool nodes perDevice sharedCounters devices skipsNodeOperations"
                        + " providesNodeResources");
        assertThat(components(Pool.class))
                .as("of which all but slices and counterSets are compared by the pool itself")
                .isEqualTo("id isIncomplete invalidReason slices otherSlices counterSets");
    }

    private static String components(Class<? extends Record> type) {
        return Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getName)
                .collect(Collectors.joining(" "));
    }

    @Test
    void impliedPartsAreImplied() {
        for (String part : IMPLIED) {
            Set<Object> withPart = new HashSet<>();
            Set<Object> withoutPart = new HashSet<>();
            for (long seed = 1; seed <= 500; seed++) {
                long fleet = seed;
                RandomFleet random = new RandomFleet(seed);
                Allocator allocator = new Allocator(random.fleet, random.release, random.gates, key -> {
                    withPart.add(List.of(fleet, ComparedParts.without("", key)));
                    withoutPart.add(List.of(fleet, ComparedParts.without(part, key)));
                    return key;
                });
                random.fleet
                        .nodes()
                        .forEach(node -> allocator.decide(
                                node, random.claims, new Budget(Long.MAX_VALUE, STEPS, 0), PruningMode.REMEMBERING));
            }

            assertThat(withoutPart).as("what is compared without %s", part).hasSameSizeAs(withPart);
        }
    }
}
