package dev.drawbridge.fit;

import dev.drawbridge.constraint.cel.DeviceProgram;
import dev.drawbridge.field.Origin;
import dev.drawbridge.fit.allocator.Allocator;
import dev.drawbridge.fit.allocator.Pool;
import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.fit.cause.FitFact;
import dev.drawbridge.fit.cause.ObjectField;
import dev.drawbridge.fleet.Alternative;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.DeviceClass;
import dev.drawbridge.fleet.DeviceConstraint;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.NodeChoice;
import dev.drawbridge.fleet.PoolId;
import dev.drawbridge.fleet.PoolState;
import dev.drawbridge.fleet.Refusal;
import dev.drawbridge.fleet.Request;
import dev.drawbridge.fleet.Slice;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Unknown devices of a fleet: those in incomplete or invalid pools, and in slices for nodes missing from the fleet. The
 * answer for a request that such a device could satisfy is never "never". The missing slices of a pool are for the
 * nodes that its others name, if each names one: a driver publishes such a pool on its node.
 */
final class Gaps {

    private static final int MAX_MISTAKES = 3;

    /**
     * Unknown devices of a driver.
     *
     * @param nodes the names of the only nodes that its slices are for; empty if they may be for others
     */
    private record Gap(PoolId pool, boolean hasRefused, Set<String> nodes, FitCause cause) {

        boolean mayBeOn(Set<String> some) {
            return nodes.isEmpty() || !Collections.disjoint(some, nodes);
        }
    }

    private final Allocator allocator;
    private final List<Gap> gaps = new ArrayList<>();

    Gaps(Allocator allocator) {
        this.allocator = allocator;
        Fleet fleet = allocator.fleet();
        Map<PoolId, String> problems = new LinkedHashMap<>();
        for (PoolState pool : PoolState.of(fleet)) {
            String problem = pool.problem();
            if (problem != null) {
                problems.put(pool.id(), problem);
                List<FitFact> facts = new ArrayList<>(List.of(FitFact.message(problem)));
                pool.refused().stream()
                        .map(refusal -> refusal.lines(MAX_MISTAKES))
                        .flatMap(List::stream)
                        .limit(MAX_MISTAKES)
                        .map(FitFact::message)
                        .forEach(facts::add);
                add(pool.id(), pool.slices(), !pool.refused().isEmpty(), facts);
            }
        }
        for (Node node : fleet.nodes()) {
            for (Pool pool : allocator.pools(node)) {
                String problem = pool.invalidReason();
                if (problem != null && problems.putIfAbsent(pool.id(), problem) == null) {
                    add(pool.id(), List.of(), false, List.of(FitFact.Kind.INVALID_POOL.fact(problem)));
                }
            }
        }
        if (fleet.nodes().stream().anyMatch(node -> !node.isKnown())) {
            fleet.slices().stream()
                    .filter(slice -> slice.nodeChoices().anyMatch(choice -> choice.selector() != null))
                    .filter(slice -> problems.putIfAbsent(slice.pool(), "nodes") == null)
                    .forEach(slice ->
                            add(slice.pool(), List.of(slice), false, List.of(FitFact.Kind.NODES_UNKNOWN.fact())));
        }
    }

    private void add(PoolId pool, List<Slice> known, boolean hasRefused, List<FitFact> facts) {
        Set<String> nodes =
                known.stream().map(slice -> slice.nodes().nodeName()).collect(Collectors.toSet());
        gaps.add(new Gap(
                pool,
                hasRefused,
                hasRefused || nodes.contains("") ? Set.of() : nodes,
                FitCause.Kind.POOL_UNUSABLE.cause(pool).with(facts)));
    }

    /** The gaps that may have devices for the claims on these nodes. */
    List<FitCause> causes(List<Claim> claims, List<Node> nodes) {
        return near(nodes)
                .filter(gap -> claims.stream()
                        .flatMap(Claim::alternatives)
                        .anyMatch(alternative -> couldServe(gap, alternative)))
                .map(Gap::cause)
                .toList();
    }

    /** The gaps in pools that may have a slice for one of these nodes: the scheduler reads no others for them. */
    List<FitCause> on(List<Node> nodes) {
        return gaps.stream()
                .filter(gap -> gap.hasRefused()
                        || allocator.fleet().slices().stream()
                                .filter(slice -> slice.pool().equals(gap.pool()))
                                .flatMap(Slice::nodeChoices)
                                .anyMatch(choice -> nodes.stream()
                                        .anyMatch(node -> choice.includes(node)
                                                || choice.selector() != null
                                                        && choice.selector().matches(node, true))))
                .map(Gap::cause)
                .toList();
    }

    boolean couldServe(Alternative alternative) {
        return gaps.stream().anyMatch(gap -> couldServe(gap, alternative));
    }

    /** The claims without requests that unknown devices may satisfy. If the rest does not fit, they never do. */
    List<Claim> withoutOpen(List<Claim> claims, List<Node> nodes) {
        List<Gap> some = near(nodes).toList();
        return without(claims, alternative -> some.stream().anyMatch(gap -> couldServe(gap, alternative)));
    }

    private Stream<Gap> near(List<Node> nodes) {
        Set<String> names = nodes.stream().map(Node::name).collect(Collectors.toSet());
        return gaps.stream().filter(gap -> gap.mayBeOn(names));
    }

    static List<Claim> without(List<Claim> claims, Predicate<Alternative> gone) {
        return claims.stream().map(claim -> without(claim, gone)).toList();
    }

    private static Claim without(Claim claim, Predicate<Alternative> gone) {
        List<Request> left = claim.requests().stream()
                .filter(request -> request.alternatives().stream().noneMatch(gone))
                .toList();
        if (left.size() == claim.requests().size()) {
            return claim;
        }
        List<DeviceConstraint> constraints = new ArrayList<>();
        for (DeviceConstraint constraint : claim.constraints()) {
            List<String> named = constraint.requests().stream()
                    .filter(name -> left.stream()
                            .anyMatch(request -> name.equals(request.name()) || name.startsWith(request.name() + "/")))
                    .toList();
            if (constraint.requests().isEmpty() || !named.isEmpty()) {
                constraints.add(
                        new DeviceConstraint(named, constraint.matchAttribute(), constraint.distinctAttribute()));
            }
        }
        return claim.with(left, constraints);
    }

    private boolean couldServe(Gap gap, Alternative alternative) {
        DeviceClass deviceClass = allocator.fleet().classes().get(alternative.deviceClassName());
        if (deviceClass == null) {
            return false;
        }
        return Stream.concat(deviceClass.selectors().stream(), alternative.selectors().stream())
                .flatMap(expression -> Conjunction.terms(expression).stream())
                .allMatch(term -> couldMatch(gap.pool().driver(), term));
    }

    private boolean couldMatch(String driver, String term) {
        DeviceProgram program = allocator.selector(term);
        boolean isAboutDriver =
                program.reads().stream().allMatch(read -> read.field().equals("driver"));
        return driver.isEmpty() || !isAboutDriver || !Boolean.FALSE.equals(program.evaluate(bare(driver)));
    }

    private static Device bare(String driver) {
        return new Device(
                new DeviceId(driver, "", ""), Map.of(), Map.of(), false, List.of(), List.of(), NodeChoice.NONE, null);
    }

    static FitCause cause(Refusal refusal) {
        String name = refusal.object().name().isEmpty()
                ? refusal.object().generateName() + "*"
                : refusal.object().name();
        boolean arePods = refusal.mistakes().get(0).origin() == Origin.FIT;
        return (arePods ? FitCause.Kind.PODS_FORBIDDEN : FitCause.Kind.OBJECT_INVALID)
                .cause(refusal.object().kind(), name)
                .with(refusal.lines(MAX_MISTAKES).stream().map(FitFact::message).toList())
                .at(new ObjectField(refusal.object(), refusal.mistakes().get(0).path()));
    }
}
