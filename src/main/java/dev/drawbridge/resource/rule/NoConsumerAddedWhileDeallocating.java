package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * No consumer is added to an allocated claim while its deallocation is requested or the claim is being deleted; those
 * already there may stay. An entry is new when any of its fields is. Source: ValidateClaimStatusUpdate,
 * ResourceClaimStatus.ReservedFor.
 */
public final class NoConsumerAddedWhileDeallocating implements ObjectRule {

    private static final Demand NO_NEW_CONSUMERS = new Demand(
                    Origin.NO_NEW_CONSUMERS,
                    "must not add consumers while deallocationRequested or metadata.deletionTimestamp is set")
            .at("status.reservedFor")
            .dependingOn("status.deallocationRequested", "metadata.deletionTimestamp", "status.allocation")
            .example(
                    "{status: {deallocationRequested: true, allocation: {}}}",
                    "{status: {deallocationRequested: true, allocation: {}, reservedFor: [{resource: pods, name: train,"
                            + " uid: '1'}]}}",
                    "{status: {deallocationRequested: true, allocation: {}}}");

    /** Indexes of an entry's strings. */
    private static final int RESOURCE = 1;

    private static final int NAME = 2;

    @Override
    public List<Demand> demands() {
        return List.of(NO_NEW_CONSUMERS);
    }

    @Override
    public void check(ObjectValue claim, @Nullable ObjectValue old, ValidationContext context) {
        ObjectValue status = claim.object("status");
        if (!status.has("allocation") || !status.isTrue("deallocationRequested") && !isDeleting(old)) {
            return;
        }
        Set<List<String>> known = old == null
                ? Set.of()
                : new HashSet<>(consumers(old.object("status").list("reservedFor")));
        List<String> added = consumers(status.list("reservedFor")).stream()
                .filter(consumer -> !known.contains(consumer))
                .map(consumer -> consumer.get(RESOURCE) + " " + consumer.get(NAME))
                .toList();
        if (!added.isEmpty()) {
            context.report(
                    ErrorType.FORBIDDEN, null, NO_NEW_CONSUMERS.adding("remove " + added), "status", "reservedFor");
        }
    }

    /** Whether the stored object is being deleted, since an update of the status keeps the stored deletion. */
    private static boolean isDeleting(@Nullable ObjectValue old) {
        return old != null && old.object("metadata").has("deletionTimestamp");
    }

    /** The entries as Go compares them: a field that is unset is the empty text. */
    private static List<List<String>> consumers(ListValue reservedFor) {
        List<List<String>> consumers = new ArrayList<>(reservedFor.size());
        for (int i = 0; i < reservedFor.size(); i++) {
            ObjectValue entry = ObjectValue.orEmpty(reservedFor.get(i));
            consumers.add(List.of(
                    entry.string("apiGroup"), entry.string("resource"), entry.string("name"), entry.string("uid")));
        }
        return consumers;
    }
}
