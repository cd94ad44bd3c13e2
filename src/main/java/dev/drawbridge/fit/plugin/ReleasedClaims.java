package dev.drawbridge.fit.plugin;

import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.Pod;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Claims of a pod whose devices cannot be used by any node that the pod could run on. If no other pod uses such a
 * claim, the scheduler deallocates it and tries again; otherwise it is freed when the other pods end.
 *
 * <p>Source: {@code dynamicresources.go}, PostFilter.
 *
 * @param byScheduler claims that no other pod uses
 * @param byPods claims that other pods use
 * @param stale the claim for extended resources from an earlier attempt, which the scheduler deletes; null if there is
 *     none
 */
public record ReleasedClaims(
        List<Claim> byScheduler,
        List<Claim> byPods,
        @Nullable Claim stale) {

    public static final ReleasedClaims NONE = new ReleasedClaims(List.of(), List.of(), null);

    public static ReleasedClaims of(
            Pod pod, List<Claim> claims, @Nullable Claim leftBehind, Collection<NodeAnswer> answers) {
        Set<String> unavailable = new HashSet<>();
        answers.stream()
                .flatMap(answer -> answer.obstacles().stream())
                .filter(obstacle -> obstacle.kind().isAboutAllocation())
                .forEach(obstacle -> unavailable.add(obstacle.subject()));
        List<Claim> byScheduler = new ArrayList<>();
        List<Claim> byPods = new ArrayList<>();
        for (Claim claim : claims) {
            if (unavailable.contains(claim.toString())) {
                List<String> users = claim.stored().consumerUids();
                boolean isOfPod = !pod.uid().isEmpty() && users.equals(List.of(pod.uid()));
                (users.isEmpty() || isOfPod ? byScheduler : byPods).add(claim);
            }
        }
        return new ReleasedClaims(byScheduler, byPods, leftBehind);
    }

    public boolean isEmpty() {
        return byScheduler.isEmpty() && byPods.isEmpty() && stale == null;
    }

    /** The claims of a fleet that still hold devices after the scheduler has deallocated these. */
    public List<Claim> holders(Fleet fleet) {
        return fleet.holders().stream()
                .filter(claim -> !byScheduler.contains(claim) && !claim.equals(stale))
                .toList();
    }

    /** The scheduler's next actions. */
    public List<FitCause> causes() {
        List<FitCause> causes = new ArrayList<>();
        byScheduler.forEach(claim -> causes.add(FitCause.Kind.DEALLOCATED.cause(claim.toString())));
        byPods.forEach(claim -> causes.add(FitCause.Kind.USED_ELSEWHERE.cause(claim.toString(), claim.consumers())));
        if (stale != null) {
            causes.add(FitCause.Kind.STALE_DELETED.cause(stale.toString()));
        }
        return causes;
    }

    /** The claims, with these deallocated. */
    public static List<Claim> without(List<Claim> claims, List<Claim> released) {
        return claims.stream()
                .map(claim -> released.contains(claim) ? claim.unallocated() : claim)
                .toList();
    }
}
