package dev.drawbridge.schema;

import static dev.drawbridge.schema.FeatureGates.NONE;

import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The columns of a row: its API versions, Kubernetes releases, feature gates and requests, and its source in
 * Kubernetes. The only place that compares versions or releases.
 *
 * @param until the last release that has it
 * @param barred the gates that must be off
 * @param source where Kubernetes has it
 */
public record Availability(
        Set<ApiVersion> versions,
        KubernetesRelease since,
        KubernetesRelease until,
        FeatureGates gates,
        FeatureGates barred,
        Set<Operation> requests,
        Source source) {

    /** In every version and release, on every request. */
    public static final Availability ALWAYS = new Availability(
            EnumSet.allOf(ApiVersion.class),
            KubernetesRelease.OLDEST,
            KubernetesRelease.LAST,
            NONE,
            NONE,
            EnumSet.allOf(Operation.class),
            Source.CODE);

    public Availability {
        if (versions.isEmpty() || since.compareTo(until) > 0 || requests.isEmpty()) {
            throw new IllegalArgumentException(
                    "available nowhere: " + versions + " " + since + ".." + until + " " + requests);
        }
        versions = Set.copyOf(versions);
        requests = Set.copyOf(requests);
    }

    public static Availability in(ApiVersion first, ApiVersion... more) {
        return new Availability(
                EnumSet.of(first, more), ALWAYS.since, ALWAYS.until, NONE, NONE, ALWAYS.requests, Source.CODE);
    }

    /** Only on these requests. */
    public static Availability on(Operation first, Operation... more) {
        return new Availability(
                ALWAYS.versions, ALWAYS.since, ALWAYS.until, NONE, NONE, EnumSet.of(first, more), Source.CODE);
    }

    public static Availability since(KubernetesRelease first) {
        return new Availability(ALWAYS.versions, first, ALWAYS.until, NONE, NONE, ALWAYS.requests, Source.CODE);
    }

    /** Up to this release, itself included. */
    public static Availability until(KubernetesRelease last) {
        return new Availability(ALWAYS.versions, ALWAYS.since, last, NONE, NONE, ALWAYS.requests, Source.CODE);
    }

    /** Only if this gate is on. */
    public static Availability gate(FeatureGate gate) {
        return of(FeatureGates.of(gate), NONE);
    }

    /** Only if this gate is off. */
    public static Availability without(FeatureGate gate) {
        return of(NONE, FeatureGates.of(gate));
    }

    private static Availability of(FeatureGates gates, FeatureGates barred) {
        return new Availability(
                ALWAYS.versions, ALWAYS.since, ALWAYS.until, gates, barred, ALWAYS.requests, Source.CODE);
    }

    /** Declared by the Go type as well, in {@code +k8s:} tags. */
    public static Availability declared() {
        return from(Source.BOTH);
    }

    /** Declared only by the Go type: values that an update does not change are not validated again. */
    public static Availability declaredAlone() {
        return from(Source.TAGS);
    }

    private static Availability from(Source source) {
        return new Availability(ALWAYS.versions, ALWAYS.since, ALWAYS.until, NONE, NONE, ALWAYS.requests, source);
    }

    /** Whether there is a version, release and request that both allow. */
    boolean overlaps(Availability other) {
        return !Collections.disjoint(versions, other.versions)
                && !Collections.disjoint(requests, other.requests)
                && since.compareTo(other.until) <= 0
                && other.since.compareTo(until) <= 0;
    }

    /**
     * What both allow, whichever comes first.
     *
     * @throws IllegalArgumentException if that is nothing, and where both say where Kubernetes has it, and differ
     */
    public Availability and(Availability other) {
        return new Availability(
                common(versions, other.versions, ALWAYS.versions),
                since.compareTo(other.since) > 0 ? since : other.since,
                until.compareTo(other.until) < 0 ? until : other.until,
                gates.and(other.gates),
                barred.and(other.barred),
                common(requests, other.requests, ALWAYS.requests),
                source.and(other.source));
    }

    /** The common entries; most rows have all of one side. */
    private static <T> Set<T> common(Set<T> one, Set<T> other, Set<T> all) {
        if (one == all || other == all) {
            return one == all ? other : one;
        }
        Set<T> both = new HashSet<>(one);
        both.retainAll(other);
        return both;
    }

    /** Whether this is nearer to a version than the other: in the version itself, or up to a later release. */
    boolean isNearer(Availability other, ApiVersion version) {
        boolean isIn = versions.contains(version);
        return isIn == other.versions.contains(version) ? until.compareTo(other.until) > 0 : isIn;
    }

    /**
     * The versions in which a field exists that the version in this release lacks, as the rest of a sentence: {@code
     * exists in v1alpha3, v1beta1}.
     */
    String elsewhere(ApiVersion version, KubernetesRelease release) {
        if (!versions.contains(version)) {
            String names =
                    new TreeSet<>(versions).stream().map(ApiVersion::toString).collect(Collectors.joining(", "));
            return until == KubernetesRelease.LAST
                    ? "exists in " + names
                    : "existed only in " + names + ", up to Kubernetes " + until;
        }
        return until.compareTo(release) < 0 ? "existed until Kubernetes " + until : "exists since Kubernetes " + since;
    }

    /** Whether the field is part of the type there: the decoder knows it. */
    public boolean exists(ApiVersion version, KubernetesRelease release) {
        return versions.contains(version) && isIn(release);
    }

    /** Whether the release has it, in any version. */
    public boolean isIn(KubernetesRelease release) {
        return since.compareTo(release) <= 0 && until.compareTo(release) >= 0;
    }

    /** Whether the release has it with these gates, in any version and on any request. */
    public boolean includes(KubernetesRelease release, FeatureGates on) {
        return isIn(release) && isEnabled(on);
    }

    /** Whether it has gates, and the stored object uses what needs them all. */
    boolean isInUse(FeatureGates stored) {
        return !gates.isEmpty() && stored.hasAll(gates);
    }

    /** Whether all its gates are on, and those that it bars off. */
    boolean isEnabled(FeatureGates on) {
        return on.hasNone(barred) && on.hasAll(gates);
    }

    boolean coversRequest(Target target) {
        return requests.contains(target.request());
    }

    /** Whether the row is validated there. */
    public boolean covers(Target target) {
        return this == ALWAYS
                || exists(target.version(), target.release())
                        && isEnabled(target.gates())
                        && requests.contains(target.request());
    }
}
