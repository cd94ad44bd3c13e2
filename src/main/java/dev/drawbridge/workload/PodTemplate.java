package dev.drawbridge.workload;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.validation.ResourceApi;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The specification of pods in an object.
 *
 * @param spec the specification: a pod's, or one with claims like a pod's
 * @param path its field in the object
 * @param claimsField its field with the claims; {@link #ANYWHERE} if they and their uses are not together
 * @param replicas the number of such pods that the object creates
 * @param isGuessed whether it was found by its shape
 * @param loose the claims that are anywhere in it; null for a pod's specification
 */
public record PodTemplate(
        Manifest manifest,
        ObjectValue spec,
        FieldPath path,
        String claimsField,
        long replicas,
        boolean isGuessed,
        @Nullable LooseClaims loose) {

    /** The field of a pod's specification with its claims. */
    public static final String CLAIMS = ClaimEntry.FIELD;

    /** Instead of the field with the claims: they may be in each field, as in the values of a chart. */
    static final String ANYWHERE = "";

    PodTemplate(
            Manifest manifest, ObjectValue spec, FieldPath path, String claimsField, long replicas, boolean isGuessed) {
        this(manifest, spec, path, claimsField, replicas, isGuessed, null);
    }

    /** Its claims, each an object with a name and a source. */
    public List<ObjectValue> claims() {
        return declarations().stream().map(ClaimEntry::claim).toList();
    }

    public List<ClaimEntry> declarations() {
        if (loose != null) {
            return loose.declarations();
        }
        List<ClaimEntry> declarations = new ArrayList<>();
        spec.list(claimsField)
                .forEachObject((i, claim) ->
                        declarations.add(new ClaimEntry(path.child(claimsField).index(i), claim)));
        return declarations;
    }

    public List<ClaimUse> uses() {
        return loose == null ? uses(spec, path) : loose.uses();
    }

    /** Whether it has claims, or containers that use any. */
    public boolean mentionsClaims() {
        return spec.list(claimsField).size() > 0 || !uses().isEmpty() || loose != null;
    }

    /** Whether a container has a resource with a domain, such as an extended one. */
    boolean mentionsDevices() {
        return containers(spec, path).values().stream()
                .map(one -> one.object("resources"))
                .flatMap(one -> Stream.of(one.object("limits"), one.object("requests")))
                .anyMatch(amounts -> amounts.only(name -> name.indexOf('/') > 0).size() > 0);
    }

    /** Whether the controller adds parts of other objects: a claim that a container uses may be declared there. */
    public boolean isCompleted() {
        return WorkloadKinds.COMPLETED.contains(ResourceApi.group(manifest.apiVersion()));
    }

    /** Whether the controller copies it unchanged, so that the API server refuses its pods for any mistake in it. */
    boolean isCopied() {
        return !isGuessed && loose == null && WorkloadKinds.COPIED.contains(ResourceApi.group(manifest.apiVersion()));
    }

    /** The names of claims that a use may have, if it and the claims are not together; empty if not known. */
    public Set<String> names(ClaimUse use) {
        return loose == null ? Set.of() : loose.names(use);
    }

    /** The claim that a use means, if it and the claim are not together; null if that is not known. */
    public @Nullable ClaimEntry declaration(ClaimUse use) {
        return loose == null ? null : loose.declaration(use);
    }

    /** The uses of a specification's claims by its containers. */
    public static List<ClaimUse> uses(ObjectValue spec, FieldPath path) {
        List<ClaimUse> uses = new ArrayList<>();
        containers(spec, path).forEach((field, container) -> ClaimUse.addTo(container, field, uses));
        uses.addAll(otherUses(spec, path));
        return uses;
    }

    /** The containers of a specification, by their place. */
    public static Map<FieldPath, ObjectValue> containers(ObjectValue spec, FieldPath path) {
        Map<FieldPath, ObjectValue> containers = new LinkedHashMap<>();
        for (String field : List.of("initContainers", "containers", "ephemeralContainers")) {
            spec.list(field)
                    .forEachObject(
                            (i, container) -> containers.put(path.child(field).index(i), container));
        }
        return containers;
    }

    /** The uses that the rules of pods do not know. */
    public static List<ClaimUse> otherUses(ObjectValue spec, FieldPath path) {
        List<ClaimUse> uses = new ArrayList<>();
        // KServe's predictor and Dynamo's service have a single container outside a list.
        for (String field : List.of("model", "mainContainer")) {
            ClaimUse.addTo(spec.object(field), path.child(field), uses);
        }
        addDevices(spec.object("domain").object("devices"), path.child("domain").child("devices"), uses);
        return uses;
    }

    /** KubeVirt's devices: {@code claimName} and {@code requestName}. */
    private static void addDevices(ObjectValue devices, FieldPath path, List<ClaimUse> uses) {
        for (String field : List.of("gpus", "hostDevices")) {
            devices.list(field).forEachObject((i, device) -> {
                if (device.has("claimName")) {
                    uses.add(ClaimUse.of(device, path.child(field).index(i), "claimName", "requestName"));
                }
            });
        }
    }
}
