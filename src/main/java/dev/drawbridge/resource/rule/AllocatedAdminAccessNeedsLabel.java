package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Demand;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Admin access is allocated only in a namespace with the admin access label; once one device has it, it is not checked
 * again. Source: {@code pkg/registry/resource/utils.go}, AuthorizedForAdminStatus.
 */
public final class AllocatedAdminAccessNeedsLabel implements ObjectRule {

    private final String label;
    private final Demand demand;

    /** The rule with the label that the release requires. */
    public AllocatedAdminAccessNeedsLabel(String label) {
        this.label = label;
        this.demand = AdminAccessNeedsLabel.demand("status.allocation.devices.results.adminAccess", label);
    }

    @Override
    public List<Demand> demands() {
        return List.of(demand);
    }

    @Override
    public void check(ObjectValue claim, @Nullable ObjectValue old, ValidationContext context) {
        int first = firstGranted(claim);
        if (first < 0 || old != null && firstGranted(old) >= 0) {
            return;
        }
        ValidationContext at =
                context.at("status", "allocation", "devices", "results").at(first);
        AdminAccessNeedsLabel.checkLabel((ObjectValue) results(claim).get(first), label, demand, at);
    }

    private static int firstGranted(ObjectValue claim) {
        ListValue results = results(claim);
        return IntStream.range(0, results.size())
                .filter(i -> ObjectValue.orEmpty(results.get(i)).isTrue("adminAccess"))
                .findFirst()
                .orElse(-1);
    }

    private static ListValue results(ObjectValue claim) {
        return claim.object("status").object("allocation").object("devices").list("results");
    }
}
