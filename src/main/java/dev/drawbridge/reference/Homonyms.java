package dev.drawbridge.reference;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The objects of one kind and name, usually only one. An empty namespace is unknown. */
final class Homonyms {

    private static final String EVERYWHERE = "*";

    private final NamedObject first;

    /** By file, by folder, and by folder and namespace; null as long as there is one object. */
    private @Nullable Map<String, NamedObject> index;

    Homonyms(NamedObject first) {
        this.first = first;
    }

    /** Adds another; of several in one folder and namespace the first counts. */
    void add(NamedObject object) {
        if (index == null) {
            index = new HashMap<>();
            put(index, first);
        }
        put(index, object);
    }

    private static void put(Map<String, NamedObject> index, NamedObject object) {
        String folder = object.place().folder();
        String namespace = object.place().namespace();
        index.putIfAbsent(object.place().file(), object);
        index.putIfAbsent(folder, object);
        index.putIfAbsent(key(folder, namespace), object);
        index.putIfAbsent(key(EVERYWHERE, namespace), object);
    }

    private static String key(String folder, String namespace) {
        return folder + "\n" + namespace;
    }

    @Nullable
    NamedObject inFolder(String folder) {
        if (index != null) {
            return index.get(folder);
        }
        return first.place().folder().equals(folder) ? first : null;
    }

    /** An object of this file, or else of its folder, in any namespace; null if there is none. */
    @Nullable
    NamedObject near(String file, String folder) {
        NamedObject together = index == null ? null : index.get(file);
        return together != null ? together : inFolder(folder);
    }

    /** An object that may be in the namespace, preferably in the file or folder; null if there is none. */
    @Nullable
    NamedObject find(ObjectPlace by) {
        String namespace = by.namespace();
        NamedObject own = near(by.file(), by.folder());
        NamedObject together = own != null && own.isIn(namespace) ? own : findInFolder(by.folder(), namespace);
        return together != null ? together : find(first, EVERYWHERE, namespace);
    }

    @Nullable
    NamedObject findInFolder(String folder, String namespace) {
        return find(inFolder(folder), folder, namespace);
    }

    private @Nullable NamedObject find(@Nullable NamedObject any, String folder, String namespace) {
        if (any == null || any.isIn(namespace) || index == null) {
            return any != null && any.isIn(namespace) ? any : null;
        }
        return index.getOrDefault(key(folder, namespace), index.get(key(folder, "")));
    }
}
