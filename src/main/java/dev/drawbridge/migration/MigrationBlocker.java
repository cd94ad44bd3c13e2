package dev.drawbridge.migration;

import dev.drawbridge.document.ObjectValue;
import java.util.Optional;

/** Reasons that are not in the API why an object must stay in its version. */
@FunctionalInterface
public interface MigrationBlocker {

    /** No object must. */
    MigrationBlocker NONE = (kind, object) -> Optional.empty();

    /** Why this object of the kind must stay as it is; empty if it need not. */
    Optional<String> reason(String kind, ObjectValue object);
}
