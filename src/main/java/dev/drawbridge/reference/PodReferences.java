package dev.drawbridge.reference;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Position;
import dev.drawbridge.manifest.Placeholders;
import dev.drawbridge.workload.ClaimEntry;
import dev.drawbridge.workload.ClaimUse;
import dev.drawbridge.workload.PodTemplate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The references of a pod template to claims, claim templates and their requests. */
final class PodReferences {

    /** The number of names that a message shows. */
    private static final int MAX_NAMES = 20;

    private final PodTemplate template;
    private final List<ClaimUse> uses;
    private final ObjectPlace place;
    private final Map<String, List<ClaimUse>> usesByName = new HashMap<>();
    private final Set<String> declared = new HashSet<>();
    private final Set<String> made;
    private final ReferenceFacts facts;

    PodReferences(PodTemplate template, ObjectPlace place, ReferenceFacts facts) {
        this.template = template;
        this.uses = template.uses();
        this.place = place;
        this.made = made(template);
        this.facts = facts;
    }

    void read() {
        for (ClaimUse use : uses) {
            ClaimEntry one = template.declaration(use);
            String key = template.loose() == null
                    ? use.name()
                    : one == null ? "" : one.path().toString();
            usesByName.computeIfAbsent(key, none -> new ArrayList<>()).add(use);
        }
        template.declarations().forEach(one -> declared.add(one.name()));
        // A container that names no claim of the pod may mean any of them.
        boolean areUsesKnown =
                (template.spec().has("containers") || !uses.isEmpty()) && declared.containsAll(usesByName.keySet());
        for (ClaimEntry one : template.declarations()) {
            boolean isLoose = template.loose() != null;
            List<ClaimUse> used = usesByName.getOrDefault(isLoose ? one.path().toString() : one.name(), List.of());
            // What a chart or an operator adds is not known.
            readClaim(one.claim(), one.path(), used, isLoose || !areUsesKnown || !used.isEmpty());
            // Up to Kubernetes 1.30.
            readClaim(one.claim().object("source"), one.path().child("source"), used, true);
        }
        readUndeclared();
    }

    private void readClaim(ObjectValue claim, FieldPath path, List<ClaimUse> used, boolean isUsed) {
        readName(ReferenceKind.CLAIM, claim, path, "resourceClaimName", used, isUsed);
        // A pod whose claim exists no longer needs the template.
        if (!made.contains(claim.string("name"))) {
            readName(ReferenceKind.TEMPLATE, claim, path, "resourceClaimTemplateName", used, isUsed);
        }
    }

    /** The claims of a pod that have been made from templates, or that need none. */
    private static Set<String> made(PodTemplate template) {
        Set<String> made = new HashSet<>();
        if (template.manifest().kind().equals("Pod")) {
            ObjectValue status = template.manifest().object().object("status");
            status.list("resourceClaimStatuses").objects().forEach(one -> made.add(one.string("name")));
        }
        return made;
    }

    private void readName(
            ReferenceKind kind, ObjectValue claim, FieldPath path, String field, List<ClaimUse> used, boolean isUsed) {
        String name = claim.string(field);
        if (name.isEmpty() || Placeholders.isIn(name)) {
            return;
        }
        Reference reference = reference(kind, name, "", isUsed, path.child(field), claim.get(field));
        facts.references().add(reference);
        if (template.loose() == null) {
            facts.consumers().add(new ReferenceFacts.Consumers(reference, template.replicas(), used.size()));
        }
        for (ClaimUse use : used) {
            if (!use.request().isEmpty() && !Placeholders.isIn(use.request())) {
                facts.references()
                        .add(reference(kind, name, use.request(), true, use.requestPath(), use.requestValue()));
            }
        }
    }

    /** Reports undeclared claims of what is no container of a pod; the rules of pods report those of containers. */
    private void readUndeclared() {
        boolean isPod = template.claimsField().equals(PodTemplate.CLAIMS);
        boolean isWhole = !declared.isEmpty() || !template.isCompleted() && !template.isGuessed();
        if (!isWhole && template.loose() == null || declared.stream().anyMatch(Placeholders::isIn)) {
            return;
        }
        for (ClaimUse use : isPod ? PodTemplate.otherUses(template.spec(), template.path()) : uses) {
            Set<String> names = template.loose() == null ? declared : template.names(use);
            boolean isKnown = template.loose() == null || !names.isEmpty();
            if (isKnown && !use.name().isEmpty() && !names.contains(use.name()) && !Placeholders.isIn(use.name())) {
                String field = template.loose() == null
                        ? template.path() + "." + template.claimsField()
                        : PodTemplate.CLAIMS + " of this object";
                String message = "must be one of the " + (names.size() > MAX_NAMES ? names.size() + " " : "")
                        + "names in " + field + shown(names);
                Reference reference = reference(ReferenceKind.CLAIM, use.name(), "", true, use.path(), use.value());
                facts.undeclared().add(new ReferenceFacts.Undeclared(reference, message));
            }
        }
    }

    private static String shown(Set<String> names) {
        return names.isEmpty()
                ? ", which is empty; declare the claim there"
                : names.size() > MAX_NAMES ? "" : ": " + String.join(", ", new TreeSet<>(names));
    }

    private Reference reference(
            ReferenceKind kind, String name, String request, boolean isUsed, FieldPath path, @Nullable Value value) {
        Position position = value == null ? null : value.position();
        return new Reference(place, kind, name, request, isUsed, template.isGuessed(), path, position);
    }
}
