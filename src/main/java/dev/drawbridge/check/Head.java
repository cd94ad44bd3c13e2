package dev.drawbridge.check;

import dev.drawbridge.document.StringValue;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.manifest.ManifestReader;
import dev.drawbridge.manifest.References;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Every document of the head, changed or not: the objects in it, and what they name. The files are listed at the first
 * question, and a file is read as YAML when a word that is in it is looked up. A file that cannot be read is an {@link
 * UncheckedIOException}.
 */
final class Head {

    /** A place that names an object. */
    record Named(Manifest by, FieldPath path, StringValue name) {}

    /** Lists files. */
    @FunctionalInterface
    interface Files {

        List<Change> list() throws IOException;
    }

    /** A file and its words. */
    private record Indexed(Change file, WordIndex words) {}

    private final Files files;
    private final Function<Manifest, Identity> identity;
    private final String unnamed;
    private final ManifestReader reader = new ManifestReader();
    private final Map<String, ManifestFile> documents = new HashMap<>();
    private @Nullable Map<String, Indexed> index;

    /**
     * A head of these files.
     *
     * @param unnamed the namespace of documents without one
     */
    Head(Files files, Function<Manifest, Identity> identity, String unnamed) {
        this.files = files;
        this.identity = identity;
        this.unnamed = unnamed;
    }

    private Map<String, Indexed> index() {
        Map<String, Indexed> known = index;
        if (known == null) {
            known = new TreeMap<>();
            try {
                for (Change file : files.list()) {
                    known.put(
                            file.path(),
                            new Indexed(file, new WordIndex(file.head().text())));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            index = known;
        }
        return known;
    }

    /** The documents of files in which the word may be. */
    private Stream<Manifest> mentioning(String word) {
        return index().values().stream()
                .filter(one -> one.words().mayHave(word))
                .flatMap(one ->
                        documents.computeIfAbsent(one.file().path(), path -> read(one.file())).manifests().stream());
    }

    private ManifestFile read(Change file) {
        try {
            return reader.read(file.path(), file.head().text());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
