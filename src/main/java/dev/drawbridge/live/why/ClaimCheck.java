package dev.drawbridge.live.why;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Spelling;
import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.live.ClusterEvent;
import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.ClusterSnapshot;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.live.StoredObject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks for claims that are missing, or not yet the pod's.
 *
 * <p>Source of the Event: {@code pkg/controller/resourceclaim/controller.go}, FailedResourceClaimCreation.
 */
final class ClaimCheck implements PodCheck {

    private static final String FAILED = "FailedResourceClaimCreation";

    @Override
    public List<ClusterFinding> find(PendingPod pod) {
        List<ClusterFinding> findings = new ArrayList<>();
        Set<String> named = new HashSet<>();
        for (ObjectValue entry : pod.spec().list("resourceClaims").objects()) {
            String claim = entry.string("resourceClaimName");
            if (entry.has("source")) {
                findings.add(ClusterFinding.of(
                        Cause.SOURCE_FIELD,
                        "spec.resourceClaims \"" + entry.string("name") + "\" has source",
                        "Kubernetes 1.31 and later drop it: the entry names no claim"));
            } else if (entry.has("resourceClaimTemplateName")) {
                add(ofTemplate(pod, entry), findings);
            } else if (!named.add(claim)) {
                findings.add(ClusterFinding.of(
                        Cause.CLAIM_TWICE,
                        "spec.resourceClaims names ResourceClaim " + claim + " twice",
                        "binding the pod fails each time"));
            } else {
                add(stored(pod, claim, false), findings);
            }
        }
        FitCause obstacle = pod.snapshot().sees(SnapshotKind.RESOURCE_CLAIM)
                ? pod.scheduling().obstacle()
                : null;
        if (obstacle != null && obstacle.kind() == FitCause.Kind.CLAIM_OF_ANOTHER) {
            findings.add(ClusterFinding.of(Cause.CLAIM_OF_ANOTHER, obstacle.text()));
        }
        return findings;
    }

    private static void add(@Nullable ClusterFinding finding, List<ClusterFinding> to) {
        if (finding != null) {
            to.add(finding);
        }
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
            return missingTemplate(pod.snapshot(), namespace, template);
        }
        if (failed.isEmpty()) {
            List<ClusterFinding> quota = found == null ? List.of() : Quotas.exceeded(pod.snapshot(), found);
            return !quota.isEmpty()
                    ? quota.get(0)
                    : ClusterFinding.of(
                            Cause.CLAIM_NOT_CREATED,
                            "no claim has been created from ResourceClaimTemplate " + template + " yet",
                            "kube-controller-manager creates it; there is no Event about a failure");
        }
        String message = failed.get(0).message();
        if (message.contains("resourceclaimtemplate") && message.contains("not found")) {
            return ClusterFinding.of(
                    Cause.TEMPLATE_MISSING,
                    "ResourceClaimTemplate " + namespace + "/" + template + " not found",
                    message);
        }
        return ClusterFinding.of(
                message.contains("exceeded quota") ? Cause.QUOTA : Cause.CLAIM_NOT_CREATED,
                message.contains("exceeded quota")
                        ? "a ResourceQuota does not allow the claim of ResourceClaimTemplate " + template
                        : "creating the claim of ResourceClaimTemplate " + template + " failed",
                message);
    }

    private static ClusterFinding missingTemplate(ClusterSnapshot snapshot, String namespace, String template) {
        List<String> elsewhere = namespaces(snapshot, SnapshotKind.RESOURCE_CLAIM_TEMPLATE, template);
        String summary = "ResourceClaimTemplate " + namespace + "/" + template + " does not exist";
        List<String> lines = new ArrayList<>(elsewhere(elsewhere));
        if (snapshot.find(SnapshotKind.RESOURCE_CLAIM, namespace, template) != null) {
            lines.add("there is a ResourceClaim of this name; use resourceClaimName for it");
        }
        String meant = Spelling.nearest(template, names(snapshot, SnapshotKind.RESOURCE_CLAIM_TEMPLATE, namespace));
        if (meant != null) {
            lines.add("did you mean " + meant + "?");
        }
        return ClusterFinding.of(Cause.TEMPLATE_MISSING, summary).noting(lines);
    }

    private static @Nullable ClusterFinding stored(PendingPod pod, String name, boolean isMade) {
        ClusterSnapshot snapshot = pod.snapshot();
        String namespace = pod.object().namespace();
        StoredObject found = snapshot.find(SnapshotKind.RESOURCE_CLAIM, namespace, name);
        if (found == null) {
            return snapshot.sees(SnapshotKind.RESOURCE_CLAIM) ? missingClaim(snapshot, namespace, name, isMade) : null;
        }
        if (found.isBeingDeleted()) {
            return ClusterFinding.of(
                            Cause.CLAIM_BEING_DELETED,
                            "ResourceClaim " + found.key() + " is being deleted",
                            "since " + found.metadata().string("deletionTimestamp") + "; finalizers: "
                                    + String.join(
                                            ", ",
                                            found.metadata().list("finalizers").texts()))
                    .then("the pod waits until another claim of this name exists");
        }
        return null;
    }

    private static ClusterFinding missingClaim(
            ClusterSnapshot snapshot, String namespace, String name, boolean isMade) {
        String summary = "ResourceClaim " + namespace + "/" + name + " does not exist";
        if (isMade) {
            return ClusterFinding.of(
                    Cause.CLAIM_MISSING, summary, "it was created for the pod and then deleted; also delete the pod");
        }
        List<String> elsewhere = namespaces(snapshot, SnapshotKind.RESOURCE_CLAIM, name);
        List<String> lines = new ArrayList<>(elsewhere(elsewhere));
        if (snapshot.find(SnapshotKind.RESOURCE_CLAIM_TEMPLATE, namespace, name) != null) {
            lines.add("there is a ResourceClaimTemplate of this name; use resourceClaimTemplateName for it");
        }
        String meant = Spelling.nearest(name, names(snapshot, SnapshotKind.RESOURCE_CLAIM, namespace));
        if (meant != null) {
            lines.add("did you mean " + meant + "?");
        }
        return ClusterFinding.of(Cause.CLAIM_MISSING, summary).noting(lines);
    }

    private static List<String> elsewhere(List<String> namespaces) {
        return namespaces.isEmpty()
                ? List.of()
                : List.of("it exists in namespace " + String.join(", ", namespaces)
                        + "; a pod can use only those of its own namespace");
    }

    private static List<String> namespaces(ClusterSnapshot snapshot, SnapshotKind kind, String name) {
        return snapshot.all(kind).stream()
                .filter(object -> object.name().equals(name))
                .map(StoredObject::namespace)
                .limit(3)
                .toList();
    }

    private static List<String> names(ClusterSnapshot snapshot, SnapshotKind kind, String namespace) {
        return snapshot.all(kind).stream()
                .filter(object -> object.namespace().equals(namespace))
                .map(StoredObject::name)
                .toList();
    }
}
