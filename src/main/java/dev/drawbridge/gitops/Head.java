package dev.drawbridge.gitops;

import dev.drawbridge.check.Namespaces;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Every document of the head, changed or not: which objects it has, and which ones they name. */
final class Head {

    /** A place that names an object. */
    record Named(Manifest by, String kind, StringValue name) {}

    private final String unnamed;
    private final List<Named> names = new ArrayList<>();
    private final Set<Identity> identities = new HashSet<>();
    private final List<Manifest> namespaces = new ArrayList<>();
    private final Map<String, byte[]> texts = new HashMap<>();

    private Head(String unnamed) {
        this.unnamed = unnamed;
    }

    /**
     * Reads the whole head.
     *
     * @param unnamed the namespace of documents that name none
     */
    static Head of(Trees trees, ManifestReader reader, Function<Manifest, Identity> identity, String unnamed)
            throws IOException {
        Head head = new Head(unnamed);
        for (Change file : trees.head()) {
            head.texts.put(file.path(), file.head());
            for (Manifest manifest : reader.read(file.path(), file.head()).manifests()) {
                head.identities.add(identity.apply(manifest));
                References.of(manifest, (kind, name) -> head.names.add(new Named(manifest, kind, name)));
                if (Namespaces.isNamespace(manifest)) {
                    head.namespaces.add(manifest);
                }
            }
        }
        return head;
    }

    /** Whether the object is still there. */
    boolean has(Identity object) {
        return identities.contains(object);
    }

    /** The places that name the object. */
    List<Named> naming(Identity object) {
        return names.stream()
                .filter(named -> named.kind().equals(object.kind())
                        && named.name().value().equals(object.name())
                        && (object.namespace().isEmpty()
                                || object.namespace().equals(named.by().namespace(unnamed))))
                .toList();
    }

    /** The Namespaces. */
    List<Manifest> namespaces() {
        return namespaces;
    }

    /** The text of a file. */
    byte[] text(Manifest manifest) {
        return texts.getOrDefault(manifest.file(), new byte[0]);
    }
}
