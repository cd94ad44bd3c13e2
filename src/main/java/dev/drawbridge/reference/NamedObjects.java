package dev.drawbridge.reference;

import dev.drawbridge.field.NearNames;
import dev.drawbridge.manifest.OpenName;
import dev.drawbridge.manifest.Placeholders;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The objects of an input that others refer to, by their names. */
public final class NamedObjects {

    private final Map<ReferenceKind, Map<String, Homonyms>> byName = new EnumMap<>(ReferenceKind.class);

    /** The names of each kind and folder, as far as they have been needed. */
    private final Map<String, NearNames> names = new HashMap<>();

    private final List<NamedObject> unnamed = new ArrayList<>();

    /** The objects with placeholders in their names, by kind and place. */
    private final Map<ReferenceKind, Map<String, Open>> open = new EnumMap<>(ReferenceKind.class);

    private record Open(NamedObject object, OpenName name) {

        private boolean mayBe(Reference reference) {
            return name.mayBe(reference.name())
                    && object.isIn(reference.by().namespace())
                    && (!name.isAny()
                            || object.place().folder().equals(reference.by().folder()));
        }
    }

    public NamedObjects() {
        for (ReferenceKind kind : ReferenceKind.values()) {
            byName.put(kind, new HashMap<>());
        }
    }

    /** Adds an object; of several with one name, namespace and folder the first counts. */
    public void add(NamedObject object) {
        if (Placeholders.isIn(object.name())) {
            open.computeIfAbsent(object.kind(), any -> new LinkedHashMap<>())
                    .putIfAbsent(object.place().toString(), new Open(object, OpenName.of(object.name())));
            return;
        }
        Map<String, Homonyms> ofKind = ofKind(object.kind());
        Homonyms same = ofKind.get(object.name());
        if (same == null) {
            ofKind.put(object.name(), new Homonyms(object));
            unnamed.add(object);
        } else {
            if (same.inFolder(object.place().folder()) == null) {
                unnamed.add(object);
            }
            same.add(object);
        }
    }

    private Map<String, Homonyms> ofKind(ReferenceKind kind) {
        return byName.getOrDefault(kind, Map.of());
    }

    private @Nullable Homonyms homonyms(Reference reference) {
        return ofKind(reference.kind()).get(reference.name());
    }

    /** Whether there is an object of the kind and name in any namespace. */
    public boolean has(ReferenceKind kind, String name) {
        return ofKind(kind).containsKey(name);
    }

    /** The object that a reference leads to, one in its own file or folder first; null if there is none. */
    public @Nullable NamedObject find(Reference reference) {
        Homonyms same = homonyms(reference);
        return same == null ? null : same.find(reference.by());
    }

    /** Whether a placeholder may give an object the name. One that is nothing else may in its own folder. */
    public boolean mayHave(Reference reference) {
        return open.getOrDefault(reference.kind(), Map.of()).values().stream().anyMatch(one -> one.mayBe(reference));
    }

    /** An object that has the name of a reference in any namespace, of its file or folder; null if there is none. */
    public @Nullable NamedObject inAnyNamespace(Reference reference) {
        Homonyms same = homonyms(reference);
        return same == null
                ? null
                : same.near(reference.by().file(), reference.by().folder());
    }

    /** The object in the folder and namespace of a reference with a similar name; null if there is none. */
    public @Nullable NamedObject near(Reference reference) {
        unnamed.forEach(object -> names.computeIfAbsent(
                        key(object.kind(), object.place().folder()), none -> new NearNames())
                .add(object.name()));
        unnamed.clear();
        NearNames inFolder = names.get(key(reference.kind(), reference.by().folder()));
        String nearest =
                inFolder == null ? null : inFolder.nearest(reference.name(), name -> inFolder(reference, name) != null);
        return nearest == null ? null : inFolder(reference, nearest);
    }

    /** The name that a reference most likely misspells, in any folder; null if there is none. */
    public @Nullable String nearName(Reference reference) {
        return names.computeIfAbsent(
                        key(reference.kind(), "*"),
                        none -> new NearNames(ofKind(reference.kind()).keySet().stream()
                                .sorted()
                                .toList()))
                .nearest(reference.name());
    }

    private static String key(ReferenceKind kind, String folder) {
        return kind + " " + folder;
    }

    private @Nullable NamedObject inFolder(Reference reference, String name) {
        Homonyms same = ofKind(reference.kind()).get(name);
        return same == null
                ? null
                : same.findInFolder(reference.by().folder(), reference.by().namespace());
    }
}
