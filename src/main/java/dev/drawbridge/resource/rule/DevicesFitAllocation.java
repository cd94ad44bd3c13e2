package dev.drawbridge.resource.rule;

import dev.drawbridge.claim.ClaimDevices;
import dev.drawbridge.claim.ClaimDevices.DeviceRequest;
import dev.drawbridge.claim.ClaimDevices.RequestBody;
import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All requests together ask for no more devices than an allocation has; otherwise the scheduler never allocates the
 * claim, which the API server accepts: a warning. Source: the allocator, AllocationResultsMaxSize.
 *
 * @param max the number of devices of an allocation
 */
public record DevicesFitAllocation(int max) implements ObjectRule {

    @Override
    public List<Demand> demands() {
        String sentence = "should ask for no more than " + max + " devices in all: a claim never gets more";
        return List.of(new Demand(Origin.MAX_ITEMS, "requests", sentence)
                .example(
                        "{requests: [{exactly: {count: " + max + "}}]}",
                        "{requests: [{exactly: {count: " + (max + 1) + "}}]}"));
    }

    @Override
    public void check(ObjectValue devices, @Nullable ObjectValue old, ValidationContext context) {
        long asked = new ClaimDevices(devices, FieldPath.ROOT)
                .requests().stream().mapToLong(DevicesFitAllocation::fewest).sum();
        if (asked > max) {
            String found = "these ask for " + asked + "; use several claims";
            context.at("requests")
                    .warn(ErrorType.INVALID, null, demands().get(0).adding(found));
        }
    }

    /** The devices of the alternative with the fewest, or of the exact request. */
    private static long fewest(DeviceRequest request) {
        return request.alternatives().stream()
                .mapToLong(DevicesFitAllocation::count)
                .min()
                .orElseGet(() -> count(request.exact()));
    }

    /** The number of devices of an exact count; none for all that match, of which there may be few. */
    private static long count(RequestBody body) {
        ObjectValue request = body.value();
        long count = request.get("count") instanceof NumberValue given && given.isIntegerBetween(1, Integer.MAX_VALUE)
                ? Long.parseLong(given.text())
                : 1;
        return request.string("allocationMode").equals("All") ? 0 : count;
    }
}
