package dev.drawbridge.check;

import dev.drawbridge.document.StringValue;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.manifest.Kustomizations;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.manifest.ManifestReader;
import dev.drawbridge.manifest.Mentions;
import dev.drawbridge.manifest.OpenName;
import dev.drawbridge.manifest.Placeholders;
import dev.drawbridge.reference.ObjectPlace;
import dev.drawbridge.reference.ReferenceKind;
import dev.drawbridge.reference.References;
import dev.drawbridge.validation.ResourceApi;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Every document of the head, changed or not: the objects in it, and what they name. The files are listed at the first
 * question, and a file is read as YAML when a word that is in it is looked up. A file that cannot be read is an {@link
 * UncheckedIOException}.
 */
final class Head {

    private static final Comparator<Manifest> BY_FILE = Comparator.comparing(Manifest::file);

    /** The words of which each object with claims, and each class, has one. */
    static final String[] CLAIMS = {
        "resourceClaims", "ResourceClaim", "ResourceClaimTemplate", "DeviceClass", "deviceClassName"
    };

    private static final FieldPath NAMESPACE = FieldPath.of("metadata", "namespace");

    record Named(Manifest by, FieldPath path, StringValue name) {}

    @FunctionalInterface
    interface Files {

        List<Change> list() throws IOException;
    }

    /** A kind and a name, as a reference has them. */
    private record Target(String kind, String name) {}

    private record Open(String folder, OpenName namespace, OpenName name) {

        static Open of(Manifest object) {
            return new Open(
                    ObjectPlace.folder(object.file()), OpenName.of(object.namespace("")), OpenName.of(object.name()));
        }
    }

    private final Files files;
    private final Function<Manifest, Identity> identity;
    private final Kustomizations patches;
    private final String unnamed;
    private final Map<String, String> variables;
    private final ManifestReader reader = new ManifestReader();
    private @Nullable WordIndex index;

    /** The files by their numbers in the index, and the objects of those that have been read. */
    private final Map<Integer, Change> numbered = new HashMap<>();

    private final Map<Integer, List<Manifest>> documents = new HashMap<>();
    private final Map<Identity, List<Manifest>> objects = new HashMap<>();
    private final Map<Target, List<Named>> names = new HashMap<>();

    /** The objects whose version, namespace or name has placeholders, by kind. */
    private final Map<String, List<Open>> open = new HashMap<>();

    /** The objects with claims, by namespace. */
    private @Nullable Map<String, List<Named>> claiming;

    private final List<Manifest> namespaces = new ArrayList<>();
    private @Nullable Map<String, List<Manifest>> byNamespace;
    private final Map<String, Lines> lines = new HashMap<>();

    /** The files that have been read and may make objects of any name: kustomizations and templates of charts. */
    private final Set<Change> makers = Collections.newSetFromMap(new IdentityHashMap<>());

    private final Set<String> unlisted = new HashSet<>();

    /**
     * A head of these files.
     *
     * @param patches the kustomizations: a patch names objects, and has none
     * @param unnamed the namespace of documents without one
     * @param variables the values of placeholders
     */
    Head(
            Files files,
            Function<Manifest, Identity> identity,
            Kustomizations patches,
            String unnamed,
            Map<String, String> variables) {
        this.files = files;
        this.identity = identity;
        this.patches = patches;
        this.unnamed = unnamed;
        this.variables = variables;
    }

    /** Other files, read in the same way. */
    Head reading(Files others) {
        return new Head(others, identity, patches, unnamed, variables);
    }

    /** The objects of the files in which the word may be, by file. */
    List<Manifest> mentioning(String word) {
        return objects(readAll(word, any -> true));
    }

    /** Whether a file has one of these words; no index of all words is made for that. */
    boolean hasAny(String... words) {
        WordIndex known = index;
        if (known != null) {
            return Stream.of(words).anyMatch(word -> known.files(word).length > 0);
        }
        try {
            for (Change file : files.list()) {
                if (file.head().has(words)) {
                    return true;
                }
            }
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The manifests of a folder, whose path ends with a slash. */
    List<Manifest> inFolder(String folder, String word) {
        return objects(readAll(word, file -> ObjectPlace.folder(file.path()).equals(folder)));
    }

    private List<Manifest> objects(List<Integer> numbers) {
        return numbers.stream()
                .flatMap(number -> documents.getOrDefault(number, List.of()).stream())
                .sorted(BY_FILE)
                .toList();
    }

    /** Reads the files in which the word may be; returns their numbers. */
    private List<Integer> readAll(String word, Predicate<Change> isWanted) {
        List<Integer> numbers = new ArrayList<>();
        try {
            if (index == null) {
                WordIndex.Builder words = new WordIndex.Builder();
                for (Change file : files.list()) {
                    numbered.put(words.add(file.head().text()), file);
                }
                index = words.build();
            }
            for (int number : index.files(word)) {
                Change file = Objects.requireNonNull(numbered.get(number), "each file has a number");
                if (isWanted.test(file)) {
                    numbers.add(number);
                    if (!documents.containsKey(number)) {
                        documents.put(number, read(file));
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return numbers;
    }

    private List<Manifest> read(Change file) throws IOException {
        byte[] text = Placeholders.replaced(file.head().text(), variables);
        ManifestFile read = patches.placed(file.place(), reader.read(file.path(), text));
        lines.put(file.path(), read.lines());
        if (Kustomizations.isKustomization(file.place()) || file.head().has("{{")) {
            makers.add(file);
        }
        boolean isUnlisted = patches.isUnlisted(file.place());
        if (isUnlisted) {
            unlisted.add(file.path());
        }
        boolean hasObjects = patches.reason(file.place()).isEmpty() && !isUnlisted;
        for (Manifest manifest : read.manifests()) {
            if (hasObjects) {
                objects.computeIfAbsent(identity.apply(manifest), none -> new ArrayList<>())
                        .add(manifest);
            }
            if (Namespaces.isNamespace(manifest)) {
                namespaces.add(manifest);
            }
            References.of(
                    manifest,
                    (path, kind, name) -> names.computeIfAbsent(
                                    new Target(kind.label(), name.value()), none -> new ArrayList<>())
                            .add(new Named(manifest, path, name)));
        }
        return hasObjects ? read.manifests() : List.of();
    }

    /** Whether no kustomization lists a file any more that has been read. */
    boolean isUnlisted(String path) {
        return unlisted.contains(path);
    }

    List<Manifest> having(Identity object) {
        readAll(object.name(), any -> true);
        return objects.getOrDefault(object, List.of()).stream().sorted(BY_FILE).toList();
    }

    /** Whether a kustomization or a template of a chart has the kind and the name of an object, and may make it. */
    boolean mayMake(Manifest object) {
        List<Integer> naming = readAll(object.name(), any -> true);
        naming.retainAll(readAll(object.kind(), any -> true));
        return naming.stream().map(numbered::get).anyMatch(makers::contains);
    }

    /**
     * Whether an object of the kind has placeholders with which it may be this one. A name that is nothing but a
     * placeholder may be in the folder of the object.
     */
    boolean mayBecome(Manifest object) {
        String namespace = object.namespace(unnamed);
        String folder = ObjectPlace.folder(object.file());
        return open
                .computeIfAbsent(
                        object.kind(),
                        kind -> mentioning(kind).stream()
                                .filter(one -> one.kind().equals(kind))
                                .filter(one -> Placeholders.isIn(one.apiVersion() + one.namespace("") + one.name()))
                                .map(Open::of)
                                .toList())
                .stream()
                .anyMatch(one -> one.name.mayBe(object.name())
                        && (one.namespace.mayBe("") || one.namespace.mayBe(namespace))
                        && (!one.name.isAny() || one.folder.equals(folder)));
    }

    /** Whether no file has an object, and no kustomization or template of a chart has its name and may make it. */
    boolean isGone(Manifest object) {
        List<Integer> naming = readAll(object.name(), any -> true);
        return naming.stream().map(numbered::get).noneMatch(makers::contains)
                && objects(naming).stream()
                        .noneMatch(one -> one.kind().equals(object.kind())
                                && one.name().equals(object.name())
                                && one.namespace(unnamed).equals(object.namespace(unnamed)));
    }

    List<Named> naming(Identity object) {
        readAll(object.name(), any -> true);
        return names.getOrDefault(new Target(object.kind(), object.name()), List.of()).stream()
                .filter(one -> object.namespace().isEmpty()
                        || object.namespace().equals(one.by().namespace(unnamed)))
                .sorted(Comparator.comparing(Named::by, BY_FILE))
                .toList();
    }

    /** The objects with claims in one of these namespaces, which is the name. */
    List<Named> inside(Set<String> namespaces) {
        if (claiming == null && !namespaces.isEmpty()) {
            Map<String, List<Named>> all = new HashMap<>();
            Set<Manifest> seen = Collections.newSetFromMap(new IdentityHashMap<>());
            Stream.of(CLAIMS)
                    .flatMap(word -> mentioning(word).stream())
                    .filter(one -> ResourceApi.isNamespaced(one.apiVersion(), one.kind())
                            || !one.namespace("").isEmpty())
                    .filter(one -> Mentions.in(one) != null && seen.add(one))
                    .forEach(one -> one.places(unnamed)
                            .forEach(name -> all.computeIfAbsent(name, none -> new ArrayList<>())
                                    .add(new Named(one, NAMESPACE, new StringValue(name, null)))));
            claiming = all;
        }
        Map<String, List<Named>> all = claiming == null ? Map.of() : claiming;
        return namespaces.stream()
                .flatMap(one -> all.getOrDefault(one, List.of()).stream())
                .sorted(Comparator.comparing(Named::by, BY_FILE))
                .toList();
    }

    /** The containers that request an extended resource; empty if a DeviceClass provides it. */
    List<Named> requesting(String resource) {
        // The part that an index of words has.
        List<Manifest> all = mentioning(resource.substring(resource.lastIndexOf('/') + 1));
        boolean isProvided = all.stream()
                .anyMatch(one -> one.kind().equals("DeviceClass")
                        && one.object()
                                .object("spec")
                                .string("extendedResourceName")
                                .equals(resource));
        return isProvided
                ? List.of()
                : names.getOrDefault(new Target(ReferenceKind.RESOURCE.label(), resource), List.of());
    }

    /** The Namespaces that are put under a name. */
    List<Manifest> namespaces(String name) {
        if (byNamespace == null) {
            Map<String, List<Manifest>> all = new HashMap<>();
            namespaces()
                    .forEach(one -> one.places(one.name())
                            .forEach(place -> all.computeIfAbsent(place, none -> new ArrayList<>())
                                    .add(one)));
            byNamespace = all;
        }
        return byNamespace.getOrDefault(name, List.of());
    }

    List<Manifest> namespaces() {
        readAll("Namespace", any -> true);
        return namespaces.stream().sorted(BY_FILE).toList();
    }

    Lines lines(Manifest manifest) {
        return Objects.requireNonNull(lines.get(manifest.file()), manifest.file());
    }
}
