package dev.drawbridge.schema;

/**
 * The target of a projection: the object's version, the release that validates it, its gates, those whose features the
 * stored object uses, and the request.
 */
public record Target(
        ApiVersion version, KubernetesRelease release, FeatureGates gates, FeatureGates stored, Operation request) {

    /** A create, or an update of what uses no gated feature. */
    public Target(ApiVersion version, KubernetesRelease release, FeatureGates gates, Operation request) {
        this(version, release, gates, FeatureGates.NONE, request);
    }

    /** A copy with these gates on as well. */
    public Target withGates(FeatureGates more) {
        return new Target(version, release, gates.and(more), stored, request);
    }

    /** A copy for an update of an object that uses these features, whose fields the server does not drop. */
    public Target withStored(FeatureGates used) {
        return new Target(version, release, gates, used, request);
    }

    // Made at run time, as those of records are, these two cost a twelfth of a short run of check.

    @Override
    public boolean equals(Object other) {
        return other instanceof Target target
                && version == target.version
                && release == target.release
                && gates.bits() == target.gates.bits()
                && stored.bits() == target.stored.bits()
                && request == target.request;
    }

    @Override
    public int hashCode() {
        int ofGates = Long.hashCode(31 * gates.bits() + stored.bits());
        return 31 * (31 * (31 * version.hashCode() + release.hashCode()) + ofGates) + request.hashCode();
    }
}
