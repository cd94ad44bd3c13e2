package dev.drawbridge.fit.plugin;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.FleetBuilder;
import dev.drawbridge.fleet.Owner;
import dev.drawbridge.fleet.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The claims of a pod in the order of its {@code resourceClaims}, found as the scheduler finds them before it queues
 * the pod. If the claim of a template does not exist yet, it is the one that will be created.
 *
 * <p>Source: {@code dynamicresources.go}, foreachPodResourceClaim; {@code
 * k8s.io/dynamic-resource-allocation/resourceclaim}, Name and IsForPod.
 *
 * @param claims the claims before the first one that makes the pod wait
 * @param obstacle why the pod waits; null if it does not
 */
public record StoredClaims(List<Claim> claims, @Nullable FitCause obstacle) {

    private static final String POD_GROUPS = "scheduling.k8s.io/";

    /** The claims of the pod; {@code hasGroups} if a claim may belong to its group (DRAWorkloadResourceClaims). */
    static StoredClaims of(Pod pod, Fleet fleet, boolean hasGroups) {
        Reader reader = new Reader(pod, fleet, hasGroups);
        for (Pod.ClaimSource source : pod.claims()) {
            FitCause obstacle = reader.add(source);
            if (obstacle != null) {
                return new StoredClaims(reader.claims, obstacle);
            }
        }
        return new StoredClaims(reader.claims, null);
    }

    private static final class Reader {

        private final Pod pod;
        private final Fleet fleet;
        private final boolean hasGroups;
        private final List<Claim> claims = new ArrayList<>();

        Reader(Pod pod, Fleet fleet, boolean hasGroups) {
            this.pod = pod;
            this.fleet = fleet;
            this.hasGroups = hasGroups;
        }

        /** Adds the claim of an entry; returns the reason why the pod waits for it, or null. */
        @Nullable
        FitCause add(Pod.ClaimSource source) {
            if (source.claim() != null) {
                return addStored(source.claim(), false);
            }
            Optional<String> generated = pod.generated().get(source.name());
            if (generated == null) {
                return addFrom(String.valueOf(source.template()));
            }
            // An empty name: the controller found that no claim is needed.
            return generated.map(name -> addStored(name, true)).orElse(null);
        }

        private @Nullable FitCause addStored(String name, boolean isGenerated) {
            Claim claim = fleet.claimsByName().get(FleetBuilder.key(pod.namespace(), name));
            String fullName = pod.namespace() + "/" + name;
            if (claim == null) {
                return FitCause.Kind.CLAIM_MISSING.cause(fullName);
            }
            if (claim.stored().isBeingDeleted()) {
                return FitCause.Kind.CLAIM_BEING_DELETED.cause(fullName);
            }
            if (isGenerated && !isOfPod(claim.stored().controller())) {
                return FitCause.Kind.CLAIM_OF_ANOTHER.cause(fullName);
            }
            claims.add(claim);
            return null;
        }

        /** Whether the claim was created for the pod or its group; assumed if the pod has no uid. */
        private boolean isOfPod(@Nullable Owner owner) {
            if (owner == null || pod.uid().isEmpty()) {
                return pod.uid().isEmpty();
            }
            boolean isOfGroup = hasGroups
                    && !pod.podGroup().isEmpty()
                    && owner.kind().equals("PodGroup")
                    && owner.apiVersion().startsWith(POD_GROUPS)
                    && owner.name().equals(pod.podGroup());
            return isOfGroup || owner.uid().equals(pod.uid());
        }

        private @Nullable FitCause addFrom(String template) {
            ObjectValue found = fleet.templates().get(FleetBuilder.key(pod.namespace(), template));
            if (found == null) {
                return FitCause.Kind.TEMPLATE_MISSING.cause(pod.namespace() + "/" + template);
            }
            ObjectValue spec = found.object("spec").object("spec");
            claims.add(Claim.of(pod.namespace(), template, spec, ObjectValue.EMPTY));
            return null;
        }
    }
}
