package dev.drawbridge.conformance;

import dev.drawbridge.constraint.cel.AdmissionProgram.Access;
import dev.drawbridge.constraint.cel.AdmissionProgram.Authorizer;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.policy.AdmissionRequest.User;
import org.jspecify.annotations.Nullable;

/** The roles of a recorded case, with those of the recorder's server. */
record RecordedRoles(ObjectValue rbac, User user) implements Authorizer {

    @Override
    public @Nullable Boolean allows(Access access) {
        return null;
    }
}
