package dev.drawbridge.policy;

import dev.drawbridge.field.FieldPath;
import java.util.List;
import java.util.Map;

/**
 * What the policies decide about a request.
 *
 * @param denials why the request is denied, the first told; empty if it is allowed
 * @param warned failed validations with the action Warn
 * @param audited failed validations with the action Audit
 * @param unknown policies whose decision depends on what is not known
 * @param annotations of the audit event, by policy and key
 */
public record PolicyVerdict(
        List<Decision> denials,
        List<Decision> warned,
        List<Decision> audited,
        List<Decision> unknown,
        Map<String, String> annotations) {

    public PolicyVerdict {
        denials = List.copyOf(denials);
        warned = List.copyOf(warned);
        audited = List.copyOf(audited);
        unknown = List.copyOf(unknown);
        annotations = Map.copyOf(annotations);
    }

    /**
     * A decision of a policy against a request.
     *
     * @param binding empty if the policy itself is misconfigured
     * @param validation the index of the validation; -1 if it is not one
     * @param text what is wrong; of what is not known, its name
     * @param reason the reason of the response: {@code Invalid} unless the policy has another
     * @param read the field of the object that the validation reads last
     */
    public record Decision(String policy, String binding, int validation, String text, String reason, FieldPath read) {

        /** What the server says of it. */
        public String message() {
            return "ValidatingAdmissionPolicy '" + policy
                    + (binding.isEmpty() ? "'" : "' with binding '" + binding + "'") + " denied request: " + text;
        }

        /** What the server warns of it. */
        public String warning() {
            return "Validation failed for ValidatingAdmissionPolicy '" + policy + "' with binding '" + binding + "': "
                    + text;
        }
    }

    public boolean isAllowed() {
        return denials.isEmpty();
    }
}
