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
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The claims of a pod in the order of its {@code resourceClaims}, found as the scheduler finds them before it queues
 * the pod. If the claim of a template does not exist yet, it is the one that will be created.
 *
 * <p>Source: {@code dynamicresources.go}, foreachPodResourceClaim; {@code
 * k8s.io/dynamic-resource-allocation/resourceclaim}, Name and IsForPod.
 *
 * @param entries the entries that need a claim
 */
public record StoredClaims(List<Entry> entries) {

    private static final String POD_GROUPS = "scheduling.k8s.io/";

    /**
     * An entry of {@code resourceClaims}.
     *
     * @param index its place among them
     * @param isNamed whether it names the claim, and not a template
     * @param kind the kind of the object with the claim: that of the template if no claim was made from it
     * @param key the name of this object, as {@link FleetBuilder#key}
     * @param claim null if the object does not exist
     * @param obstacle why the pod waits for the claim; null if it does not
     */
    public record Entry(
            int index,
            boolean isNamed,
            String kind,
            String key,
            @Nullable Claim claim,
            @Nullable FitCause obstacle) {}

    /** The claims of the pod; {@code hasGroups} if a claim may belong to its group (DRAWorkloadResourceClaims). */
    static StoredClaims of(Pod pod, Fleet fleet, boolean hasGroups) {
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < pod.claims().size(); i++) {
            Pod.ClaimSource source = pod.claims().get(i);
            Optional<String> generated = pod.generated().get(source.name());
            if (source.claim() != null) {
                entries.add(stored(i, source.claim(), true, pod, fleet, hasGroups));
            } else if (generated != null) {
                // An empty name: the controller found that no claim is needed.
                int index = i;
                generated.ifPresent(name -> entries.add(stored(index, name, false, pod, fleet, hasGroups)));
            } else if (source.template() != null) {
                entries.add(ofTemplate(i, source.template(), pod, fleet));
            }
        }
        return new StoredClaims(entries);
    }

    private static Entry stored(int index, String name, boolean isNamed, Pod pod, Fleet fleet, boolean hasGroups) {
        String key = FleetBuilder.key(pod.namespace(), name);
        Claim claim = fleet.claimsByName().get(key);
        FitCause.Kind obstacle = claim == null
                ? FitCause.Kind.CLAIM_MISSING
                : claim.stored().isBeingDeleted()
                        ? FitCause.Kind.CLAIM_BEING_DELETED
                        : isNamed || isOfPod(claim.stored().controller(), pod, hasGroups)
                                ? null
                                : FitCause.Kind.CLAIM_OF_ANOTHER;
        return new Entry(index, isNamed, "ResourceClaim", key, claim, obstacle == null ? null : obstacle.cause(key));
    }

    /** Whether the claim was created for the pod or its group; assumed if the pod has no uid. */
    private static boolean isOfPod(@Nullable Owner owner, Pod pod, boolean hasGroups) {
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

    private static Entry ofTemplate(int index, String template, Pod pod, Fleet fleet) {
        String key = FleetBuilder.key(pod.namespace(), template);
        ObjectValue found = fleet.templates().get(key);
        return new Entry(
                index,
                false,
                "ResourceClaimTemplate",
                key,
                found == null
                        ? null
                        : Claim.of(
                                pod.namespace(), template, found.object("spec").object("spec"), ObjectValue.EMPTY),
                found == null ? FitCause.Kind.TEMPLATE_MISSING.cause(key) : null);
    }

    /** Why the pod waits; null if it does not. */
    public @Nullable FitCause obstacle() {
        return entries.stream()
                .map(Entry::obstacle)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }
}
