package dev.drawbridge.schema;

import java.util.EnumSet;
import java.util.Set;

/**
 * The columns of a row: the API versions, Kubernetes releases and requests that it is for. The only place where a version or a
 * release is compared.
 *
 * @param versions the API versions that have it
 * @param since the first release that has it
 * @param until the last release that has it
 * @param requests the requests that it is judged on
 */
public record Availability(
        Set<ApiVersion> versions, KubernetesRelease since, KubernetesRelease until, Set<Request> requests) {

    /** In every version and release, on every request. */
    public static final Availability ALWAYS = new Availability(
            EnumSet.allOf(ApiVersion.class),
            KubernetesRelease.OLDEST,
            KubernetesRelease.NEWEST,
            EnumSet.allOf(Request.class));

    public Availability {
        if (versions.isEmpty() || since.compareTo(until) > 0 || requests.isEmpty()) {
            throw new IllegalArgumentException(
                    "available nowhere: " + versions + " " + since + ".." + until + " " + requests);
        }
        versions = Set.copyOf(versions);
        requests = Set.copyOf(requests);
    }

    /** Only in these API versions. */
    public static Availability in(ApiVersion first, ApiVersion... more) {
        return new Availability(EnumSet.of(first, more), ALWAYS.since, ALWAYS.until, ALWAYS.requests);
    }

    /** Only on these requests. */
    public static Availability on(Request first, Request... more) {
        return ALWAYS.andOn(first, more);
    }

    /** From this release on. */
    public static Availability since(KubernetesRelease first) {
        return ALWAYS.andSince(first);
    }

    /** Up to this release, itself included. */
    public static Availability until(KubernetesRelease last) {
        return ALWAYS.andUntil(last);
    }

    /** The same, from this release on. */
    public Availability andSince(KubernetesRelease first) {
        return new Availability(versions, first, until, requests);
    }

    /** The same, up to this release, itself included. */
    public Availability andUntil(KubernetesRelease last) {
        return new Availability(versions, since, last, requests);
    }

    /** The same, only on these requests. */
    public Availability andOn(Request first, Request... more) {
        return new Availability(versions, since, until, EnumSet.of(first, more));
    }

    /** Whether the field is part of the type there: the decoder knows it. */
    public boolean exists(ApiVersion version, KubernetesRelease release) {
        return versions.contains(version) && since.compareTo(release) <= 0 && until.compareTo(release) >= 0;
    }

    /** Whether the row is judged there. */
    public boolean covers(Target target) {
        return exists(target.version(), target.release()) && requests.contains(target.request());
    }
}
