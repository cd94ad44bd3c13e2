package dev.drawbridge.reference;

import dev.drawbridge.claim.ClaimDevices;
import dev.drawbridge.claim.ClaimDevices.DeviceRequest;
import dev.drawbridge.claim.ClaimDevices.RequestBody;
import dev.drawbridge.claim.ComputeDomains;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.manifest.Placeholders;
import dev.drawbridge.report.ObjectReference;
import dev.drawbridge.validation.ResourceApi;
import dev.drawbridge.workload.PodTemplate;
import dev.drawbridge.workload.PodTemplates;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the references of objects, and the objects that others may refer to. Of an object with placeholders, only its
 * name is known.
 */
public final class ReferenceReader {

    private final Function<Manifest, ObjectReference> named;
    private final PodTemplates templates;
    private final String unnamed;
    private final ReferenceFacts read = ReferenceFacts.growing();

    /**
     * A reader that has read nothing yet.
     *
     * @param named an object, as findings name it
     * @param unnamed the namespace of objects that name none; empty if that is not known
     */
    public ReferenceReader(Function<Manifest, ObjectReference> named, PodTemplates templates, String unnamed) {
        this.named = named;
        this.templates = templates;
        this.unnamed = unnamed;
    }

    public static ReferenceFacts of(
            ManifestFile file, Function<Manifest, ObjectReference> named, Lines lines, PodTemplates templates) {
        ReferenceReader reader = new ReferenceReader(named, templates, "");
        for (Manifest manifest : file.manifests()) {
            reader.read(manifest, lines);
        }
        return reader.facts();
    }

    public ReferenceFacts facts() {
        return read.copy();
    }

    /** Reads an object in a file of these lines. */
    public void read(Manifest manifest, Lines lines) {
        if (ResourceApi.isOfGroup(manifest.apiVersion())) {
            ObjectPlace place = place(manifest, lines);
            if (Placeholders.in(manifest.object()) == null) {
                readObject(manifest, place);
            } else {
                Arrays.stream(ReferenceKind.values())
                        .filter(kind -> kind.label().equals(manifest.kind()))
                        .forEach(kind -> define(kind, manifest.name(), place));
            }
            return;
        }
        ObjectValue made = ComputeDomains.template(manifest.apiVersion(), manifest.kind(), manifest.object());
        if (made != null && Placeholders.in(made) == null) {
            readClaim(made, ReferenceKind.TEMPLATE, place(manifest, lines));
        }
        for (String name : templates.claimTemplates(manifest)) {
            define(ReferenceKind.TEMPLATE, name, place(manifest, lines));
        }
        ObjectPlace place = null;
        for (PodTemplate template : templates.of(manifest)) {
            if (template.mentionsClaims()) {
                // Once for all templates of the object: there may be many.
                place = place == null ? place(manifest, lines) : place;
                new PodReferences(template, place, read).read();
            }
        }
        classes(manifest, lines).stream().filter(Reference::isOfResource).forEach(read.references()::add);
    }

    /** Every name of a class in an object, at any depth, also in kinds that are not read otherwise. */
    public List<Reference> classes(Manifest manifest, Lines lines) {
        List<Reference> classes = new ArrayList<>();
        References.of(manifest, (path, kind, name) -> {
            if (!kind.isNamespaced()
                    && kind != ReferenceKind.RESOURCE
                    && !name.value().isEmpty()) {
                classes.add(reference(place(manifest, lines), kind, name.value(), path, name));
            }
        });
        return classes;
    }

    private ObjectPlace place(Manifest manifest, Lines lines) {
        return new ObjectPlace(
                named.apply(manifest),
                manifest.within(),
                PodTemplates.namespace(manifest, unnamed),
                manifest.file(),
                manifest.object().position(),
                lines);
    }

    private void readObject(Manifest manifest, ObjectPlace place) {
        ObjectValue spec = manifest.object().object("spec");
        switch (manifest.kind()) {
            case "ResourceClaim" -> readClaim(manifest.object(), ReferenceKind.CLAIM, place);
            case "ResourceClaimTemplate" -> readClaim(manifest.object(), ReferenceKind.TEMPLATE, place);
            case "ResourceClass" -> define(ReferenceKind.RESOURCE_CLASS, manifest.name(), place);
            case "DeviceClass" -> readClass(manifest, place, spec);
            case "ResourceSlice" -> define(ReferenceKind.DRIVER, spec.string("driver"), place);
            default -> {}
        }
    }

    private void define(ReferenceKind kind, String name, ObjectPlace place) {
        if (!name.isEmpty()) {
            read.objects().add(new NamedObject(kind, name, place, List.of(), List.of()));
        }
    }

    private void readClaim(ObjectValue object, ReferenceKind kind, ObjectPlace place) {
        List<String> requests = new ArrayList<>();
        List<String> classes = new ArrayList<>();
        ClaimDevices claim = ClaimDevices.of(kind.label(), object);
        for (DeviceRequest request : claim == null ? List.<DeviceRequest>of() : claim.requests()) {
            requests.add(request.name());
            for (RequestBody body : request.bodies()) {
                if (body.isAlternative()) {
                    requests.add(body.fullName());
                }
                if (!body.deviceClassName().isEmpty()) {
                    classes.add(body.deviceClassName());
                    add(
                            place,
                            ReferenceKind.CLASS,
                            body.deviceClassName(),
                            body.path().child("deviceClassName"),
                            body.value().get("deviceClassName"));
                }
            }
        }
        String name = object.object("metadata").string("name");
        if (!name.isEmpty()) {
            List<ObjectValue> config =
                    claim == null ? List.of() : claim.value().list("config").objects();
            read.objects().add(new NamedObject(kind, name, place, List.copyOf(requests), List.copyOf(classes), config));
        }
        if (claim != null) {
            readDrivers(place, claim.value().list("config"), claim.path().child("config"));
        }
    }

    private void readClass(Manifest manifest, ObjectPlace place, ObjectValue spec) {
        define(ReferenceKind.CLASS, manifest.name(), place);
        readDrivers(place, spec.list("config"), FieldPath.of("spec", "config"));
        String resource = spec.string("extendedResourceName");
        if (!resource.isEmpty()) {
            FieldPath path = FieldPath.of("spec", "extendedResourceName");
            read.resources()
                    .add(reference(place, ReferenceKind.CLASS, resource, path, spec.get("extendedResourceName")));
        }
    }

    private void readDrivers(ObjectPlace place, ListValue configs, FieldPath path) {
        configs.forEachObject((i, config) -> {
            ObjectValue opaque = config.object("opaque");
            FieldPath field = path.index(i).child("opaque").child("driver");
            if (!opaque.string("driver").isEmpty()) {
                add(place, ReferenceKind.DRIVER, opaque.string("driver"), field, opaque.get("driver"));
            }
        });
    }

    private void add(ObjectPlace place, ReferenceKind kind, String name, FieldPath path, @Nullable Value value) {
        read.references().add(reference(place, kind, name, path, value));
    }

    private static Reference reference(
            ObjectPlace place, ReferenceKind kind, String name, FieldPath path, @Nullable Value value) {
        return new Reference(place, kind, name, "", true, false, path, value == null ? null : value.position());
    }
}
