package dev.drawbridge.fit;

import org.jspecify.annotations.Nullable;

/**
 * A reason, found before devices are searched, why a pod cannot run on a node or on any node.
 *
 * @param subject the name of a claim, class or resource, or an amount of it
 */
public record Obstacle(Kind kind, String subject) {

    /** The kind of obstacle, with a sentence about the subject. */
    public enum Kind {
        /** The pod names a missing claim. */
        CLAIM_MISSING("ResourceClaim %s does not exist"),
        /** No claim is created from a missing template. */
        TEMPLATE_MISSING("ResourceClaimTemplate %s does not exist, so no claim is created from it"),
        CLAIM_BEING_DELETED("ResourceClaim %s is being deleted"),
        /** Another object's claim has the name of the claim to be created from a template. */
        CLAIM_OF_ANOTHER("ResourceClaim %s was not created for this pod: it has another owner"),
        CLASS_MISSING("DeviceClass %s does not exist"),
        ALTERNATIVES_DISABLED("request %s has firstAvailable, but the feature gate DRAPrioritizedList is off"),
        /** The scheduler deletes the claim and tries again. */
        CLAIM_STALE("ResourceClaim %s is left from an earlier attempt to schedule the pod"),
        NO_PROVIDER("no DeviceClass and no device plugin provides %s"),
        /** Devices of device plugins. */
        INSUFFICIENT("the device plugin offers %s"),
        CLAIM_ELSEWHERE("ResourceClaim %s has devices of other nodes"),
        NODE_OPERATIONS("ResourceClaim %s has devices that need a node with DRAOptionalNodeOperations"),
        BINDING_FAILED("binding the devices of ResourceClaim %s failed"),
        BINDING_TIMED_OUT("the devices of ResourceClaim %s were not ready for binding in time");

        private final String sentence;

        Kind(String sentence) {
            this.sentence = sentence;
        }

        /** How it ends without a change to the pod or the fleet; null if it does not end. */
        @Nullable
        String end() {
            return switch (this) {
                case CLAIM_BEING_DELETED -> "the pod waits until it is deleted and another claim of this name exists";
                case CLAIM_OF_ANOTHER ->
                    "the pod waits until it is deleted and the controller has created one for the pod";
                default -> null;
            };
        }

        /** Whether it is about a claim's allocated devices. */
        boolean isAboutAllocation() {
            return this == CLAIM_ELSEWHERE
                    || this == NODE_OPERATIONS
                    || this == BINDING_FAILED
                    || this == BINDING_TIMED_OUT;
        }
    }

    @Override
    public String toString() {
        return kind.sentence.formatted(subject);
    }
}
