package dev.drawbridge.policy;

import dev.drawbridge.document.ObjectValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request to write an object, as policies match and see it.
 *
 * @param operation {@code CREATE}, {@code UPDATE} or {@code DELETE}
 * @param object null for a deletion
 * @param oldObject null for a creation
 * @param namespaceObject the Namespace; null for objects of the cluster, and if not known
 */
public record AdmissionRequest(
        String operation,
        Place place,
        Sender sender,
        @Nullable ObjectValue object,
        @Nullable ObjectValue oldObject,
        @Nullable ObjectValue namespaceObject) {

    /**
     * What a request is about.
     *
     * @param subresource empty for the object itself
     * @param namespace empty for objects of the cluster
     */
    public record Place(
            GroupVersion version, String kind, String resource, String subresource, String namespace, String name) {}

    /**
     * Who sends a request, and how.
     *
     * @param user null if not known
     * @param options the options of the operation, such as {@code fieldManager}; null if not known
     */
    public record Sender(
            @Nullable User user, boolean dryRun, @Nullable Map<String, Object> options) {}

    /**
     * An API group in a version.
     *
     * @param group empty for the core group
     */
    public record GroupVersion(String group, String version) {

        public static GroupVersion parse(String apiVersion) {
            int slash = apiVersion.indexOf('/');
            return slash < 0
                    ? new GroupVersion("", apiVersion)
                    : new GroupVersion(apiVersion.substring(0, slash), apiVersion.substring(slash + 1));
        }

        @Override
        public String toString() {
            return group.isEmpty() ? version : group + "/" + version;
        }
    }

    /**
     * Who sends the request.
     *
     * @param uid empty for none
     * @param extra null if neither it nor the uid is known
     */
    public record User(
            String name,
            String uid,
            List<String> groups,
            @Nullable Map<String, List<String>> extra) {

        private static final String ACCOUNTS = "system:serviceaccounts";

        public User {
            groups = List.copyOf(groups);
        }

        /**
         * A user with the groups that the server adds, as for {@code kubectl --as}.
         *
         * <p>Source: {@code k8s.io/apiserver/pkg/endpoints/filters/impersonation.go}.
         */
        public static User named(String name, List<String> groups) {
            List<String> all = new ArrayList<>(groups);
            String[] parts = name.split(":", -1);
            if (groups.isEmpty() && name.startsWith("system:serviceaccount:") && parts.length == 4) {
                all.add(ACCOUNTS);
                all.add(ACCOUNTS + ":" + parts[2]);
            }
            String signedIn = name.equals("system:anonymous") ? "system:unauthenticated" : "system:authenticated";
            if (!all.contains(signedIn)) {
                all.add(signedIn);
            }
            return new User(name, "", all, null);
        }
    }

    /** The version of the kind in the version of the resource: that of a subresource may be of another group. */
    GroupVersion kindVersion(GroupVersion ofResource) {
        ObjectValue sent = object == null ? oldObject : object;
        GroupVersion own = sent == null ? ofResource : GroupVersion.parse(sent.string("apiVersion"));
        return own.group().equals(ofResource.group()) ? ofResource : own;
    }
}
