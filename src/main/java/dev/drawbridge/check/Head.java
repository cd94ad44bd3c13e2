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
import java.util.stream.Collectors;
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

    private record Open(OpenName namespace, OpenName name) {}

    private final Files files;
    private final Function<Manifest, Identity> identity;
    private final Kustomizations patches;
    private final String unnamed;
    private final ManifestReader reader = new ManifestReader();
    private @Nullable WordIndex index;

    /** The files by their numbers in the index, and the objects of those that have been read. */
    private final Map<Integer, Change> numbered = new HashMap<>();

    private final Map<Integer, List<Manifest>> documents = new HashMap<>();
    private final Map<Identity, List<Manifest>> objects = new HashMap<>();
    private final Map<Target, List<Named>> names = new HashMap<>();

    /** The objects whose version, namespace or name has placeholders, by kind. */
    private final Map<String, List<Open>> open = new HashMap<>();

    private @Nullable Set<Manifest> claiming;
    private final List<Manifest> namespaces = new ArrayList<>();
    private final Map<String, Lines> lines = new HashMap<>();

    /** The files that have been read and may make objects of any name: kustomizations and templates of charts. */
    private final Set<Change> makers = Collections.newSetFromMap(new IdentityHashMap<>());

    private final Set<String> unlisted = new HashSet<>();

    /**
     * A head of these files.
     *
     * @param patches the kustomizations: a patch names objects, and has none
     * @param unnamed the namespace of documents without one
     */
    Head(Files files, Function<Manifest, Identity> identity, Kustomizations patches, String unnamed) {
        this.files = files;
        this.identity = identity;
        this.patches = patches;
        this.unnamed = unnamed;
    }

    /** Other files, read in the same way. */
    Head reading(Files others) {
        return new Head(others, identity, patches, unnamed);
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
        ManifestFile read = patches.placed(
                file.place(), reader.read(file.path(), file.head().text()));
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
     * Whether an object of the kind has placeholders with which it may be this one.
     *
     * @param isAnyName whether its name may be nothing but a placeholder
     */
    boolean mayBecome(Manifest object, boolean isAnyName) {
        String namespace = object.namespace(unnamed);
        return open
                .computeIfAbsent(
                        object.kind(),
                        kind -> mentioning(kind).stream()
                                .filter(one -> one.kind().equals(kind))
                                .filter(one -> Placeholders.isIn(one.apiVersion() + one.namespace("") + one.name()))
                                .map(one -> new Open(OpenName.of(one.namespace("")), OpenName.of(one.name())))
                                .toList())
                .stream()
                .filter(one -> isAnyName || !one.name.isAny())
                .anyMatch(one ->
                        one.name.mayBe(object.name()) && (one.namespace.mayBe("") || one.namespace.mayBe(namespace)));
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
    List<Named> inside(Set<String> of) {
        if (claiming == null && !of.isEmpty()) {
            claiming = Stream.of(CLAIMS)
                    .flatMap(word -> mentioning(word).stream())
                    .filter(one -> ResourceApi.isNamespaced(one.apiVersion(), one.kind()) && Mentions.in(one) != null)
                    .collect(Collectors.toCollection(() -> Collections.newSetFromMap(new IdentityHashMap<>())));
        }
        List<Named> inside = new ArrayList<>();
        for (Manifest one : claiming == null ? Set.<Manifest>of() : claiming) {
            one.places(unnamed)
                    .filter(of::contains)
                    .limit(1)
                    .forEach(name -> inside.add(new Named(one, NAMESPACE, new StringValue(name, null))));
        }
        inside.sort(Comparator.comparing(Named::by, BY_FILE));
        return inside;
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

    List<Manifest> namespaces() {
        readAll("Namespace", any -> true);
        return namespaces.stream().sorted(BY_FILE).toList();
    }

    Lines lines(Manifest manifest) {
        return Objects.requireNonNull(lines.get(manifest.file()), manifest.file());
    }
}
