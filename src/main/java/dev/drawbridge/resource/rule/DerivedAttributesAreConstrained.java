package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.Place;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.ErrorType;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An attribute is derived for a constraint: one that matches or distinguishes by it, for the request or for all. Source:
 * validateDeviceDerivedAttribute, since Kubernetes 1.37.
 */
public final class DerivedAttributesAreConstrained implements ObjectRule {

    private static final String ATTRIBUTES = "derivedAttributes";

    /** The key of the constraints that name no request. */
    private static final String EVERY = "";

    private final int maxRequests;

    /** The rule; a longer list of requests is not looked into. */
    public DerivedAttributesAreConstrained(int maxRequests) {
        this.maxRequests = maxRequests;
    }

    @Override
    public void check(ObjectValue claim, @Nullable ObjectValue old, Place place) {
        Map<String, Set<String>> constrained = constrained(claim.list("constraints"));
        ListValue requests = claim.list("requests");
        if (requests.size() > maxRequests) {
            return;
        }
        place.enter("requests");
        for (int i = 0; i < requests.size(); i++) {
            ObjectValue request = object(requests.get(i));
            place.enter(i);
            request(request, constrained, place);
            place.leave();
        }
        place.leave();
    }

    /** The names of attributes by the request, or the sub-request, whose constraints have them. */
    private static Map<String, Set<String>> constrained(ListValue constraints) {
        Map<String, Set<String>> constrained = new HashMap<>();
        for (int i = 0; i < constraints.size(); i++) {
            ObjectValue constraint = object(constraints.get(i));
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

    private static void request(ObjectValue request, Map<String, Set<String>> constrained, Place place) {
        String name = request.string("name");
        attributes(request, names(name), constrained, place);
        place.enter("exactly");
        attributes(request.object("exactly"), names(name), constrained, place);
        place.leave();
        ListValue alternatives = request.list("firstAvailable");
        place.enter("firstAvailable");
        for (int i = 0; i < alternatives.size(); i++) {
            ObjectValue alternative = object(alternatives.get(i));
            Set<String> names = names(name + "/" + alternative.string("name"));
            place.enter(i);
            attributes(alternative, names, constrained, place);
            place.leave();
        }
        place.leave();
    }

    /** Under which a request's constraints stand: of all, its own, and those of the request that it is a part of. */
    private static Set<String> names(String request) {
        Set<String> names = new HashSet<>();
        names.add(EVERY);
        names.add(request);
        names.add(request.substring(0, Math.max(0, request.indexOf('/'))));
        return names;
    }

    private static void attributes(
            ObjectValue request, Set<String> names, Map<String, Set<String>> constrained, Place place) {
        ListValue attributes = request.list(ATTRIBUTES);
        place.enter(ATTRIBUTES);
        for (int i = 0; i < attributes.size(); i++) {
            String attribute = object(attributes.get(i)).string("name");
            boolean used = names.stream()
                    .anyMatch(name -> constrained.getOrDefault(name, Set.of()).contains(attribute));
            if (!attribute.isEmpty() && !used) {
                place.enter(i);
                String detail = "must be the matchAttribute or distinctAttribute of a constraint on this request";
                place.report(
                        ErrorType.INVALID, object(attributes.get(i)).get("name"), detail, "derivedAttribute", "name");
                place.leave();
            }
        }
        place.leave();
    }

    private static ObjectValue object(Value value) {
        return value instanceof ObjectValue object ? object : ObjectValue.EMPTY;
    }
}
