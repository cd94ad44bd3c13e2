package dev.drawbridge.check;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.driver.KnownDevices;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.NearNames;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Spelling;
import dev.drawbridge.fleet.Alternative;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.ClaimReader;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.FleetBuilder;
import dev.drawbridge.fleet.Request;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.References;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.ObjectReference;
import dev.drawbridge.report.Severity;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Names that lead to nothing in an input and its fleet. If the input is closed they are errors, since there is nothing
 * else that they could lead to; with a fleet alone, warnings. The other warnings of {@link NearReferences} are here
 * as well.
 */
final class MissingReferences {

    private static final Set<String> CLASSES = Set.of("DeviceClass", "ResourceClass");

    private final CheckSettings settings;
    private final FindingFactory make;
    private final Fleet fleet;
    private final NamedObjects objects = new NamedObjects();
    private final Set<String> classes = new HashSet<>();
    private final NearNames nearClasses = new NearNames();
    private final ReferenceFacts facts;
    private final List<Manifest> manifests;
    private final Map<String, Lines> lines;
    private @Nullable Set<String> lacking;

    /**
     * Creates the references of these objects.
     *
     * @param fleet the objects outside the input
     * @param lines the lines of each file, for excerpts
     */
    MissingReferences(
            CheckSettings settings,
            FindingFactory make,
            List<Manifest> manifests,
            Fleet fleet,
            Map<String, Lines> lines) {
        this.settings = settings;
        this.make = make;
        this.fleet = fleet;
        this.manifests = manifests;
        this.lines = lines;
        String namespace = settings.input().namespace();
        ReferenceReader reader = new ReferenceReader(make, settings.input().templates(), namespace);
        for (Manifest manifest : manifests) {
            reader.read(manifest, lines(manifest));
            if (CLASSES.contains(manifest.kind())) {
                addClass(manifest.kind(), manifest.name());
            }
        }
        facts = reader.facts();
        facts.objects().forEach(objects::add);
        fleet.classes().keySet().stream().sorted().forEach(name -> addClass("DeviceClass", name));
    }

    private void addClass(String kind, String name) {
        if (classes.add(kind + " " + name)) {
            nearClasses.add(name);
        }
    }

    private Lines lines(Manifest manifest) {
        return settings.reporting().hasExcerpts() ? lines.getOrDefault(manifest.file(), Lines.NONE) : Lines.NONE;
    }

    /**
     * A finding for a reference.
     *
     * @param key identifies it in base and head
     * @param missing the dangling reference; null for other findings
     */
    record Found(String key, @Nullable Reference missing, Finding finding) {}

    /** The findings. */
    List<Found> all() {
        List<Found> found = new ArrayList<>();
        NearReferences near = new NearReferences(objects);
        for (Reference reference : facts.references()) {
            switch (reference.kind()) {
                case CLASS -> {}
                case DRIVER -> add(found, reference, near.of(reference));
                case CLAIM, TEMPLATE -> addObject(found, reference);
            }
        }
        facts.undeclared()
                .forEach(one -> add(
                        found,
                        one.reference(),
                        one.reference().finding(severity(), Origin.CONTAINER_CLAIM, one.message())));
        NearReferences.shared(facts.resources()).forEach((resource, shared) -> add(found, resource, shared));
        if (settings.input().isClosed()) {
            manifests.forEach(manifest -> addClasses(found, manifest));
        }
        return found;
    }

    /** Whether a finding reports a missing class for the object, or for a claim or template that it refers to. */
    boolean lacksClass(Manifest manifest) {
        if (lacking == null) {
            lacking = lackingClass();
        }
        return lacking.contains(FindingFactory.place(manifest));
    }

    /** The places of such objects. */
    private Set<String> lackingClass() {
        Set<String> places = new HashSet<>();
        for (Manifest manifest : settings.input().isClosed() ? manifests : List.<Manifest>of()) {
            References.of(manifest, (path, kind, name) -> {
                if (isMissingClass(kind, name.value())) {
                    places.add(FindingFactory.place(manifest));
                }
            });
        }
        for (Reference reference : facts.references()) {
            NamedObject object = reference.kind().isNamespaced() ? objects.find(reference) : null;
            if (object != null && places.contains(object.place().toString())) {
                places.add(reference.by().toString());
            }
        }
        return places;
    }

    private boolean isMissingClass(String kind, String name) {
        return CLASSES.contains(kind) && !name.isEmpty() && !classes.contains(kind + " " + name);
    }

    private Severity severity() {
        return settings.input().isClosed() ? Severity.ERROR : Severity.WARNING;
    }

    private static void add(List<Found> found, Reference reference, @Nullable Finding finding) {
        if (finding != null) {
            found.add(new Found(reference.key() + " " + finding.origin(), null, finding));
        }
    }

    private void addObject(List<Found> found, Reference reference) {
        NamedObject object = find(reference);
        if (object == null) {
            // A missing claim or template.
            if (reference.request().isEmpty()) {
                Finding missing = reference.finding(severity(), reference.kind().rule(), notFound(reference));
                found.add(new Found(reference.key() + " " + missing.origin(), reference, missing));
            }
        } else if (reference.request().isEmpty()) {
            add(found, reference, NearReferences.ofUnused(reference, object));
        } else if (!object.requests().contains(reference.request())) {
            add(
                    found,
                    reference,
                    reference.finding(
                            severity(),
                            Origin.UNKNOWN_CLAIM_REQUEST,
                            object + " has no request " + reference.request()
                                    + Spelling.hint(reference.request(), object.requests())));
        }
    }

    private String notFound(Reference reference) {
        NamedObject elsewhere = objects.inAnyNamespace(reference);
        NamedObject near = elsewhere == null ? objects.near(reference) : null;
        String advice = elsewhere != null
                ? "it is in namespace " + elsewhere.place().namespace() + " (" + elsewhere.place() + ")"
                : near != null
                        ? "did you mean " + near.name() + " (" + near.place() + ")?"
                        : "add it to the input, or fix the name";
        return name(reference) + " not found; " + advice;
    }

    private static String name(Reference reference) {
        return reference.kind().label() + " " + FleetBuilder.key(reference.by().namespace(), reference.name());
    }

    /** An existing claim that no container uses. */
    private void addClasses(List<Found> found, Manifest manifest) {
        References.of(manifest, (path, kind, name) -> {
            String object = kind + " " + name.value();
            if (isMissingClass(kind, name.value())) {
                FieldError error = new FieldError(
                        ErrorType.NOT_FOUND,
                        path,
                        object + " not found; " + adviceOnClass(name.value()),
                        Origin.UNKNOWN_DEVICE_CLASS,
                        name.position());
                Finding finding = make.finding(manifest, Severity.ERROR, error, List.of(), lines(manifest));
                found.add(new Found(make.reference(manifest) + " " + object, null, finding));
            }
        });
    }

    private String adviceOnClass(String name) {
        String near = nearClasses.nearest(name);
        String nearest = near != null ? near : KnownDevices.nearestClass(name);
        if (nearest != null) {
            return "did you mean " + nearest + "?";
        }
        return KnownDevices.isInstalled(name)
                ? "add it to the input; the manifests of its driver install it"
                : "add it to the input, or fix the name";
    }

    /** The claim or template of a reference; null if there is none. */
    @Nullable
    NamedObject find(Reference reference) {
        NamedObject inInput = objects.find(reference);
        return inInput != null ? inInput : findInFleet(reference);
    }

    private @Nullable NamedObject findInFleet(Reference reference) {
        String namespace = reference.by().namespace();
        String key = FleetBuilder.key(namespace, reference.name());
        ObjectValue template = fleet.templates().get(key);
        Claim claim = fleet.claimsByName().get(key);
        if (reference.kind() == ReferenceKind.TEMPLATE) {
            claim = template == null
                    ? null
                    : ClaimReader.claim(
                            namespace, reference.name(), template.object("spec").object("spec"), ObjectValue.EMPTY);
        }
        if (claim == null) {
            return null;
        }
        ObjectReference object = new ObjectReference("", reference.kind().label(), namespace, reference.name());
        return new NamedObject(
                reference.kind(),
                reference.name(),
                new ObjectPlace(object, "", namespace, "in the fleet", "", null, Lines.NONE),
                claim.requests().stream().map(Request::name).toList(),
                claim.requests().stream()
                        .flatMap(request -> request.alternatives().stream())
                        .map(Alternative::deviceClassName)
                        .toList());
    }
}
