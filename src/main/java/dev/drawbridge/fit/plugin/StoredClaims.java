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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The claims of a pod in the order of its {@code resourceClaims}, found as the scheduler finds them before it queues
 * the pod. If the claim of a template does not exist yet, it is the one that will be created.
 *
 * <p>Source: {@code dynamicresources.go}, foreachPodResourceClaim; {@code
 * k8s.io/dynamic-resource-allocation/resourceclaim}, Name, NameFromPodGroup, IsForPod and BindTo.
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
     * @param isOfGroup whether the claim is the one of the pod's group, and reserved for the group
     * @param kind the kind of the object with the claim: that of the template if no claim was made from it
     * @param key the name of this object, as {@link FleetBuilder#key}
     * @param claim null if the object does not exist
     * @param obstacle why the pod waits for the claim; null if it does not
     */
    public record Entry(
            int index,
            boolean isNamed,
            boolean isOfGroup,
            String kind,
            String key,
            @Nullable Claim claim,
            @Nullable FitCause obstacle) {}

    /** The claims of the pod; {@code hasGroups} if a claim may belong to its group (DRAWorkloadResourceClaims). */
    static StoredClaims of(Pod pod, Fleet fleet, boolean hasGroups) {
        Reader reader =
                new Reader(pod, fleet, hasGroups, hasGroups ? fleet.sources().group(pod) : null);
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < pod.claims().size(); i++) {
            Entry entry = reader.entry(i, pod.claims().get(i));
            if (entry != null) {
                entries.add(entry);
            }
        }
        return new StoredClaims(entries);
    }

    private record Reader(
            Pod pod,
            Fleet fleet,
            boolean hasGroups,
            @Nullable Pod known) {

        /** The claim of an entry; null if it needs none. */
        @Nullable
        Entry entry(int index, Pod.ClaimSource source) {
            Pod group = known != null && known.claims().contains(source) ? known : null;
            Optional<String> generated = pod.generated().get(source.name());
            if (generated == null && group != null) {
                generated = group.generated().get(source.name());
            }
            if (source.claim() != null) {
                return stored(index, source.claim(), true, group != null);
            }
            if (generated != null) {
                // An empty name: the controller found that no claim is needed.
                return generated.isEmpty() ? null : stored(index, generated.get(), false, group != null);
            }
            return source.template() == null ? null : ofTemplate(index, source.name(), source.template(), group);
        }

        private Entry stored(int index, String name, boolean isNamed, boolean isDeclared) {
            String key = Claim.key(pod.namespace(), name);
            Claim claim = fleet.claimsByName().get(key);
            Owner owner = claim == null ? null : claim.stored().controller();
            // Assumed if the pod has no uid.
            boolean isOfPod = pod.uid().isEmpty()
                    || owner != null && (isOfGroup(owner) || owner.uid().equals(pod.uid()));
            FitCause.Kind obstacle = claim == null
                    ? FitCause.Kind.CLAIM_MISSING
                    : claim.stored().isBeingDeleted()
                            ? FitCause.Kind.CLAIM_BEING_DELETED
                            : isNamed || isOfPod ? null : FitCause.Kind.CLAIM_OF_ANOTHER;
            boolean isOfGroup = isDeclared || !isNamed && isOfGroup(owner);
            FitCause cause = obstacle == null ? null : obstacle.cause(key);
            return new Entry(index, isNamed, isOfGroup, "ResourceClaim", key, claim, cause);
        }

        private boolean isOfGroup(@Nullable Owner owner) {
            return hasGroups
                    && owner != null
                    && !pod.podGroup().isEmpty()
                    && owner.kind().equals("PodGroup")
                    && owner.apiVersion().startsWith(POD_GROUPS)
                    && owner.name().equals(pod.podGroup());
        }

        private Entry ofTemplate(int index, String entry, String template, @Nullable Pod group) {
            String key = Claim.key(pod.namespace(), template);
            ObjectValue found = fleet.templates().get(key);
            ObjectValue spec = found == null ? null : found.object("spec").object("spec");
            String name = group == null ? template : group.name() + "-" + entry + "-*";
            Claim claim = spec == null ? null : Claim.of(pod.namespace(), name, spec, ObjectValue.EMPTY);
            FitCause cause = found == null ? FitCause.Kind.TEMPLATE_MISSING.cause(key) : null;
            return new Entry(index, false, group != null, "ResourceClaimTemplate", key, claim, cause);
        }
    }

    /** Why the pod waits; null if it does not. */
    public @Nullable FitCause obstacle() {
        return entries.stream()
                .flatMap(one -> Stream.ofNullable(one.obstacle()))
                .findFirst()
                .orElse(null);
    }
}
