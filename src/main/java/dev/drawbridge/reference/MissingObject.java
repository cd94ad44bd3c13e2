package dev.drawbridge.reference;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An object that does not exist, although a reference names it.
 *
 * @param object its kind, namespace and name
 * @param advice what may have been meant, most likely first
 */
public record MissingObject(String object, List<String> advice) {

    /** The end of the sentence if the input and its fleet lack the object, before {@link #action}. */
    public static final String NOT_IN_INPUT = " is not in the input; ";

    /** The end of the sentence if the cluster lacks the object. */
    public static final String NOT_IN_CLUSTER = " does not exist";

    private static final String ADD = "add it, or fix the name";

    public static MissingObject of(String kind, String namespace, String name) {
        return new MissingObject(kind + " " + (namespace.isEmpty() ? "" : namespace + "/") + name, List.of());
    }

    /** A claim, a template or a class without advice. */
    public static MissingObject of(ReferenceKind kind, String namespace, String name) {
        return of(kind.label(), namespace, name);
    }

    /** Adds the namespaces that have an object of this kind and name, if there are any. */
    public MissingObject elsewhere(String namespaces) {
        return namespaces.isEmpty()
                ? this
                : with("it is in namespace " + namespaces + "; a pod can use only objects of its own namespace");
    }

    /** Adds that an object of another kind has this name. */
    public MissingObject as(ReferenceKind other) {
        return with("there is a " + other.label() + " of this name; use " + other.field() + " for it");
    }

    /** Adds a similar name, if there is one. */
    public MissingObject near(@Nullable String name) {
        return name == null ? this : with("did you mean " + name + "?");
    }

    /** Adds the object that a change replaces by this one. */
    public MissingObject replacing(String object) {
        return with("it replaces " + object + "; " + ADD);
    }

    private MissingObject with(String one) {
        List<String> more = new ArrayList<>(advice);
        more.add(one);
        return new MissingObject(object, more);
    }

    /** What to do about it in files. */
    public String action() {
        return advice.isEmpty() ? ADD : advice.get(0);
    }

    /** The sentence about files: the input and its fleet do not have it. */
    public String inInput() {
        return object + NOT_IN_INPUT + action();
    }

    /** The sentence about a cluster, without advice. */
    public String inCluster() {
        return object + NOT_IN_CLUSTER;
    }
}
