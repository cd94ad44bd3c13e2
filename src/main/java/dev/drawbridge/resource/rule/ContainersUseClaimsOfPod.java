package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.Formats;
import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Spelling;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Containers use claims that their pod has, each claim or each of its requests once. Source: {@code
 * pkg/apis/core/validation}, validateResourceClaimNames.
 */
public enum ContainersUseClaimsOfPod implements ObjectRule {
    WHOLE,
    /** Containers use whole claims, or one request of a claim. */
    WHOLE_OR_REQUEST;

    private static final Demand DECLARED =
            new Demand(Origin.CONTAINER_CLAIM, "must be one of the pod's resourceClaims");
    private static final Demand UNIQUE = new Demand(Origin.UNIQUE, "must be unique");
    private static final Demand NAMED = new Demand(Origin.REQUIRED, "name is required");

    private static final List<String> CONTAINERS = List.of("containers", "initContainers", "ephemeralContainers");

    /** The number of names up to which a similar one is looked for. */
    private static final int MOST_NAMES = 64;

    @Override
    public List<Demand> demands() {
        List<Demand> demands = new ArrayList<>();
        for (String field : CONTAINERS) {
            String claims = field + ".resources.claims";
            demands.add(with(DECLARED.at(claims).dependingOn("resourceClaims.name"), field, "{name: b}"));
            demands.add(with(UNIQUE.at(claims), field, "{name: a}, {name: a}"));
            demands.add(with(NAMED.at(claims), field, "{}"));
        }
        return demands;
    }

    /** An ephemeral container has no example: it must not have resources at all. */
    private static Demand with(Demand demand, String field, String invalid) {
        return field.equals("ephemeralContainers")
                ? demand
                : demand.example(using(field, "{name: a}"), using(field, invalid));
    }

    private static String using(String containers, String claims) {
        return "{" + containers + ": [{name: c, resources: {claims: [" + claims
                + "]}}], resourceClaims: [{name: a, resourceClaimName: x}]}";
    }

    @Override
    public void check(ObjectValue spec, @Nullable ObjectValue old, ValidationContext context) {
        Set<String> names = null;
        for (String field : CONTAINERS) {
            ListValue containers = spec.list(field);
            for (int i = 0; i < containers.size(); i++) {
                ObjectValue container = ObjectValue.orEmpty(containers.get(i));
                ListValue claims = container.object("resources").list("claims");
                if (claims.size() > 0) {
                    names = names == null ? names(spec) : names;
                    String name = container.string("name");
                    ValidationContext place = context.at(field).at(i);
                    check(claims, names, name.isEmpty() ? "" : "container " + name, place);
                }
            }
        }
    }

    static Set<String> names(ObjectValue spec) {
        Set<String> names = new LinkedHashSet<>();
        for (ObjectValue claim : spec.list("resourceClaims").objects()) {
            if (!claim.string("name").isEmpty()) {
                names.add(claim.string("name"));
            }
        }
        return names;
    }

    /** Checks the claims that the resources at the current path use; the name of their user may be empty. */
    void check(ListValue claims, Set<String> names, String user, ValidationContext context) {
        Set<String> seen = new HashSet<>();
        Set<String> inPart = new HashSet<>();
        for (int i = 0; i < claims.size(); i++) {
            ObjectValue claim = ObjectValue.orEmpty(claims.get(i));
            String name = claim.string("name");
            ValidationContext at = context.at("resources", "claims").at(i);
            if (name.isEmpty()) {
                at.report(ErrorType.REQUIRED, null, NAMED.adding("set it"));
            } else {
                unique(name, this == WHOLE ? "" : claim.string("request"), seen, inPart, at);
                if (!names.contains(name)) {
                    Value unknown = new StringValue(name, null);
                    String sentence = "uses claim " + unknown.excerpt() + ", which the pod does not have";
                    Demand demand =
                            new Demand(Origin.CONTAINER_CLAIM, user.isEmpty() ? sentence : user + " " + sentence);
                    String advice =
                            names.isEmpty() ? "declare it in the pod's resourceClaims" : meant(name, names, "it has ");
                    at.report(ErrorType.NOT_FOUND, claim.get("name"), demand.adding(advice));
                }
            }
        }
    }

    /**
     * Checks that no earlier entry uses the same.
     *
     * @param inPart the claims of which a request is used; for the server also what a wrong name has before a slash
     */
    private static void unique(
            String name, String request, Set<String> seen, Set<String> inPart, ValidationContext context) {
        if (seen.contains(name)) {
            repeated(name, "an earlier entry uses the whole claim", context);
            return;
        }
        String key = name;
        if (!request.isEmpty()) {
            Formats.DNS_LABEL.check(new StringValue(request, null), context.at("request"));
            key = name + "/" + request;
        }
        if (seen.contains(key)) {
            repeated(key, "an earlier entry uses the same request", context);
        } else if (request.isEmpty() && inPart.contains(name)) {
            repeated(name, "an earlier entry uses a request of the claim", context);
        }
        seen.add(key);
        int slash = key.indexOf('/');
        if (slash >= 0) {
            inPart.add(key.substring(0, slash));
        }
    }

    private static void repeated(String key, String why, ValidationContext context) {
        context.report(ErrorType.DUPLICATE, new StringValue(key, null), UNIQUE.adding(why));
    }

    /** The name that is meant, or all names. */
    static String meant(String name, Set<String> names, String has) {
        String nearest = names.size() > MOST_NAMES ? null : Spelling.nearest(name, names);
        return nearest != null
                ? "did you mean " + nearest + "?"
                : has + (names.size() > MOST_NAMES ? names.size() + " others" : String.join(", ", names));
    }
}
