package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.Constraint;
import dev.drawbridge.constraint.Formats;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The claims of a pod have names that are DNS labels, each once. A duplicate name is reported only as a duplicate.
 * Source: {@code pkg/apis/core/validation}, validatePodResourceClaim.
 */
public final class PodClaimNamesAreUnique implements Constraint {

    // @formatter:off
    private static final Demand UNIQUE = new Demand(Origin.UNIQUE, Demand.EACH_ENTRY, "must be unique by name")
        .example("[{name: a, resourceClaimName: x}, {name: b, resourceClaimName: x}]",
            "[{name: a, resourceClaimName: x}, {name: a, resourceClaimName: y}]");
    private static final Demand LABEL = Formats.DNS_LABEL.demand().at("each name")
        .example("[{name: a, resourceClaimName: x}]", "[{name: A, resourceClaimName: x}]");
    // @formatter:on

    private static final String NAME = "name";

    @Override
    public List<Demand> demands() {
        return List.of(UNIQUE, LABEL);
    }

    @Override
    public List<String> keys() {
        return List.of(NAME);
    }

    @Override
    public void check(Value value, ValidationContext context) {
        ListValue claims = (ListValue) value;
        Map<String, Integer> seen = new HashMap<>();
        for (int i = 0; i < claims.size(); i++) {
            String name = claims.get(i) instanceof ObjectValue claim ? claim.string(NAME) : "";
            if (name.isEmpty()) {
                continue;
            }
            ValidationContext at = context.at(i).at(NAME);
            Integer first = seen.putIfAbsent(name, i);
            if (first != null) {
                Demand repeated = UNIQUE.adding("entry " + first + " has the same value");
                at.report(ErrorType.DUPLICATE, new StringValue(name, null), repeated);
            } else {
                Formats.DNS_LABEL.check(new StringValue(name, null), at);
            }
        }
    }
}
