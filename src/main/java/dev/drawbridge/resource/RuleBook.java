package dev.drawbridge.resource;

import static dev.drawbridge.schema.ApiVersion.V1ALPHA2;
import static dev.drawbridge.schema.Availability.in;
import static dev.drawbridge.schema.KubernetesRelease.K8S_1_27;
import static dev.drawbridge.schema.KubernetesRelease.K8S_1_30;

import dev.drawbridge.schema.ApiVersion;
import dev.drawbridge.schema.Availability;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Projection;
import dev.drawbridge.schema.Target;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The kinds of {@code resource.k8s.io}, and their tables projected for what is asked, each once. */
public final class RuleBook {

    /** The API group. */
    public static final String GROUP = "resource.k8s.io";

    private static final Availability CLASSIC = in(V1ALPHA2).andSince(K8S_1_27).andUntil(K8S_1_30);
    private static final Availability STRUCTURED =
            in(V1ALPHA2).andSince(K8S_1_30).andUntil(K8S_1_30);

    // @formatter:off
    private static final List<Kind> KINDS = List.of(
        //       kind                       resource                    namespaced status  served                table
        new Kind("ResourceClaim",           "resourceclaims",           true,      true,   List.of(CLASSIC),     ClassicSchema.RESOURCE_CLAIM),
        new Kind("ResourceClaimTemplate",   "resourceclaimtemplates",   true,      false,  List.of(CLASSIC),     ClassicSchema.RESOURCE_CLAIM_TEMPLATE),
        new Kind("ResourceClass",           "resourceclasses",          false,     false,  List.of(CLASSIC),     ClassicSchema.RESOURCE_CLASS),
        new Kind("PodSchedulingContext",    "podschedulingcontexts",    true,      true,   List.of(CLASSIC),     ClassicSchema.POD_SCHEDULING_CONTEXT),
        new Kind("ResourceSlice",           "resourceslices",           false,     false,  List.of(STRUCTURED),  NamedResourcesSchema.RESOURCE_SLICE),
        new Kind("ResourceClaimParameters", "resourceclaimparameters",  true,      false,  List.of(STRUCTURED),  ClassicSchema.RESOURCE_CLAIM_PARAMETERS),
        new Kind("ResourceClassParameters", "resourceclassparameters",  true,      false,  List.of(STRUCTURED),  ClassicSchema.RESOURCE_CLASS_PARAMETERS));
    // @formatter:on

    private static final Map<String, Kind> BY_NAME =
            KINDS.stream().collect(Collectors.toUnmodifiableMap(Kind::name, Function.identity()));

    private static final KubernetesRelease[] RELEASES = KubernetesRelease.values();

    private final Map<Key, Projection> projections = new ConcurrentHashMap<>();

    private record Key(String kind, Target target) {}

    /** All kinds. */
    public List<Kind> kinds() {
        return KINDS;
    }

    /** The kind of this name; empty where the table has none. */
    public Optional<Kind> kind(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    /** The newest release that serves any kind. */
    public KubernetesRelease newestRelease() {
        return KINDS.stream()
                .flatMap(kind -> kind.served().stream())
                .map(Availability::until)
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    /** The newest release that serves the kind in the version; empty where none does. */
    public Optional<KubernetesRelease> newestServing(Kind kind, ApiVersion version) {
        for (int i = RELEASES.length - 1; i >= 0; i--) {
            if (kind.isServed(version, RELEASES[i])) {
                return Optional.of(RELEASES[i]);
            }
        }
        return Optional.empty();
    }

    /** The first release after this one that no longer serves the kind in the version; empty where every later one does. */
    public Optional<KubernetesRelease> removal(Kind kind, ApiVersion version, KubernetesRelease release) {
        for (int i = release.ordinal() + 1; i < RELEASES.length; i++) {
            if (!kind.isServed(version, RELEASES[i])) {
                return Optional.of(RELEASES[i]);
            }
        }
        return Optional.empty();
    }

    /** The kind's rules for the target. */
    public Projection projection(Kind kind, Target target) {
        return projections.computeIfAbsent(new Key(kind.name(), target), key -> Projection.of(kind.table(), target));
    }
}
