package dev.drawbridge.workload;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.Placeholders;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The specification of pods in an object.
 *
 * @param manifest the object
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
    public static final String CLAIMS = "resourceClaims";

    /** Instead of the field with the claims: they may be in each field, as in the values of a chart. */
    static final String ANYWHERE = "";

    /** A pod's specification. */
    PodTemplate(
            Manifest manifest, ObjectValue spec, FieldPath path, String claimsField, long replicas, boolean isGuessed) {
        this(manifest, spec, path, claimsField, replicas, isGuessed, null);
    }

    /**
     * A claim of a pod.
     *
     * @param path its place in the object
     * @param claim the entry with its name and source
     */
    public record Declaration(FieldPath path, ObjectValue claim) {

        /** The name in the pod. */
        public String name() {
            return claim.string("name");
        }

        /** The object with the list. */
        FieldPath owner() {
            return Objects.requireNonNull(Objects.requireNonNull(path.parent()).parent());
        }
    }

    /**
     * A use of a claim by a container, or by a device of a virtual machine.
     *
     * @param path the field with its name
     * @param name the name of the claim in the pod
     * @param value the name as written; null if it is not written
     * @param request the request of the claim; empty for all
     * @param requestPath the field with the request
     * @param requestValue the request as written; null if it is not written
     */
    public record Use(
            FieldPath path,
            String name,
            @Nullable Value value,
            String request,
            FieldPath requestPath,
            @Nullable Value requestValue) {}

    /** Its claims, each an object with a name and a source. */
    public List<ObjectValue> claims() {
        return declarations().stream().map(Declaration::claim).toList();
    }

    /** Its claims and their places. */
    public List<Declaration> declarations() {
        if (loose != null) {
            return loose.declarations();
        }
        List<Declaration> declarations = new ArrayList<>();
        for (int i = 0; i < spec.list(claimsField).size(); i++) {
            if (spec.list(claimsField).get(i) instanceof ObjectValue claim) {
                declarations.add(new Declaration(path.child(claimsField).index(i), claim));
            }
        }
        return declarations;
    }

    /** The uses of its claims by containers. */
    public List<Use> uses() {
        return loose == null ? uses(spec, path) : loose.uses();
    }

    /** Whether it has claims, or containers that use any. */
    public boolean mentionsClaims() {
        return spec.list(claimsField).size() > 0 || !uses().isEmpty() || loose != null;
    }

    /** The names of claims that a use may have, if it and the claims are not together; empty if not known. */
    public Set<String> names(Use use) {
        return loose == null ? Set.of() : loose.names(use);
    }

    /** The claim that a use means, if it and the claim are not together; null if that is not known. */
    public @Nullable Declaration declaration(Use use) {
        return loose == null ? null : loose.declaration(use);
    }

    /** Whether a name is filled in before the object is applied. */
    public static boolean isPlaceholder(String name) {
        return name.indexOf('{') >= 0 && Placeholders.in(new StringValue(name, null)) != null;
    }

    /** The uses of a specification's claims by its containers. */
    public static List<Use> uses(ObjectValue spec, FieldPath path) {
        List<Use> uses = usesOfContainers(spec, path);
        uses.addAll(otherUses(spec, path));
        return uses;
    }

    /** The uses that the rules of pods check. */
    private static List<Use> usesOfContainers(ObjectValue spec, FieldPath path) {
        List<Use> uses = new ArrayList<>();
        for (String field : List.of("initContainers", "containers", "ephemeralContainers")) {
            for (int i = 0; i < spec.list(field).size(); i++) {
                if (spec.list(field).get(i) instanceof ObjectValue container) {
                    addUses(container, path.child(field).index(i), uses);
                }
            }
        }
        return uses;
    }

    /** The uses that the rules of pods do not know. */
    public static List<Use> otherUses(ObjectValue spec, FieldPath path) {
        List<Use> uses = new ArrayList<>();
        // KServe's predictor and Dynamo's service have a single container outside a list.
        for (String field : List.of("model", "mainContainer")) {
            addUses(spec.object(field), path.child(field), uses);
        }
        addDevices(spec.object("domain").object("devices"), path.child("domain").child("devices"), uses);
        return uses;
    }

    /** Adds the uses of a container. */
    static void addUses(ObjectValue container, FieldPath path, List<Use> uses) {
        List<Value> claims = values(container.object("resources"), "claims");
        for (int i = 0; i < claims.size(); i++) {
            if (claims.get(i) instanceof ObjectValue claim) {
                FieldPath entry = path.child("resources").child("claims").index(i);
                uses.add(use(claim, entry, "name", "request"));
            }
        }
    }

    /** KubeVirt's devices: {@code claimName} and {@code requestName}. */
    private static void addDevices(ObjectValue devices, FieldPath path, List<Use> uses) {
        for (String field : List.of("gpus", "hostDevices")) {
            List<Value> entries = values(devices, field);
            for (int i = 0; i < entries.size(); i++) {
                if (entries.get(i) instanceof ObjectValue device && device.has("claimName")) {
                    uses.add(use(device, path.child(field).index(i), "claimName", "requestName"));
                }
            }
        }
    }

    private static Use use(ObjectValue entry, FieldPath path, String name, String request) {
        return new Use(
                path.child(name),
                entry.string(name),
                entry.get(name),
                entry.string(request),
                path.child(request),
                entry.get(request));
    }

    private static List<Value> values(ObjectValue object, String field) {
        List<Value> values = new ArrayList<>();
        for (int i = 0; i < object.list(field).size(); i++) {
            values.add(object.list(field).get(i));
        }
        return values;
    }
}
