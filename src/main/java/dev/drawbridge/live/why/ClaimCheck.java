package dev.drawbridge.live.why;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Spelling;
import dev.drawbridge.fit.Fit;
import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.fit.input.FleetObjects;
import dev.drawbridge.fleet.Quota;
import dev.drawbridge.fleet.QuotaUsage;
import dev.drawbridge.live.ClusterEvent;
import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.ClusterSnapshot;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.live.StoredObject;
import dev.drawbridge.port.Quantity;
import dev.drawbridge.reference.MissingObject;
import dev.drawbridge.reference.ReferenceKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Checks for claims that are missing, or not yet the pod's.
 *
 * <p>Source of the Event: {@code pkg/controller/resourceclaim/controller.go}, FailedResourceClaimCreation.
 */
public final class ClaimCheck {

    static final String FAILED = "FailedResourceClaimCreation";

    /** The finalizer that the scheduler sets while devices are allocated. */
    private static final String PROTECTION = "resource.kubernetes.io/delete-protection";

    private ClaimCheck() {}

    /** Whether a pod that has its node from someone other than a scheduler lacks a claim for extended resources. */
    public static boolean isWithoutExtended(ClusterSnapshot snapshot, Fit fit, StoredObject pod) {
        return PrepareCheck.isWithoutExtended(PendingPod.of(snapshot, fit, pod));
    }

    static List<ClusterFinding> find(PendingPod pod) {
        List<ClusterFinding> findings = new ArrayList<>();
        Set<String> named = new HashSet<>();
        for (ObjectValue entry : pod.spec().list("resourceClaims").objects()) {
            String claim = entry.string("resourceClaimName");
            boolean hasTemplate = entry.has("resourceClaimTemplateName");
            if (entry.has("source") || claim.isEmpty() && !hasTemplate) {
                findings.add(Cause.SOURCE_FIELD.found(
                        "spec.resourceClaims \"" + entry.string("name") + "\" "
                                + (entry.has("source") ? "has source" : "names no claim"),
                        "Kubernetes 1.31 and later drop source: an entry with nothing else names no claim"));
            } else if (hasTemplate) {
                Stream.ofNullable(ofTemplate(pod, entry)).forEach(findings::add);
            } else if (!named.add(claim)) {
                findings.add(Cause.CLAIM_TWICE.found(
                        "spec.resourceClaims names ResourceClaim " + claim + " twice",
                        "binding the pod fails each time"));
            } else {
                Stream.ofNullable(stored(pod, claim, false)).forEach(findings::add);
            }
        }
        // The controller writes the claims into the pod's status once all exist.
        if (findings.stream().anyMatch(finding -> finding.rule() == Cause.TEMPLATE_MISSING)) {
            findings.removeIf(finding -> finding.rule() == Cause.CLAIM_NOT_CREATED);
        }
        if (pod.snapshot().sees(SnapshotKind.RESOURCE_CLAIM)) {
            pod.causes(FitCause.Kind.CLAIM_OF_ANOTHER)
                    .forEach(cause -> findings.add(Cause.CLAIM_OF_ANOTHER.found(cause.text())));
        }
        return findings;
    }

    private static @Nullable ClusterFinding ofTemplate(PendingPod pod, ObjectValue entry) {
        Optional<String> made = pod.pod().generated().get(entry.string("name"));
        if (made != null) {
            // An empty name: the controller found that no claim is needed.
            return made.map(name -> stored(pod, name, true)).orElse(null);
        }
        String template = entry.string("resourceClaimTemplateName");
        String namespace = pod.object().namespace();
        StoredObject found = pod.snapshot().find(SnapshotKind.RESOURCE_CLAIM_TEMPLATE, namespace, template);
        List<ClusterEvent> failed = pod.events(FAILED).stream()
                .filter(event -> event.message().startsWith("PodResourceClaim " + entry.string("name") + ":"))
                .toList();
        if (found == null && pod.snapshot().sees(SnapshotKind.RESOURCE_CLAIM_TEMPLATE)) {
            return missing(pod.snapshot(), ReferenceKind.TEMPLATE, namespace, template);
        }
        ClusterFinding quota = found == null ? null : exceeded(pod, found);
        String label = found == null
                ? null
                : pod.snapshot().missingAdminLabel(found, pod.decider().server());
        if (failed.isEmpty() && quota == null && label != null) {
            return Cause.CLAIM_NOT_CREATED
                    .found("the API server refuses the claim of ResourceClaimTemplate " + template + ": namespace "
                            + namespace + " has no label " + label + "=true")
                    .advising(labelling(namespace, label));
        }
        if (failed.isEmpty()) {
            return quota != null || !pod.events(FAILED).isEmpty()
                    ? quota
                    : Cause.CLAIM_NOT_CREATED.found(
                            "no claim has been created from ResourceClaimTemplate " + template + " yet",
                            "kube-controller-manager creates it; there is no Event about a failure");
        }
        String message = failed.get(0).message();
        if (message.contains("resourceclaimtemplate") && message.contains("not found")) {
            return Cause.TEMPLATE_MISSING.found(
                    MissingObject.of(ReferenceKind.TEMPLATE, namespace, template)
                            .inCluster(),
                    message);
        }
        String subject = "the claim of ResourceClaimTemplate " + template;
        if (Quota.isExceeded(message)) {
            return quota != null ? quota : Cause.QUOTA.found("a ResourceQuota does not allow " + subject, message);
        }
        String named = FleetObjects.LABELLED.keySet().stream()
                .filter(message::contains)
                .findFirst()
                .orElse("");
        StoredObject home = pod.snapshot().find(SnapshotKind.NAMESPACE, "", namespace);
        return Cause.CLAIM_NOT_CREATED
                .found("creating " + subject + " failed", message)
                .advisingIf(
                        home != null && "true".equals(home.labels().get(named)),
                        "the namespace has the label now: change an annotation of the pod, and kube-controller-manager"
                                + " tries again")
                .advisingIf(!named.isEmpty(), labelling(namespace, named));
    }

    private static String labelling(String namespace, String label) {
        return "kubectl label --overwrite namespace " + namespace + " " + label
                + "=true, or request the devices without adminAccess";
    }

    /** A quota of the namespace that a claim of the template would exceed; null if there is none. */
    private static @Nullable ClusterFinding exceeded(PendingPod pod, StoredObject template) {
        boolean hasExtended =
                QuotaUsage.hasExtended(pod.decider().server(), pod.decider().gates());
        QuotaUsage usages = new QuotaUsage(pod.snapshot().fleet().classes().values(), hasExtended);
        for (StoredObject stored : pod.snapshot().all(SnapshotKind.RESOURCE_QUOTA)) {
            Quota quota = Quota.stored(stored.namespace(), stored.object());
            List<Quota.Excess> excess =
                    quota.exceeded(usages.ofClaim(template.spec().object("spec")));
            if (quota.namespace().equals(template.namespace()) && quota.isFor(null, false) && !excess.isEmpty()) {
                String summary =
                        "ResourceQuota " + stored.key() + " does not allow the claim of ResourceClaimTemplate ";
                boolean isTooLarge =
                        excess.stream().anyMatch(one -> one.requested().compareTo(one.limit()) > 0);
                return Cause.QUOTA
                        .found(summary + template.name())
                        .noting(Stream.concat(
                                        excess.stream().map(Quota.Excess::text),
                                        users(pod.snapshot(), template.namespace(), usages, excess))
                                .toList())
                        .advisingIf(isTooLarge, "raise the quota, or request less: the claim alone exceeds the quota");
            }
        }
        return null;
    }

    /** The claims of the namespace that count towards a resource of which there is not enough. */
    private static Stream<String> users(
            ClusterSnapshot snapshot, String namespace, QuotaUsage usages, List<Quota.Excess> excess) {
        List<String> users = snapshot.all(SnapshotKind.RESOURCE_CLAIM).stream()
                .filter(claim -> claim.namespace().equals(namespace))
                .filter(claim -> {
                    Map<String, Quantity> counted = usages.ofClaim(claim.spec());
                    return excess.stream().anyMatch(one -> counted.containsKey(one.resource()));
                })
                .map(StoredObject::name)
                .toList();
        return users.isEmpty() ? Stream.of() : Stream.of("used by claims " + SchedulerCheck.names(users));
    }

    private static @Nullable ClusterFinding stored(PendingPod pod, String name, boolean isMade) {
        ClusterSnapshot snapshot = pod.snapshot();
        String namespace = pod.object().namespace();
        StoredObject found = snapshot.find(SnapshotKind.RESOURCE_CLAIM, namespace, name);
        if (found == null) {
            if (!snapshot.sees(SnapshotKind.RESOURCE_CLAIM)) {
                return null;
            }
            return isMade
                    ? Cause.CLAIM_MISSING
                            .found(
                                    MissingObject.of(ReferenceKind.CLAIM, namespace, name)
                                            .inCluster(),
                                    "it was created for the pod and then deleted")
                            .advising("change an annotation of the pod: kube-controller-manager then creates the claim"
                                    + " again")
                    : missing(snapshot, ReferenceKind.CLAIM, namespace, name);
        }
        if (found.isBeingDeleted()) {
            return beingDeleted(found, snapshot);
        }
        return null;
    }

    /**
     * An entry of a claim's {@code status.reservedFor}.
     *
     * @param isEnding whether it is a pod that is being deleted
     * @param gone how a pod is gone; empty if it is not, or that is not known
     */
    private record User(String resource, String name, boolean isEnding, String gone) {

        static User of(ObjectValue entry, String namespace, ClusterSnapshot snapshot) {
            String name = entry.string("name");
            boolean isPod = entry.string("resource").equals("pods");
            StoredObject pod = isPod ? snapshot.find(SnapshotKind.POD, namespace, name) : null;
            return new User(
                    entry.string("resource"),
                    name,
                    pod != null && pod.isBeingDeleted(),
                    isPod ? snapshot.gone(namespace, name) : "");
        }

        String text() {
            return (resource.equals("pods") ? "pod" : resource) + " " + name;
        }

        String withState() {
            return text() + (isEnding ? ", which is being deleted" : gone.isEmpty() ? "" : ", which " + gone);
        }
    }

    /** The finding for a claim that is being deleted: who keeps it. */
    public static ClusterFinding beingDeleted(StoredObject claim, ClusterSnapshot snapshot) {
        List<User> users = claim.status().list("reservedFor").objects().stream()
                .map(entry -> User.of(entry, claim.namespace(), snapshot))
                .toList();
        List<String> finalizers = claim.metadata().list("finalizers").texts();
        List<String> others =
                finalizers.stream().filter(name -> !name.equals(PROTECTION)).toList();
        List<String> lines = new ArrayList<>(List.of("since " + claim.metadata().string("deletionTimestamp")
                + "; finalizers: " + String.join(", ", finalizers)));
        if (!users.isEmpty()) {
            lines.add("in use by "
                    + SchedulerCheck.names(users.stream().map(User::withState).toList()));
        }
        return Cause.CLAIM_BEING_DELETED
                .found("ResourceClaim " + claim.key() + " is being deleted")
                .noting(lines)
                .then("the pod waits until another claim of this name exists")
                .advising(advice(claim, users, others));
    }

    private static @Nullable String advice(StoredObject claim, List<User> users, List<String> others) {
        User ending = users.stream().filter(User::isEnding).findFirst().orElse(null);
        if (ending != null) {
            return "see why the pod does not end: drawbridge why pod/" + ending.name + " -n " + claim.namespace();
        }
        boolean isHeld = users.isEmpty()
                ? claim.status().has("allocation")
                : users.stream().noneMatch(user -> user.gone.isEmpty());
        if (isHeld && others.isEmpty()) {
            return (users.isEmpty() ? "it is reserved for no pod" : "its pods are gone")
                    + ": kube-controller-manager must remove its "
                    + (users.isEmpty() ? "allocation" : "reservation")
                    + "; see whether it runs, and the log of its resourceclaim-controller";
        }
        return !users.isEmpty()
                ? "wait until "
                        + SchedulerCheck.names(users.stream().map(User::text).toList())
                        + (users.size() == 1 ? " ends" : " end") + ", or create the pod with another claim"
                : others.isEmpty()
                        ? null
                        : "nobody uses it; what set the finalizer " + String.join(", ", others)
                                + " must remove it: see whether that controller runs";
    }

    /** A claim or template that the pod names and that does not exist. */
    private static ClusterFinding missing(ClusterSnapshot snapshot, ReferenceKind kind, String namespace, String name) {
        boolean isClaim = kind == ReferenceKind.CLAIM;
        ReferenceKind other = isClaim ? ReferenceKind.TEMPLATE : ReferenceKind.CLAIM;
        SnapshotKind stored = kind(kind);
        MissingObject missing = MissingObject.of(kind, namespace, name)
                .elsewhere(SchedulerCheck.names(snapshot.all(stored).stream()
                        .filter(object -> object.name().equals(name))
                        .map(StoredObject::namespace)
                        .toList()));
        if (snapshot.find(kind(other), namespace, name) != null) {
            missing = missing.as(other);
        }
        List<String> names = snapshot.all(stored).stream()
                .filter(object -> object.namespace().equals(namespace))
                .map(StoredObject::name)
                .toList();
        missing = missing.near(Spelling.nearest(name, names));
        return (isClaim ? Cause.CLAIM_MISSING : Cause.TEMPLATE_MISSING)
                .found(missing.inCluster())
                .noting(missing.advice());
    }

    private static SnapshotKind kind(ReferenceKind kind) {
        return kind == ReferenceKind.CLAIM ? SnapshotKind.RESOURCE_CLAIM : SnapshotKind.RESOURCE_CLAIM_TEMPLATE;
    }
}
