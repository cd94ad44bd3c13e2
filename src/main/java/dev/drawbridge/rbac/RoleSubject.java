package dev.drawbridge.rbac;

import dev.drawbridge.document.ObjectValue;
import java.util.List;

/**
 * A user, group or service account.
 *
 * @param namespace of a service account; otherwise empty
 */
public record RoleSubject(String kind, String namespace, String name) {

    private static final String ACCOUNT = "ServiceAccount";
    private static final String USER = "system:serviceaccount:";
    private static final String GROUP = "system:serviceaccounts";

    /** A subject of a binding; a service account may be named as the user that it is. */
    static RoleSubject of(ObjectValue subject, String namespace) {
        String name = subject.string("name");
        String kind = subject.string("kind");
        if (kind.equals("User")) {
            return named(name);
        }
        String own = subject.string("namespace");
        return kind.equals(ACCOUNT) ? account(own.isEmpty() ? namespace : own, name) : new RoleSubject(kind, "", name);
    }

    static RoleSubject named(String name) {
        int colon = name.lastIndexOf(':');
        return name.startsWith(USER) && colon > USER.length()
                ? account(name.substring(USER.length(), colon), name.substring(colon + 1))
                : new RoleSubject("User", "", name);
    }

    public static RoleSubject account(String namespace, String name) {
        return new RoleSubject(ACCOUNT, namespace, name);
    }

    /** The groups that it is in, as far as its name says. */
    List<RoleSubject> groups() {
        RoleSubject all = group("system:authenticated");
        return switch (kind) {
            case ACCOUNT -> List.of(group(GROUP + ":" + namespace), group(GROUP), all);
            case "Group" -> name.startsWith(GROUP + ":") ? List.of(group(GROUP), all) : List.of();
            default -> List.of(all);
        };
    }

    private static RoleSubject group(String name) {
        return new RoleSubject("Group", "", name);
    }

    /** The kind and name, such as {@code ServiceAccount kube-system/driver}. */
    @Override
    public String toString() {
        return kind + " " + (namespace.isEmpty() ? name : namespace + "/" + name);
    }
}
