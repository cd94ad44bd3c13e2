package dev.drawbridge.resource.rule;

import dev.drawbridge.claim.ClaimDevices;
import dev.drawbridge.claim.ClaimDevices.DeviceRequest;
import dev.drawbridge.constraint.Formats;
import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.constraint.content.DnsNames;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Constraints and configurations name requests of the claim, as {@code request} or {@code request/subrequest}. Source:
 * validateRequestNameRef, DeviceConstraint.Requests, DeviceClaimConfiguration.Requests.
 *
 * @param maxEntries a longer list is not looked into
 */
public record RequestReferencesExist(int maxEntries) implements ObjectRule {

    // @formatter:off
    static final Demand EXISTS = new Demand(Origin.REQUEST_REFERENCE,
        "must be the name of a request in the claim, or REQUEST/SUBREQUEST");
    private static final Demand IN_CONSTRAINTS = EXISTS.at("constraints.requests").dependingOn("requests.name")
        .example("{requests: [{name: gpu}], constraints: [{requests: [gpu]}]}",
            "{requests: [{name: gpu}], constraints: [{requests: [gpus]}]}");
    private static final Demand IN_CONFIGURATIONS = EXISTS.at("config.requests").dependingOn("requests.name")
        .example("{requests: [{name: gpu}], config: [{requests: [gpu]}]}",
            "{requests: [{name: gpu}], config: [{requests: [gpus]}]}");
    // @formatter:on

    /** References are looked up however long their list is. */
    public static RequestReferencesExist inEveryList() {
        return new RequestReferencesExist(Integer.MAX_VALUE);
    }

    @Override
    public List<Demand> demands() {
        return List.of(IN_CONSTRAINTS, IN_CONFIGURATIONS);
    }

    @Override
    public void check(ObjectValue devices, @Nullable ObjectValue old, ValidationContext context) {
        RequestNames names = RequestNames.of(devices);
        check(devices.list("constraints"), names, context.at("constraints"));
        check(devices.list("config"), names, context.at("config"));
    }

    private void check(ListValue list, RequestNames names, ValidationContext context) {
        ListValue entries = withinLimit(list, maxEntries);
        for (int i = 0; i < entries.size(); i++) {
            references(entries.get(i), maxEntries, names, context.at(i).at("requests"));
        }
    }

    /** Checks the {@code requests} of a constraint or a configuration. */
    static void references(Value entry, int maxReferences, RequestNames names, ValidationContext context) {
        ListValue references = withinLimit(ObjectValue.orEmpty(entry).list("requests"), maxReferences);
        for (int i = 0; i < references.size(); i++) {
            reference(references.get(i), names, context.at(i));
        }
    }

    /** The list; empty if it exceeds the limit above which the server skips it. */
    static ListValue withinLimit(ListValue list, int maxEntries) {
        return list.size() > maxEntries ? ListValue.EMPTY : list;
    }

    static void reference(Value value, RequestNames names, ValidationContext context) {
        String name = StringValue.orEmpty(value);
        if (!names.contains(name)) {
            context.report(ErrorType.INVALID, value, missing(name, names.all()));
            return;
        }
        String problem = problem(name);
        if (problem != null) {
            context.report(ErrorType.INVALID, value, new Demand(Formats.DNS_LABEL.origin(), problem));
        }
    }

    private static Demand missing(String name, Set<String> names) {
        // A name that no request may have is refused although a request has it.
        Set<String> named = new LinkedHashSet<>(names);
        named.remove("");
        if (named.isEmpty() || names.contains(name)) {
            return EXISTS;
        }
        Demand none =
                new Demand(Origin.REQUEST_REFERENCE, "no request is named " + new StringValue(name, null).excerpt());
        return none.adding(ContainersUseClaimsOfPod.meant(name, named, "the claim has "));
    }

    /** A stored claim may have requests with malformed names: references to them are refused all the same. */
    private static @Nullable String problem(String name) {
        int slash = name.indexOf('/');
        String request = slash < 0 ? name : name.substring(0, slash);
        String problem = Formats.DNS_LABEL.problem(request);
        return problem != null || slash < 0 ? problem : Formats.DNS_LABEL.problem(name.substring(slash + 1));
    }

    /** The names by which a claim's requests can be referenced: {@code request} and {@code request/subrequest}. */
    record RequestNames(Map<String, Set<String>> subRequests) {

        static RequestNames of(ObjectValue devices) {
            Map<String, Set<String>> names = new LinkedHashMap<>();
            for (DeviceRequest request : new ClaimDevices(devices, FieldPath.ROOT).requests()) {
                Set<String> alternatives = new LinkedHashSet<>();
                request.alternatives()
                        .forEach(body -> alternatives.add(body.value().string("name")));
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
}
