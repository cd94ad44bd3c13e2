package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An attribute is derived for a constraint: one that matches or distinguishes by it, for the request or for all.
 * Source: validateDeviceDerivedAttribute, since Kubernetes 1.37.
 */
public record DerivedAttributesAreConstrained(DerivedAttributes attributes) implements ObjectRule {

    private static final Demand CONSTRAINED = new Demand(
            Origin.DERIVED_ATTRIBUTE,
            "must be the matchAttribute or distinctAttribute of a constraint on this request");

    private static final Demand OF_REQUEST = of("requests.exactly", "gpu", "exactly: {", "}");

    private static final Demand OF_ALTERNATIVE =
            of("requests.firstAvailable", "gpu/big", "firstAvailable: [{name: big, ", "}]");

    private static Demand of(String holder, String request, String begin, String end) {
        String requests =
                "{requests: [{name: gpu, " + begin + "derivedAttributes: [{name: gpu.example.com/numa}]" + end + "}]";
        return CONSTRAINED
                .at(holder + ".derivedAttributes.name")
                .dependingOn("constraints.requests", "constraints.matchAttribute", "constraints.distinctAttribute")
                .example(
                        requests + ", constraints: [{requests: [" + request
                                + "], matchAttribute: gpu.example.com/numa}]}",
                        requests + "}");
    }

    /** The key of the constraints that name no request. */
    private static final String EVERY = "";

    @Override
    public List<Demand> demands() {
        return List.of(OF_REQUEST, OF_ALTERNATIVE);
    }

    @Override
    public void check(ObjectValue claim, @Nullable ObjectValue old, ValidationContext context) {
        Map<String, Set<String>> constrained = constrained(claim.list("constraints"));
        attributes.forEach(claim, context, (attribute, request, at) -> {
            String name = attribute.string("name");
            boolean used = names(request).stream()
                    .anyMatch(one -> constrained.getOrDefault(one, Set.of()).contains(name));
            if (!name.isEmpty() && !used) {
                at.report(ErrorType.INVALID, attribute.get("name"), CONSTRAINED, "name");
            }
        });
    }

    private static Map<String, Set<String>> constrained(ListValue constraints) {
        Map<String, Set<String>> constrained = new HashMap<>();
        for (int i = 0; i < constraints.size(); i++) {
            ObjectValue constraint = ObjectValue.orEmpty(constraints.get(i));
            String field = constraint.has("matchAttribute") ? "matchAttribute" : "distinctAttribute";
            if (!(constraint.get(field) instanceof StringValue name)) {
                continue;
            }
            ListValue requests = constraint.list("requests");
            if (requests.size() == 0) {
                constrained.computeIfAbsent(EVERY, key -> new HashSet<>()).add(name.value());
            }
            for (int j = 0; j < requests.size(); j++) {
                String request = requests.get(j) instanceof StringValue text ? text.value() : EVERY;
                constrained.computeIfAbsent(request, key -> new HashSet<>()).add(name.value());
            }
        }
        return constrained;
    }

    /** Under which a request's constraints are: of all, its own, and those of the request that it is a part of. */
    private static List<String> names(String request) {
        return List.of(EVERY, request, request.substring(0, Math.max(0, request.indexOf('/'))));
    }
}
