package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Pod-level resources must not have claims, even empty ones: containers use them. Source: {@code
 * pkg/apis/core/validation}, validatePodResources.
 */
public final class PodUsesNoClaims implements ObjectRule {

    private static final Demand UNSET = new Demand(
                    Origin.FORBIDDEN, "resources.claims", "must not be set for a whole pod")
            .example("{resources: {}}", "{resources: {claims: []}}");

    private static final ContainersUseClaimsOfPod USES = new ContainersUseClaimsOfPod(true);

    @Override
    public List<Demand> demands() {
        return List.of(UNSET);
    }

    @Override
    public void check(ObjectValue spec, @Nullable ObjectValue old, ValidationContext context) {
        ObjectValue resources = spec.object("resources");
        if (PodParts.isSet(resources, "claims")) {
            Demand instead = UNSET.adding("set resources.claims of its containers");
            context.report(ErrorType.FORBIDDEN, null, instead, "resources", "claims");
            ListValue claims = resources.list("claims");
            USES.check(claims, ContainersUseClaimsOfPod.names(spec), "", context);
        }
    }
}
