package dev.drawbridge.fit;

import dev.drawbridge.fleet.Fleet;
import java.util.ArrayList;
import java.util.List;

/** The names in a workload that lead to nothing in a fleet, or to nothing that is used. */
public final class WorkloadReferences {

    private WorkloadReferences() {}

    public static List<ReferenceFinding> of(Workload workload, Fleet fleet) {
        List<ReferenceFinding> all =
                new ArrayList<>(PodClaims.of(workload, fleet).findings());
        all.addAll(ExtendedResourceRequests.missing(workload, fleet));
        return all;
    }
}
