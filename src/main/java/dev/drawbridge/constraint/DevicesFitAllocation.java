package dev.drawbridge.constraint;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.List;

/**
 * All requests together ask for no more devices than an allocation has; otherwise the scheduler never allocates the
 * claim, which the API server accepts: a warning. Source: the allocator, AllocationResultsMaxSize.
 *
 * @param max the number of devices of an allocation
 */
public record DevicesFitAllocation(int max) implements Constraint {

    @Override
    public List<Demand> demands() {
        String sentence = "should ask for no more than " + max + " devices in all: a claim never gets more";
        return List.of(new Demand(Origin.MAX_ITEMS, sentence)
                .example("[{exactly: {count: " + max + "}}]", "[{exactly: {count: " + (max + 1) + "}}]"));
    }

    @Override
    public void check(Value value, ValidationContext context) {
        long devices = 0;
        for (ObjectValue request : ((ListValue) value).objects()) {
            devices += request.list("firstAvailable").objects().stream()
                    .mapToLong(DevicesFitAllocation::fewest)
                    .min()
                    .orElseGet(() -> fewest(request.has("exactly") ? request.object("exactly") : request));
        }
        if (devices > max) {
            String found = "these ask for " + devices + "; use several claims";
            context.warn(ErrorType.INVALID, null, demands().get(0).adding(found));
        }
    }

    /** The number of devices of an exact count; none for all that match, of which there may be few. */
    private static long fewest(ObjectValue request) {
        long count = request.get("count") instanceof NumberValue given && given.isIntegerBetween(1, Integer.MAX_VALUE)
                ? Long.parseLong(given.text())
                : 1;
        return request.string("allocationMode").equals("All") ? 0 : count;
    }
}
