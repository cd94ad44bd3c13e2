package dev.drawbridge.check;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.driver.KnownDevices;
import dev.drawbridge.fleet.Alternative;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.Request;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.reference.MissingObject;
import dev.drawbridge.reference.NamedObject;
import dev.drawbridge.reference.NamedObjects;
import dev.drawbridge.reference.ObjectPlace;
import dev.drawbridge.reference.Reference;
import dev.drawbridge.reference.ReferenceFacts;
import dev.drawbridge.reference.ReferenceKind;
import dev.drawbridge.reference.ReferenceReader;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.ObjectReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The references of an input that is whole with its fleet: nothing else has what they name. Names of missing classes
 * are errors if the input is closed; with a fleet alone, {@code fit} reports those of claims.
 */
final class MissingReferences {

    private static final String FLEET = "in the fleet";

    private final Fleet fleet;
    private final NamedObjects objects = new NamedObjects();
    private final ReferenceFindings findings;
    private final ReferenceFacts facts;

    /** References to missing classes; empty unless the input is closed. */
    private final List<Reference> classes = new ArrayList<>();

    /** The places of objects that name a missing class, themselves or by a claim or template. */
    private final Set<String> lacking = new HashSet<>();

    /** Creates the references of these objects; the fleet has the objects outside the input. */
    MissingReferences(
            CheckSettings settings,
            FindingFactory make,
            List<Manifest> manifests,
            Fleet fleet,
            Map<String, Lines> lines) {
        this.fleet = fleet;
        Map<String, Lines> excerpts = settings.reporting().hasExcerpts() ? lines : Map.of();
        ReferenceReader reader = new ReferenceReader(
                make::reference, settings.input().templates(), settings.input().namespace());
        manifests.forEach(one -> reader.read(one, excerpts.getOrDefault(one.file(), Lines.NONE)));
        facts = reader.facts();
        facts.objects().forEach(objects::add);
        fleet.classes().keySet().forEach(name -> objects.add(named(ReferenceKind.CLASS, "", name, List.of())));
        findings = new ReferenceFindings(
                objects, this::findInFleet, settings.input().ofMissing());
        boolean isClosed = settings.input().isClosed();
        if (isClosed || !fleet.classes().isEmpty()) {
            for (Manifest manifest : manifests) {
                reader.classes(manifest, excerpts.getOrDefault(manifest.file(), Lines.NONE)).stream()
                        // Other classes are those of claims, which the fleet's scheduler reports.
                        .filter(one -> isClosed || one.isOfResource())
                        .filter(one -> !objects.has(one.kind(), one.name())
                                && !settings.input().has(one.name()))
                        .forEach(classes::add);
            }
            classes.forEach(one -> lacking.add(one.by().toString()));
            facts.references().forEach(this::addLacking);
        }
    }

    private void addLacking(Reference reference) {
        NamedObject object = reference.kind().isNamespaced() ? objects.find(reference) : null;
        if (object != null && lacking.contains(object.place().toString())) {
            lacking.add(reference.by().toString());
        }
    }

    Map<Reference, Finding> all() {
        Map<Reference, Finding> all = new LinkedHashMap<>(findings.of(facts));
        all.putAll(ReferenceFindings.shared(facts.resources()));
        findings.sharing(facts.consumers()).forEach(all::putIfAbsent);
        classes.forEach(one -> all.put(one, ofClass(one)));
        return all;
    }

    /** Whether a finding reports a missing class for the object, or for a claim or template that it refers to. */
    boolean lacksClass(Manifest manifest) {
        return lacking.contains(FindingFactory.place(manifest));
    }

    /** Whether the finding says that there is no object of the name, and these references have one. */
    boolean have(Reference reference, Finding finding) {
        return reference.kind().isNamespaced()
                && finding.origin() == reference.kind().rule()
                && findings.find(reference) != null;
    }

    private Finding ofClass(Reference reference) {
        String name = reference.name();
        String near = objects.nearName(reference);
        String nearest = near != null ? near : KnownDevices.nearestClass(name);
        MissingObject missing = MissingObject.of(reference.kind(), "", name);
        return reference.finding(
                findings.severity(),
                reference.kind().rule(),
                missing.near(nearest).inInput());
    }

    private @Nullable NamedObject findInFleet(Reference reference) {
        String namespace = reference.by().namespace();
        String name = reference.name();
        String key = Claim.key(namespace, name);
        Claim claim = fleet.claimsByName().get(key);
        if (reference.kind() == ReferenceKind.TEMPLATE) {
            ObjectValue template = fleet.templates().get(key);
            claim = template == null
                    ? null
                    : Claim.of(namespace, name, template.object("spec").object("spec"), ObjectValue.EMPTY);
        }
        return claim == null ? null : named(reference.kind(), namespace, name, claim.requests());
    }

    private static NamedObject named(ReferenceKind kind, String namespace, String name, List<Request> requests) {
        ObjectReference object = new ObjectReference("", kind.label(), namespace, name);
        return new NamedObject(
                kind,
                name,
                new ObjectPlace(object, "", namespace, FLEET, null, Lines.NONE),
                requests.stream().map(Request::name).toList(),
                requests.stream()
                        .flatMap(request -> request.alternatives().stream())
                        .map(Alternative::deviceClassName)
                        .toList());
    }
}
