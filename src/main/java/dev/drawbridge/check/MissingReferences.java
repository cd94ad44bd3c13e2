package dev.drawbridge.check;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.driver.KnownDevices;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.NearNames;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Severity;
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
    private final Map<String, Lines> lines;

    /** Names of missing classes; empty unless the input is closed. */
    private final List<MissingClass> missingClasses = new ArrayList<>();

    /** The places of objects that name a missing class, themselves or by a claim or template. */
    private final Set<String> lacking = new HashSet<>();

    /** A name of a class that neither the input nor the fleet has. */
    private record MissingClass(Manifest by, FieldPath path, String kind, StringValue name) {}

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
        if (settings.input().isClosed()) {
            manifests.forEach(this::addMissingClasses);
            facts.references().forEach(this::addLacking);
        }
    }

    private void addLacking(Reference reference) {
        NamedObject object = reference.kind().isNamespaced() ? objects.find(reference) : null;
        if (object != null && lacking.contains(object.place().toString())) {
            lacking.add(reference.by().toString());
        }
    }

    private void addMissingClasses(Manifest manifest) {
        References.of(manifest, (path, kind, name) -> {
            if (CLASSES.contains(kind) && !name.value().isEmpty() && !classes.contains(kind + " " + name.value())) {
                missingClasses.add(new MissingClass(manifest, path, kind, name));
                lacking.add(FindingFactory.place(manifest));
            }
        });
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
                        one.reference().finding(settings.input().ofMissing(), Origin.CONTAINER_CLAIM, one.message())));
        NearReferences.shared(facts.resources()).forEach((resource, shared) -> add(found, resource, shared));
        missingClasses.forEach(one -> found.add(ofClass(one)));
        return found;
    }

    /** Whether a finding reports a missing class for the object, or for a claim or template that it refers to. */
    boolean lacksClass(Manifest manifest) {
        return lacking.contains(FindingFactory.place(manifest));
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
                Finding missing = reference.finding(
                        settings.input().ofMissing(), reference.kind().rule(), notFound(reference));
                found.add(new Found(reference.key() + " " + missing.origin(), reference, missing));
            }
        } else if (reference.request().isEmpty()) {
            add(found, reference, NearReferences.ofUnused(reference, object));
        } else if (!object.requests().contains(reference.request())) {
            add(
                    found,
                    reference,
                    reference.finding(
                            settings.input().ofMissing(),
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

    private Found ofClass(MissingClass missing) {
        String object = missing.kind() + " " + missing.name().value();
        FieldError error = new FieldError(
                ErrorType.NOT_FOUND,
                missing.path(),
                object + " not found; " + adviceOnClass(missing.name().value()),
                Origin.UNKNOWN_DEVICE_CLASS,
                missing.name().position());
        Finding finding = make.finding(missing.by(), Severity.ERROR, error, List.of(), lines(missing.by()));
        return new Found(make.reference(missing.by()) + " " + object, null, finding);
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
