package dev.drawbridge.live;

import dev.drawbridge.field.RuleText;
import dev.drawbridge.fleet.SchedulerVersion;
import dev.drawbridge.schema.KubernetesComponent;
import dev.drawbridge.schema.PatchVersion;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A known bug of Kubernetes in the allocation or preparation of devices, from public threads and changelogs, compared
 * with the code of the patch releases before and after its fix. A bug is named only if version and sign agree.
 */
public enum KnownBug {
    // @formatter:off
    // With a message that is their sign.
    SCORE_OF_MIXED_CLAIMS("kubernetes#139016", KubernetesComponent.SCHEDULER, List.of("1.35.0..1.35.5", "1.36.0..1.36.1"),
            "number of allocations \\d+ is smaller than number of claims(?! needing)", "scoring fails for a pod with an allocated claim and one without devices, if several nodes are left",
            "restrict the pod to one node, or let it have one claim for all of its devices", "#139362 for 1.35, #139363 for 1.36"),
    PLUGIN_LOST("kubernetes#133920", KubernetesComponent.KUBELET, List.of("1.34.0..1.34.1"),
            "DRA driver \\S+ is not registered", "the kubelet loses a driver that it has not called for 30 minutes", "restart the kubelet", "#133934 for 1.34"),
    CLAIM_NOT_PREPARED("kubernetes#135901", KubernetesComponent.KUBELET, List.of("1.34.0..1.34.3", "1.35.0..1.35.0"),
            "unable to get claim info for ResourceClaim", "claims after one that another pod of the node has prepared are not prepared",
            "name the shared claim last in spec.resourceClaims of a new pod", "#136480 for 1.34, #136463 for 1.35"),
    SEARCH_TIMED_OUT("kubernetes#137607", KubernetesComponent.SCHEDULER, List.of("1.34.0..", "1.35.0.."),
            "\\d+ timed out trying to allocate devices", "a node is passed over if the search for devices takes longer than filterTimeout",
            "request with fewer alternatives and constraints", "#137607"),

    // Signs in objects: drawbridge doctor has rules about some of them.
    COUNTERS_WITH_ALL("kubernetes#138882", KubernetesComponent.SCHEDULER, List.of("1.35.0..1.35.5", "1.36.0..1.36.1"), null,
            "panic if a request with allocationMode All matches a device that consumes counters", "delete the pod, or request a number of devices", "#138989 for 1.35, #138988 for 1.36"),
    COUNTS_OVERFLOW("kubernetes#141323", KubernetesComponent.SCHEDULER, List.of("1.34.0..1.34.11", "1.35.0..1.35.8", "1.36.0..1.36.4", "1.37.0..1.37.0"), null,
            "panic if the counts of the requests of a claim exceed the largest integer together", "delete the claim and its pod", "#141922 to #141925"),
    DEVICE_TWICE("kubernetes#136269", KubernetesComponent.SCHEDULER, List.of("1.34.0..1.34.3", "1.35.0..1.35.0"), null,
            "a device is allocated to two claims if many pods are scheduled at a time", "delete one of the two pods", "#136566 for 1.34, #136567 for 1.35"),
    RULE_WITHOUT_SELECTOR("kubernetes#141620", KubernetesComponent.SCHEDULER, List.of("1.34.0..", "1.35.0..", "1.36.0..", "1.37.0..1.37.0"), null,
            "a DeviceTaintRule without deviceSelector taints every device", "delete the rule, or set its deviceSelector", "#141998 for 1.37"),
    NOT_EVICTED("kubernetes#141290", KubernetesComponent.CONTROLLER_MANAGER, List.of("1.36.0..", "1.37.0..1.37.1"), null,
            "pods with devices of an extended resource are not evicted from tainted devices", "delete the pods", "#142289"),
    CONFIG_FOR_ALL("kubernetes#134793", KubernetesComponent.SCHEDULER, List.of("1.34.0..1.34.1"), null, "the configuration of a DeviceClass is given to all requests of the claim",
            "create the claims again after the upgrade", "#135098 for 1.34"),
    COUNTERS_OF_SHARED("kubernetes#139034", KubernetesComponent.SCHEDULER, List.of("1.36.0..1.36.1"), null,
            "counters of devices that several claims share are forgotten, and given out again", "", "#139211 for 1.36"),
    COUNTERS_CHARGED_TWICE("kubernetes#140436", KubernetesComponent.SCHEDULER, List.of("1.36.0..1.36.2"), null,
            "counters are charged too often in a search, so that a node that fits is passed over", "", "#140663 for 1.36"),
    POOLS_OF_ONE_NAME("kubernetes#140434", KubernetesComponent.SCHEDULER, List.of("1.36.0..1.36.3"), null,
            "pools of two drivers with one name and counters share their counters", "", "#140504 for 1.36"),
    TAINT_RULE_PANIC("kubernetes#139651", KubernetesComponent.SCHEDULER, List.of("1.36.0..1.36.2"), null,
            "panic, or no effect of changes, if DeviceTaintRules exist with the gate DRADeviceTaintRules", "", "#139681 for 1.36"),
    ALL_IN_ALTERNATIVE("kubernetes#137347", KubernetesComponent.SCHEDULER, List.of("1.34.0..", "1.35.0.."), null, "allocationMode All in a later entry of firstAvailable is not allocated",
            "put that entry first, or request a number of devices", "#137347"),
    SHARED_IN_GANG("kubernetes#137617", KubernetesComponent.SCHEDULER, List.of("1.35.0.."), null, "pods of a gang that share a claim are not scheduled",
            "let each pod of the gang have its own claim", "#137647"),
    ZERO_STEP("kubernetes#139653", KubernetesComponent.API_SERVER, List.of("1.36.0.."), null, "a request with a ResourceSlice whose validRange has step 0 panics",
            "set a positive step in the driver", "#139698"),
    STATUS_FLAPS("kubernetes#138407", KubernetesComponent.CONTROLLER_MANAGER, List.of("1.34.0..", "1.35.0..", "1.36.0.."), null,
            "status.resourceClaimStatuses of a pod with several templates changes between partial lists", "", "#138408"),
    CDI_TWICE("kubernetes#140274", KubernetesComponent.KUBELET, List.of("1.34.0..1.34.11", "1.36.0..1.36.3"), null,
            "after one of two drivers failed, the devices of the other are added to the container twice", "delete the pod", "#140953, #140955"),

    // Without a sign.
    DELETED_CLAIM_MISSED("kubernetes#140831", KubernetesComponent.SCHEDULER, List.of("1.34.0..", "1.35.0..", "1.36.0.."), null,
            "waiting pods are not tried again when a claim is deleted, for up to 5 minutes", "", "#140831"),
    SLICE_OUTLIVES_DRIVER("kubernetes#141912", KubernetesComponent.KUBELET, List.of("1.34.0..", "1.35.0..", "1.36.0..", "1.37.0.."),
            null, "slices stay for 30 seconds after their driver has gone, and pods are scheduled to them", "start the driver again, or delete the pod", "#141912, working as designed");
    // @formatter:on

    /** The day on which the threads and changelogs were read. */
    public static final LocalDate READ = LocalDate.of(2026, 11, 25);

    private final String id;
    private final KubernetesComponent component;
    private final List<String> versions;
    private final @Nullable Pattern message;
    private final String summary;
    private final String workaround;
    private final String source;

    KnownBug(
            String id,
            KubernetesComponent component,
            List<String> versions,
            @Nullable String message,
            String summary,
            String workaround,
            String source) {
        this.id = id;
        this.component = component;
        this.versions = versions;
        this.message = message == null ? null : Pattern.compile(message);
        this.summary = summary;
        this.workaround = workaround;
        this.source = source;
    }

    /** The bug of a component of this version that a message is the sign of; null if there is none. */
    public static @Nullable KnownBug inMessage(
            KubernetesComponent component, String message, @Nullable PatchVersion version) {
        return Arrays.stream(values())
                .filter(bug -> bug.component == component
                        && bug.message != null
                        && bug.message.matcher(message).find()
                        && bug.affects(version))
                .findFirst()
                .orElse(null);
    }

    /** Whether a version has the bug; false if it is not known. */
    public boolean affects(@Nullable PatchVersion version) {
        return version != null
                && versions.stream().anyMatch(range -> {
                    List<PatchVersion> ends = ends(range);
                    return ends.get(0).compareTo(version) <= 0
                            && (ends.size() == 1
                                    ? ends.get(0).minor() == version.minor()
                                    : ends.get(1).compareTo(version) >= 0);
                });
    }

    /** The versions with the fix, the oldest release first; empty if none is known. */
    public List<PatchVersion> fixed() {
        return versions.stream()
                .map(KnownBug::ends)
                .filter(ends -> ends.size() > 1)
                .map(ends -> new PatchVersion(ends.get(1).minor(), ends.get(1).patch() + 1))
                .toList();
    }

    /** The affected versions, such as {@code 1.35.0..1.35.5}; without an end if no fix is known. */
    public List<String> versions() {
        return versions;
    }

    /** The component that has it. */
    public KubernetesComponent component() {
        return component;
    }

    /** What happens, in a sentence. */
    public String summary() {
        return summary;
    }

    /** Where the facts are from. */
    public String source() {
        return source;
    }

    /** The bug and its fixes, such as {@code kubernetes#139016, fixed in 1.35.6, 1.36.2: Score fails for …}. */
    private String described() {
        String since = !fixed().isEmpty()
                ? "fixed in " + fixes()
                : fixes().isEmpty() ? "not fixed yet" : "not in " + fixes() + " and later";
        return id + ", " + since + ": " + summary;
    }

    /** The sentence that a component of this version has the bug. */
    public String in(@Nullable Object version) {
        return component + " " + version + " has " + described();
    }

    /** The sentence that the bug may be the reason, if this version has it; empty otherwise. */
    public List<String> perhaps(@Nullable SchedulerVersion version) {
        return version != null && affects(version.version()) ? List.of("perhaps since " + in(version)) : List.of();
    }

    /** The finding that a component of this version has the bug, whose sign is in an object. */
    public ClusterFinding finding(RuleText.Row rule, String object, @Nullable Object version) {
        return ClusterFinding.about(rule, object, in(version)).advising(advice());
    }

    /** What to do. */
    public String advice() {
        return (fixes().isEmpty() ? "" : "upgrade the " + component + " to " + fixes())
                + (fixes().isEmpty() || workaround.isEmpty() ? "" : ", or ")
                + workaround;
    }

    /** The versions with a fix, or else the first release without the bug; empty if there is none. */
    private String fixes() {
        int last = lastMinor(Stream.of(this));
        return fixed().isEmpty()
                ? last < lastMinor(Arrays.stream(values())) ? "1." + (last + 1) : ""
                : fixed().stream().map(PatchVersion::toString).collect(Collectors.joining(" or "));
    }

    private static int lastMinor(Stream<KnownBug> bugs) {
        return bugs.flatMap(bug -> bug.versions.stream())
                .flatMap(range -> ends(range).stream())
                .mapToInt(PatchVersion::minor)
                .max()
                .orElse(0);
    }

    private static List<PatchVersion> ends(String range) {
        return Stream.of(range.split("\\.\\.(?=1\\.)|\\.\\.$", 2))
                .map(PatchVersion::parse)
                .filter(Objects::nonNull)
                .toList();
    }

    /** The name of its row: the thread. */
    @Override
    public String toString() {
        return id;
    }
}
