package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.constraint.cel.Selector;
import dev.drawbridge.constraint.cel.SelectorLanguage;
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
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The derived attributes of a claim, in all forms of its requests.
 *
 * @param isExact whether a request of v1beta1 has any field of an exact one; a request with alternatives as
 *     well is not looked into
 * @param maxRequests longer lists are not looked into
 * @param maxAlternatives longer lists are not looked into
 */
public record DerivedAttributes(Predicate<ObjectValue> isExact, int maxRequests, int maxAlternatives) {

    /** Checks one attribute. */
    @FunctionalInterface
    interface Visitor {

        void attribute(ObjectValue attribute, String request, ValidationContext context);
    }

    /** Calls back for each of them, in the order of the claim. */
    void forEach(ObjectValue claim, ValidationContext context, Visitor visitor) {
        ListValue requests = claim.list("requests");
        if (requests.size() > maxRequests) {
            return;
        }
        for (int i = 0; i < requests.size(); i++) {
            ObjectValue request = ObjectValue.orEmpty(requests.get(i));
            inRequest(request, context.at("requests").at(i), visitor);
        }
    }

    private void inRequest(ObjectValue request, ValidationContext context, Visitor visitor) {
        String name = request.string("name");
        ListValue alternatives = request.list("firstAvailable");
        boolean hasExact = request.has("exactly") || isExact.test(request);
        if (alternatives.size() > 0 && (hasExact || alternatives.size() > maxAlternatives)) {
            return;
        }
        in(request, name, context, visitor);
        in(request.object("exactly"), name, context.at("exactly"), visitor);
        for (int i = 0; i < alternatives.size(); i++) {
            ObjectValue alternative = ObjectValue.orEmpty(alternatives.get(i));
            ValidationContext at = context.at("firstAvailable").at(i);
            in(alternative, name + "/" + alternative.string("name"), at, visitor);
        }
    }

    private static void in(ObjectValue request, String name, ValidationContext context, Visitor visitor) {
        ListValue attributes = request.list("derivedAttributes");
        for (int i = 0; i < attributes.size(); i++) {
            ValidationContext at = context.at("derivedAttributes").at(i);
            visitor.attribute(ObjectValue.orEmpty(attributes.get(i)), name, at);
        }
    }

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
            String requests = "{requests: [{name: gpu, " + begin + "derivedAttributes: [{name: gpu.example.com/numa}]"
                    + end + "}]";
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

    /**
     * The total cost of a claim's derived attributes is limited like that of one selector. Source:
     * DeviceClaimDerivedAttributeCELMaxCost, validateDeviceClaim, since Kubernetes 1.37.
     */
    public record DerivedAttributesAreAffordable(Selector language, DerivedAttributes attributes)
            implements ObjectRule {

        private static final Demand AFFORDABLE = new Demand(
                        Origin.CEL,
                        "the estimated cost of all derived attributes must be no more than " + SelectorLanguage.MAX_COST
                                + " cost units")
                .dependingOn(
                        "requests.exactly.derivedAttributes.expression",
                        "requests.firstAvailable.derivedAttributes.expression");

        @Override
        public List<Demand> demands() {
            return List.of(AFFORDABLE);
        }

        @Override
        public void check(ObjectValue claim, @Nullable ObjectValue old, ValidationContext context) {
            if (context.isStored()) {
                return;
            }
            // The server's sum is unsigned, and wraps.
            AtomicLong sum = new AtomicLong();
            attributes.forEach(
                    claim,
                    context,
                    (attribute, request, at) -> sum.addAndGet(language.cost(attribute.string("expression"), at)));
            if (Long.compareUnsigned(sum.get(), SelectorLanguage.MAX_COST) > 0) {
                context.report(ErrorType.FORBIDDEN, null, AFFORDABLE.adding("use fewer or simpler expressions"));
            }
        }
    }
}
