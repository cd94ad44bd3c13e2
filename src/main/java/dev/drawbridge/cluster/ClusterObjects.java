package dev.drawbridge.cluster;

import dev.drawbridge.document.ObjectValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Objects of a cluster by kind and name, as kubectl accepts them: {@code pod/train}, {@code po/train}, {@code
 * jobsets.jobset.x-k8s.io/train}.
 */
record ClusterObjects(Source source) {

    /** Reads a path of the API server; null if it does not exist. */
    @FunctionalInterface
    interface Source {

        @Nullable
        ObjectValue get(String path) throws IOException;
    }

    /**
     * Reads an object.
     *
     * @param kind a kind, its plural, singular or a short name, in any case; with {@code .GROUP} if several groups have
     *     it
     * @throws IOException with a message if there is no such kind or object
     */
    ObjectValue get(String kind, String namespace, String name) throws IOException {
        ServedResource found = find(kind);
        if (found == null) {
            throw new IOException("the cluster has no kind \"" + kind + "\"; kubectl api-resources lists them");
        }
        ObjectValue object = source.get(found.path(namespace) + "/" + name);
        if (object == null) {
            String where = found.isNamespaced() ? " in namespace " + namespace + "; set -n for another" : "";
            throw new IOException(found.plural() + " \"" + name + "\" not found" + where);
        }
        return object;
    }

    private @Nullable ServedResource find(String kind) throws IOException {
        int dot = kind.indexOf('.');
        String word = dot < 0 ? kind : kind.substring(0, dot);
        for (String version : dot < 0 ? versions() : versionsOf(kind.substring(dot + 1))) {
            ObjectValue list = source.get(ServedResource.root(version));
            if (list != null) {
                for (ObjectValue entry : list.list("resources").objects()) {
                    if (entry.string("name").indexOf('/') < 0 && isNamed(entry, word)) {
                        return ServedResource.of(version, entry);
                    }
                }
            }
        }
        return null;
    }

    private static boolean isNamed(ObjectValue entry, String word) {
        return entry.string("name").equalsIgnoreCase(word)
                || entry.string("singularName").equalsIgnoreCase(word)
                || entry.string("kind").equalsIgnoreCase(word)
                || entry.list("shortNames").texts().stream().anyMatch(word::equalsIgnoreCase);
    }

    /** The preferred versions of all groups, in the server's order, which kubectl also uses. */
    private List<String> versions() throws IOException {
        List<String> versions = new ArrayList<>();
        versions.add("v1");
        ObjectValue groups = source.get("/apis");
        if (groups != null) {
            groups.list("groups").objects().forEach(group -> versions.add(preferred(group)));
        }
        return versions;
    }

    private List<String> versionsOf(String group) throws IOException {
        ObjectValue found = source.get("/apis/" + group);
        return found == null ? List.of() : List.of(preferred(found));
    }

    private static String preferred(ObjectValue group) {
        return group.object("preferredVersion").string("groupVersion");
    }
}
