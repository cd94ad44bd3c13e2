package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An ephemeral container must not have resources, even empty ones. Source: {@code pkg/apis/core/validation},
 * allowedEphemeralContainerFields.
 */
public final class EphemeralContainersHaveNoResources implements ObjectRule {

    private static final Demand UNSET = new Demand(Origin.FORBIDDEN, "must not be set in an ephemeral container")
            .at("resources")
            .example("{name: debug, resources: {}}", "{name: debug, resources: {claims: []}}");

    private static final List<String> RESOURCES = List.of("claims", "limits", "requests");

    @Override
    public List<Demand> demands() {
        return List.of(UNSET);
    }

    @Override
    public void check(ObjectValue container, @Nullable ObjectValue old, ValidationContext context) {
        ObjectValue resources = container.object("resources");
        if (RESOURCES.stream().anyMatch(field -> PodParts.isSet(resources, field))) {
            context.report(ErrorType.FORBIDDEN, null, UNSET.adding("remove it"), "resources");
        }
    }
}
