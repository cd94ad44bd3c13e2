package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.Demand;
import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The resources of a whole pod have no claims, be they empty: containers use them. Source: {@code
 * pkg/apis/core/validation}, validatePodResources.
 */
public final class PodUsesNoClaims implements ObjectRule {

    private static final ContainersUseClaimsOfPod USES = new ContainersUseClaimsOfPod(true);

    @Override
    public List<Demand> demands() {
        return List.of(new Demand(Origin.FORBIDDEN, "resources.claims must not be set")
                .example("{resources: {}}", "{resources: {claims: []}}"));
    }

    @Override
    public void check(ObjectValue spec, @Nullable ObjectValue old, ValidationContext place) {
        ObjectValue resources = spec.object("resources");
        if (PodParts.isSet(resources, "claims")) {
            String detail = "must not be set for a whole pod; set resources.claims of its containers";
            place.report(ErrorType.FORBIDDEN, null, detail, Origin.FORBIDDEN, "resources", "claims");
            ListValue claims = resources.list("claims");
            USES.check(claims, ContainersUseClaimsOfPod.names(spec), place);
        }
    }
}
