package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import java.util.function.Predicate;

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
}
