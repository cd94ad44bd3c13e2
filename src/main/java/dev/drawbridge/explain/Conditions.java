package dev.drawbridge.explain;

import dev.drawbridge.schema.Availability;
import dev.drawbridge.schema.FeatureGate;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Describes the operations and feature gates for which a row applies. */
final class Conditions {

    /** The conditions as the end of a sentence, such as {@code , with the gate DRAAdminAccess}; empty for none. */
    static String of(Availability where) {
        List<String> conditions = new ArrayList<>();
        if (!where.requests().containsAll(Operation.USUAL)) {
            conditions.add("on " + requests(where.requests()));
        }
        if (!where.gates().isEmpty()) {
            conditions.add("with the feature " + gates(where.gates()));
        }
        if (!where.barred().isEmpty()) {
            conditions.add("without the feature " + gates(where.barred()));
        }
        return conditions.isEmpty() ? "" : ", " + String.join(", ", conditions);
    }

    static String gates(FeatureGates gates) {
        List<String> names =
                gates.list().stream().map(FeatureGate::toString).sorted().toList();
        return (names.size() == 1 ? "gate " : "gates ") + String.join(" and ", names);
    }

    private static String requests(Set<Operation> requests) {
        List<String> names = new ArrayList<>();
        for (Operation request : Operation.values()) {
            if (requests.contains(request)) {
                names.add(
                        switch (request) {
                            case CREATE -> "create";
                            case UPDATE -> "update";
                            case UPDATE_STATUS -> "update of the status";
                            case UPDATE_EPHEMERAL_CONTAINERS -> "update of ephemeral containers";
                            case UPDATE_RESIZE -> "resize";
                        });
            }
        }
        int last = names.size() - 1;
        return last == 0 ? names.get(0) : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
    }
}
