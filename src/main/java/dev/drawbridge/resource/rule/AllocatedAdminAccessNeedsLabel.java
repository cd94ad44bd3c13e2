package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.Place;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import org.jspecify.annotations.Nullable;

/**
 * Admin access is allocated only in a namespace that its administrator has labelled. Source: {@code pkg/registry/resource/utils.go},
 * AuthorizedForAdminStatus.
 */
public final class AllocatedAdminAccessNeedsLabel implements ObjectRule {

    private final AdminAccessNeedsLabel rule;

    /** The rule with the label that the release asks for. */
    public AllocatedAdminAccessNeedsLabel(String label) {
        this.rule = new AdminAccessNeedsLabel(label);
    }

    @Override
    public void check(ObjectValue claim, @Nullable ObjectValue old, Place place) {
        ListValue results =
                claim.object("status").object("allocation").object("devices").list("results");
        place.enter("status");
        place.enter("allocation");
        place.enter("devices");
        place.enter("results");
        for (int i = 0; i < results.size(); i++) {
            if (results.get(i) instanceof ObjectValue result) {
                place.enter(i);
                rule.check(result, null, place);
                place.leave();
            }
        }
        place.leave();
        place.leave();
        place.leave();
        place.leave();
    }
}
