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

    /** A resource and the path of its objects. */
    private record Found(String root, String plural, boolean isNamespaced) {

        String path(String namespace, String name) {
            return root + (isNamespaced ? "/namespaces/" + namespace : "") + "/" + plural + "/" + name;
        }
    }

    /**
     * Reads an object.
     *
     * @param kind a kind, its plural, singular or a short name, in any case; with {@code .GROUP} if several groups have
     *     it
     * @throws IOException with a message if there is no such kind or object
     */
    ObjectValue get(String kind, String namespace, String name) throws IOException {
        Found found = find(kind);
        if (found == null) {
            throw new IOException("the cluster has no kind \"" + kind + "\"; kubectl api-resources lists them");
        }
        ObjectValue object = source.get(found.path(namespace, name));
        if (object == null) {
            String where = found.isNamespaced() ? " in namespace " + namespace + "; set -n for another" : "";
            throw new IOException(found.plural() + " \"" + name + "\" not found" + where);
        }
        return object;
    }

    private @Nullable Found find(String kind) throws IOException {
        int dot = kind.indexOf('.');
        String word = dot < 0 ? kind : kind.substring(0, dot);
        for (String root : dot < 0 ? roots() : rootsOf(kind.substring(dot + 1))) {
            ObjectValue list = source.get(root);
            if (list != null) {
                for (ObjectValue entry : list.list("resources").objects()) {
                    if (entry.string("name").indexOf('/') < 0 && isNamed(entry, word)) {
                        return new Found(root, entry.string("name"), entry.isTrue("namespaced"));
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
    private List<String> roots() throws IOException {
        List<String> roots = new ArrayList<>();
        roots.add("/api/v1");
        ObjectValue groups = source.get("/apis");
        if (groups != null) {
            groups.list("groups")
                    .objects()
                    .forEach(group -> roots.add(
                            "/apis/" + group.object("preferredVersion").string("groupVersion")));
        }
        return roots;
    }

    private List<String> rootsOf(String group) throws IOException {
        ObjectValue found = source.get("/apis/" + group);
        return found == null
                ? List.of()
                : List.of("/apis/" + found.object("preferredVersion").string("groupVersion"));
    }
}
