package dev.drawbridge.live.why;

import dev.drawbridge.field.Printable;
import dev.drawbridge.field.RuleText;
import dev.drawbridge.fit.FitResult;
import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.fleet.Quota;
import dev.drawbridge.fleet.SchedulerVersion;
import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.KnownBug;
import dev.drawbridge.live.KnownMessage;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.live.StoredObject;
import dev.drawbridge.schema.KubernetesComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler's last message: an error of its plugin for devices, and what keeps the pod from nodes on which its
 * claims can be allocated.
 *
 * <p>Source of the messages: {@code pkg/scheduler/framework/types.go}, FitError; {@code dynamicresources.go}.
 */
final class SchedulerCheck {

    /** Causes about a resource, or about all nodes: the scheduler's shortage of devices may be one of these. */
    static final Set<FitCause.Kind> OF_RESOURCES =
            Set.of(FitCause.Kind.NO_PROVIDER, FitCause.Kind.INSUFFICIENT, FitCause.Kind.NODES);

    private static final String PLUGIN = "\"DynamicResources\"";

    /** Parts about devices, about several nodes at a time, and about pods that could be preempted. */
    private static final Pattern ABOUT_DEVICES = Pattern.compile(
            "allocate all claims|resource ?claim|device class|deviceclass|^claim |waiting for dynamic resource"
                    + "|ResourceClaim|invalid resource pools|unknown reason|No preemption victims"
                    + "|Preemption is not helpful|trying to allocate devices|pod group|minCount");

    /** Parts about nodes that are known to be excluded, if Nodes are read. */
    private static final Pattern ABOUT_OTHER_NODES = Pattern.compile(
            "were unschedulable|untolerated taint|didn't match Pod's node affinity|didn't satisfy plugin");

    /** A message of PreFilter, which has no numbers of nodes. */
    private static final Pattern OF_ALL_NODES = Pattern.compile("^0/\\d+ nodes are available: (?!\\d)");

    /** Parts that also keep the pod from nodes whose devices become free. */
    private static final Pattern BESIDE_DEVICES =
            Pattern.compile("Insufficient (?:cpu|memory|ephemeral-storage|hugepages)"
                    + "|Too many pods|free ports|olume|affinity rules|topology spread");

    /** A number of nodes, and a resource that they lack, places for pods, or another reason. */
    private static final Pattern COUNTED = Pattern.compile("(\\d{1,9}) (?:Insufficient (\\S+)|Too many pods|(.*))");

    /** A cause in the scheduler's own words, for a cluster that can be read only in part. */
    private record Sentence(Pattern pattern, Cause cause, String summary) {

        Sentence(String pattern, Cause cause, String summary) {
            this(Pattern.compile(pattern), cause, summary);
        }

        static @Nullable Sentence in(String message) {
            return SENTENCES.stream()
                    .filter(each -> each.pattern.matcher(message).find())
                    .findFirst()
                    .orElse(null);
        }

        String about(String message) {
            Matcher matcher = pattern.matcher(message);
            return summary.formatted(matcher.find() ? matcher.group(1).strip() : "");
        }
    }

    /** Of PreEnqueue, PreFilter, Filter, the allocator and {@code k8s.io/dynamic-resource-allocation/resourceclaim}. */
    // @formatter:off
    private static final List<Sentence> SENTENCES = List.of(
        new Sentence("device class (\\S+) does not exist", Cause.CLASS_MISSING, "DeviceClass %s does not exist"),
        new Sentence("waiting for dynamic resource controller to create the resourceclaim for pod \"?([^\"\\s]+)", Cause.CLAIM_NOT_CREATED, "the claims of pod %s have not been created"),
        new Sentence("resourceclaim(?:\\.resource\\.k8s\\.io)? \"([^\"]+)\" not found", Cause.CLAIM_MISSING, "ResourceClaim %s does not exist"),
        new Sentence("resourceclaim \"([^\"]+)\" is being deleted", Cause.CLAIM_BEING_DELETED, "ResourceClaim %s is being deleted"),
        new Sentence("resourceclaim( )not available on the node", Cause.CLAIM_PINNED, "an allocated claim of the pod has devices of another node%s"),
        new Sentence("(nil or empty request mappings|requestMappings: Required value)", Cause.PLUGIN_BESIDE_CLAIMS, "%s"),
        new Sentence("((?:claim \\S+, )?request .* feature is disabled)", Cause.FEATURE_DISABLED, "%s"),
        new Sentence("((?:claim \\S+, )?request .* exceeds the claim limit|allocation max size exceeded)", Cause.TOO_MANY_DEVICES, "%s"),
        new Sentence("(claim \\S+, request .* a claim constraint would not be satisfied)", Cause.CONSTRAINT, "%s"),
        new Sentence("(?m)^(.*for 'Gt', 'Lt' operators, .* must be an integer)", Cause.SELECTOR_UNREADABLE, "%s"),
        new Sentence("could not retrieve device class ([^\\s:]+)", Cause.CLASS_MISSING, "DeviceClass %s is missing"),
        new Sentence("(CEL runtime error: .*)", Cause.EXPRESSION_FAILS, "%s"),
        new Sentence("(" + AllocationCheck.BINDING + ")", Cause.BINDING_CONDITIONS, "%s"),
        new Sentence("((?:resource )?pool \\S+ is (?:currently|invalid).*|invalid resource pools)", Cause.POOL_INCOMPLETE, "%s"));
    // @formatter:on

    /** Causes by an error of the scheduler's plugin for devices. */
    static final Set<RuleText.Row> OF_PLUGIN = Stream.concat(
                    SENTENCES.stream().map(Sentence::cause),
                    Stream.of(Cause.SCHEDULER_ERROR, Cause.TEMPLATE_MISSING, Cause.QUOTA, Cause.KNOWN_BUG))
            .collect(Collectors.toUnmodifiableSet());

    /** What the scheduler's message says without the kinds that could not be read. */
    static ClusterFinding without(Set<SnapshotKind> unseen, @Nullable String message) {
        String hidden = unseen.stream().map(SnapshotKind::plural).collect(Collectors.joining(", "));
        Sentence sentence = Sentence.in(message == null ? "" : message);
        if (message != null && sentence != null) {
            return sentence.cause.found(
                    sentence.about(message), "reported by the scheduler; " + hidden + " could not be seen");
        }
        return Cause.UNKNOWN
                .found("not known without " + hidden + ", which could not be seen")
                .advising("allow reading these kinds, or add them to the dump");
    }

    static List<ClusterFinding> find(PendingPod pod) {
        List<ClusterFinding> findings = new ArrayList<>();
        nominated(pod, findings);
        String message = pod.schedulerMessage();
        if (message == null
                || !pod.spec().list("schedulingGates").objects().isEmpty()
                || !ofAllNodes(pod).isEmpty()) {
            return findings;
        }
        FitResult fit = pod.fit();
        boolean fits = fit.answer() == FitResult.Answer.FITS;
        boolean isOpen = fits
                || !pod.needsDevices()
                || fit.answer() == FitResult.Answer.UNKNOWN
                || fit.causes().stream().anyMatch(cause -> cause.kind().isOfBinding());
        String other = pod.otherScheduler();
        if (other != null) {
            if (isOpen) {
                findings.add(Cause.NOT_DRA.found(other + ": " + message));
            }
            return findings;
        }
        SchedulerVersion version = pod.snapshot().fleet().scheduler();
        KnownBug bug =
                KnownBug.inMessage(KubernetesComponent.SCHEDULER, message, version == null ? null : version.version());
        if (bug != null || message.contains(PLUGIN)) {
            findings.add(bug == null ? ofPlugin(message) : ofBug(bug, pod, "the scheduler: " + message));
            return findings;
        }
        boolean isOfPlugins = fit.answer() == FitResult.Answer.FITS_WHEN_FREED && !pod.needsDevices();
        // A shortage of devices is also one of the extended resource that they provide.
        List<String> explained = new ArrayList<>();
        fit.causes().stream()
                .filter(cause -> isOfPlugins || OF_RESOURCES.contains(cause.kind()))
                .map(FitCause::subject)
                .forEach(explained::add);
        (fits ? List.<FitCause>of() : pod.decider().shortages(pod.workload()))
                .stream()
                        .flatMap(one -> Stream.ofNullable(one.request()))
                        .flatMap(one -> Stream.ofNullable(one.resource()))
                        .forEach(requested -> explained.add(requested.resource()));
        List<String> parts = parts(message);
        List<String> others = parts.stream()
                .filter(part -> !ABOUT_DEVICES.matcher(part).find())
                .filter(part -> explained.stream().noneMatch(name -> part.endsWith(" " + name)))
                .toList();
        List<String> here = others.stream()
                .filter(part -> !pod.snapshot().sees(SnapshotKind.NODE)
                        || !ABOUT_OTHER_NODES.matcher(part).find())
                .toList();
        // If nothing but excluded nodes is left, the claims can be allocated only there.
        List<String> shown = here.isEmpty() && fits && others.size() == parts.size()
                ? others
                : here.stream()
                        .filter(part -> isOpen || BESIDE_DEVICES.matcher(part).find())
                        .filter(part -> mayConcern(part, pod))
                        .toList();
        List<String> places = AllocationCheck.places(pod);
        if (!shown.isEmpty() && (isOpen || fit.answer() == FitResult.Answer.FITS_WHEN_FREED)) {
            boolean isDecided = PendingPod.OF_DEVICES.stream().allMatch(pod.snapshot()::sees)
                    && pod.needsDevices()
                    && fit.answer() == FitResult.Answer.FITS;
            List<String> notes =
                    places.isEmpty() ? List.of("its claims can be allocated on " + names(fit.now())) : places;
            findings.add(Cause.NOT_DRA
                    .found("the scheduler: " + String.join(", ", shown))
                    .noting(isDecided ? notes : List.of()));
        }
        return findings;
    }

    /**
     * Whether a part may be about a node with devices for the pod: more nodes have it than lack devices, or such a node
     * may lack the resource. If the devices are taken, what cannot be known is no second cause.
     */
    private static boolean mayConcern(String part, PendingPod pod) {
        FitResult fit = pod.fit();
        boolean isFree = !fit.now().isEmpty();
        List<String> nodes = isFree ? fit.now() : fit.freed();
        Matcher matcher = COUNTED.matcher(part);
        if (!pod.needsDevices()
                || nodes.isEmpty()
                || !matcher.matches()
                || Long.parseLong(matcher.group(1)) > pod.nodesWithoutClaims() - nodes.size()) {
            return true;
        }
        String resource = matcher.group(2) == null ? "pods" : matcher.group(2);
        return matcher.group(3) == null ? nodes.stream().anyMatch(node -> pod.mayLack(node, resource)) : isFree;
    }

    /** What keeps the pod from nodes that it may run on, other than devices. */
    static List<String> besideDevices(PendingPod pod) {
        String message = pod.schedulerMessage();
        return parts(message == null ? "" : message).stream()
                .filter(part -> !ABOUT_DEVICES.matcher(part).find()
                        && !ABOUT_OTHER_NODES.matcher(part).find())
                .toList();
    }

    /** What keeps the pod from all nodes before any is filtered, such as a missing volume claim. */
    static List<ClusterFinding> ofAllNodes(PendingPod pod) {
        String message = pod.schedulerMessage();
        boolean isOne = message != null && OF_ALL_NODES.matcher(message).find() && pod.otherScheduler() == null;
        List<String> parts = isOne ? besideDevices(pod) : List.of();
        return parts.isEmpty() ? List.of() : List.of(Cause.NOT_DRA.found("the scheduler: " + String.join(", ", parts)));
    }

    static ClusterFinding ofBug(KnownBug bug, PendingPod pod, String sign) {
        return bug.finding(Cause.KNOWN_BUG, "", pod.snapshot().fleet().scheduler())
                .noting(List.of(sign));
    }

    /** The scheduler's own message of an error of the plugin, which is never about something other than devices. */
    private static ClusterFinding ofPlugin(String message) {
        if (Quota.isExceeded(message)) {
            return Cause.QUOTA.found(
                    "a ResourceQuota does not allow the claim of the pod's extended resource",
                    "the scheduler: " + message);
        }
        Sentence sentence = Sentence.in(message);
        return (sentence == null ? Cause.SCHEDULER_ERROR : sentence.cause)
                .found("the scheduler: " + message)
                .advising(KnownMessage.change("scheduler", message));
    }

    /** A pod that was preempted for this one, and has not ended. */
    private static void nominated(PendingPod pod, List<ClusterFinding> findings) {
        String node = pod.object().status().string("nominatedNodeName");
        if (node.isEmpty()) {
            return;
        }
        List<StoredObject> victims = pod.snapshot().all(SnapshotKind.POD).stream()
                .filter(other -> other.node().equals(node) && other.isBeingDeleted())
                .toList();
        if (!victims.isEmpty()) {
            findings.add(Cause.PREEMPTING
                    .found("the pod is nominated for node " + node + " and waits until " + keys(victims)
                            + (victims.size() == 1 ? " has ended" : " have ended"))
                    .advising(ending(victims))
                    .then("the scheduler tries the node again"));
        }
    }

    private static String keys(List<StoredObject> pods) {
        return names(pods.stream().map(StoredObject::key).toList());
    }

    /** What to do about pods that are being deleted. */
    static String ending(List<StoredObject> pods) {
        StoredObject first = pods.get(0);
        List<String> finalizers = first.metadata().list("finalizers").texts();
        return "wait until " + keys(pods) + (pods.size() == 1 ? " ends; if it does" : " end; if they do")
                + " not, see the kubelet of node " + first.node()
                + (finalizers.isEmpty() ? "" : ", and what set the finalizer " + String.join(", ", finalizers));
    }

    /** The reasons in {@code 0/3 nodes are available: 1 Insufficient cpu, 2 cannot allocate all claims.}. */
    private static List<String> parts(String message) {
        String text = message.replaceFirst("(?s)\\.? *(?:still not schedulable, )?preemption: .*$", "");
        int colon = text.indexOf("nodes are available: ");
        String reasons = colon < 0 ? text : text.substring(colon + "nodes are available: ".length());
        return Arrays.stream(reasons.split(", (?=\\d+ )"))
                .map(part -> part.replaceFirst("\\.$", "").strip())
                .filter(part -> !part.isEmpty())
                .toList();
    }

    static String names(List<String> names) {
        return Printable.first(3, names);
    }
}
