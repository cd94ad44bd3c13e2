package dev.drawbridge.fit;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.fit.input.Workload;
import dev.drawbridge.fit.plugin.ExtendedResourceClaim;
import dev.drawbridge.fit.plugin.PodClaim;
import dev.drawbridge.fit.plugin.RunningPods;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.FleetSources;
import dev.drawbridge.fleet.QuotaUsage;
import dev.drawbridge.fleet.Quotas;
import dev.drawbridge.port.Quantity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The pods of workloads that ResourceQuotas exclude. Named claims are counted first, then pods and their claims. */
final class QuotaRefusals {

    private final Quotas quotas;
    private final QuotaUsage usages;
    private final RunningPods existing;
    private final FleetSources fleet;
    private final boolean isOfCluster;
    private final List<FitTogether.Refused> all = new ArrayList<>();

    /** The claims with names that do not exist yet, with the server's refusal; null if it creates the claim. */
    private final Map<String, @Nullable String> named = new HashMap<>();

    QuotaRefusals(Fleet fleet, QuotaUsage usages) {
        this.quotas = fleet.quotas(usages);
        this.usages = usages;
        this.existing = new RunningPods(fleet.stored());
        this.fleet = fleet.sources();
        this.isOfCluster = !fleet.info().kubernetes().isEmpty()
                && Stream.of("pods", "resourceclaims").noneMatch(fleet.info().unseen()::containsKey);
    }

    /** Pods, and why there are not more. */
    private record Created(
            long pods, boolean isOfClaims, @Nullable String refusal) {}

    /** Counts the claims that the workload uses by name. */
    void addClaims(Question question) {
        for (PodClaim claim : question.claims()) {
            if (isNamed(question, claim) && !named.containsKey(claim.claim().toString())) {
                Map<String, Quantity> usage = usages.ofClaim(claim.claim().requests(), Map.of());
                Quotas.Counted counted = quotas.count(question.workload().namespace(), null, usage, 1, false);
                named.put(claim.claim().toString(), counted.refusal());
            }
        }
    }

    private static boolean isNamed(Question question, PodClaim claim) {
        boolean isOne = claim.isShared() || question.workload().kind().equals("ResourceClaim");
        return isOne && isNew(claim.claim());
    }

    private static boolean isNew(Claim claim) {
        return claim.allocation() == null && claim.stored().uid().isEmpty();
    }

    /** The number of pods of the workload that are excluded, in addition to those that run. */
    long refused(Question question, long wanted, Set<String> running) {
        Workload workload = question.workload();
        Set<String> made = new HashSet<>(running);
        made.addAll(existing.of(workload).keySet());
        long pods = Math.max(0, wanted - made.size());
        Created created = create(question, pods);
        if (created.refusal() == null) {
            return 0;
        }
        long refused = pods - created.pods();
        all.add(new FitTogether.Refused(workload, created.isOfClaims(), pods, refused, created.refusal()));
        return refused;
    }

    /** Counts further pods of the workload; returns how many get all of their claims. */
    long created(Question question, long pods) {
        return create(question, pods).pods();
    }

    private Created create(Question question, long pods) {
        String namespace = question.workload().namespace();
        ObjectValue spec = question.workload().pod();
        Map<String, Quantity> ofPod = spec == null ? Map.of() : usages.ofPod(spec);
        // The claims of a cluster name the pods that exist, unless they wait for claims: those to count are others.
        boolean areNew = isOfCluster
                && question.claims().stream().anyMatch(claim -> isNew(claim.claim()) && !isNamed(question, claim))
                && !RunningPods.mayWait(question.workload(), fleet);
        Quotas.Counted created =
                spec == null ? Quotas.Counted.all(pods) : quotas.count(namespace, spec, ofPod, pods, areNew);
        List<Map<String, Quantity>> claims = new ArrayList<>();
        for (PodClaim claim : question.claims()) {
            boolean isExtended = claim.claim().name().equals(ExtendedResourceClaim.NAME);
            if (isNamed(question, claim)) {
                String refusal = named.get(claim.claim().toString());
                if (refusal != null) {
                    return new Created(0, spec != null, refusal);
                }
            } else if (isNew(claim.claim()) && !(isExtended && question.mayUseDevicePlugin())) {
                claims.add(usages.ofClaim(claim.claim().requests(), isExtended ? ofPod : Map.of()));
            }
        }
        Created found = new Created(created.created(), false, created.refusal());
        for (Quotas.Counted counted : quotas.count(namespace, claims, created.created())) {
            boolean isFirst = found.refusal() == null;
            found = new Created(
                    counted.created(), isFirst || found.isOfClaims(), isFirst ? counted.refusal() : found.refusal());
        }
        return found;
    }

    List<FitTogether.Refused> all() {
        return all;
    }
}
