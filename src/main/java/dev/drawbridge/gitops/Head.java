package dev.drawbridge.gitops;

import dev.drawbridge.check.Identity;
import dev.drawbridge.check.Namespaces;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.manifest.ManifestReader;
import dev.drawbridge.manifest.References;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Every document of the head, changed or not: which objects it has, and which ones they name. A file is read as YAML when a word
 * that is in it is looked up.
 */
final class Head {

    /** A place that names an object. */
    record Named(Manifest by, FieldPath path, StringValue name) {}

    private final Map<String, byte[]> texts = new HashMap<>();
    private final Map<String, WordIndex> words = new TreeMap<>();
    private final ManifestReader reader;
    private final Function<Manifest, Identity> identity;
    private final String unnamed;
    private final Map<String, ManifestFile> documents = new HashMap<>();

    /**
     * A head of these files.
     *
     * @param unnamed the namespace of documents that name none
     */
    Head(List<Change> files, ManifestReader reader, Function<Manifest, Identity> identity, String unnamed) {
        for (Change file : files) {
            texts.put(file.path(), file.head());
            words.put(file.path(), new WordIndex(file.head()));
        }
        this.reader = reader;
        this.identity = identity;
        this.unnamed = unnamed;
    }

    /** The documents of files in which the word may be. */
    private Stream<Manifest> mentioning(String word) {
        return words.entrySet().stream()
                .filter(file -> file.getValue().mayHave(word))
                .flatMap(file -> documents(file.getKey()));
    }

    private Stream<Manifest> documents(String file) {
        return documents
                .computeIfAbsent(file, missing -> reader.read(file, Objects.requireNonNull(texts.get(file), file)))
                .manifests()
                .stream();
    }

    /** Every document that is the object, by file. */
    List<Manifest> having(Identity object) {
        return mentioning(object.name())
                .filter(manifest -> identity.apply(manifest).equals(object))
                .toList();
    }

    /** The places that name the object. */
    List<Named> naming(Identity object) {
        List<Named> names = new ArrayList<>();
        mentioning(object.name())
                .filter(by -> object.namespace().isEmpty() || object.namespace().equals(by.namespace(unnamed)))
                .forEach(by -> References.of(by, (path, kind, name) -> {
                    if (kind.equals(object.kind()) && name.value().equals(object.name())) {
                        names.add(new Named(by, path, name));
                    }
                }));
        return names;
    }

    /** The Namespaces. */
    List<Manifest> namespaces() {
        return mentioning("Namespace").filter(Namespaces::isNamespace).toList();
    }

    /** The lines of a file in which a document was found. */
    Lines lines(Manifest manifest) {
        return Objects.requireNonNull(documents.get(manifest.file()), manifest.file())
                .lines();
    }
}
