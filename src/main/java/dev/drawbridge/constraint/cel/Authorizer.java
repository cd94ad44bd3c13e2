package dev.drawbridge.constraint.cel;

import org.jspecify.annotations.Nullable;

/** Answers the authorization checks of expressions. */
@FunctionalInterface
public interface Authorizer {

    /** A check, of a path or else a resource, for a user; null for the user of the request. */
    record Access(
            @Nullable String user,
            String verb,
            String path,
            String group,
            String resource,
            String subresource,
            String namespace,
            String name) {}

    /** Whether it is allowed; null if that is not known. */
    @Nullable
    Boolean allows(Access access);
}
