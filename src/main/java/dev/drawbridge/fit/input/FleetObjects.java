package dev.drawbridge.fit.input;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.Origin;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.FleetBuilder;
import dev.drawbridge.fleet.HandWrittenSlice;
import dev.drawbridge.fleet.PodGroups;
import dev.drawbridge.fleet.Refusal;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.resource.Kinds;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Operation;
import dev.drawbridge.schema.UnknownFields;
import dev.drawbridge.validation.ApiServer;
import dev.drawbridge.validation.ResourceApi;
import dev.drawbridge.validation.ValidationRequest;
import dev.drawbridge.validation.Validator;
import dev.drawbridge.validation.Verdict;
import dev.drawbridge.workload.PodTemplate;
import dev.drawbridge.workload.PodTemplates;
import dev.drawbridge.workload.TemplateValidator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Adds objects of files to a fleet. Objects that the API server would refuse are kept apart, since they can never be
 * part of a fleet, and so are objects of a custom kind whose pods it would refuse. Objects from a cluster are stored
 * already and go to the fleet directly.
 *
 * @param release the release for which claims and templates still to be created are validated
 */
public record FleetObjects(FleetBuilder fleet, KubernetesRelease release, GateSettings gates) {

    private static final Set<String> OF_DEVICES = Set.of("DeviceClass", "ResourceSlice", "DeviceTaintRule");

    /** The labels of a namespace that allows admin access, as one does whose labels are not known. */
    public static final Map<String, String> LABELLED = Validator.ADMIN_ACCESS_LABELS.stream()
            .collect(Collectors.toUnmodifiableMap(Function.identity(), label -> "true"));

    private static final PodTemplates TEMPLATES = new PodTemplates();
    private static final TemplateValidator VALIDATOR = new TemplateValidator(new Validator(), TEMPLATES);

    /** The kinds with a known number of pods. */
    private static final Set<String> COUNTED = Set.of("Pod", "Deployment", "ReplicaSet", "StatefulSet", "Job");

    /** The refusal of an object that is written by hand: one that a cluster stores has a uid. Null if it is valid. */
    public static @Nullable Refusal ofWritten(Manifest object) {
        boolean isWritten = !object.object().object("metadata").has("uid")
                && ResourceApi.hasRulesFor(object.apiVersion(), object.kind());
        List<FieldError> mistakes = isWritten ? mistakes(object, null, LABELLED) : List.of();
        return mistakes.isEmpty() ? null : new Refusal(object, mistakes);
    }

    /**
     * Adds an object of a fleet: it is stored, so that a field behind a feature gate proves that its gate is on. Only
     * amounts and labels of nodes and pods are validated.
     */
    public void addStored(Manifest object) {
        if (ResourceApi.hasRulesFor(object.apiVersion(), object.kind()) && !isWorkload(object)) {
            add(object, mistakes(object, null, LABELLED), fleet::add);
        } else {
            fleet.add(object);
            if (object.kind().matches("Pod|PodGroup")) {
                count(object);
            }
        }
    }

    /** Counts the pods of PodGroups; their number is known for some kinds only. */
    private void count(Manifest object) {
        String home = object.namespace(fleet.namespace());
        PodGroups groups = fleet.sources().podGroups();
        if (object.kind().equals("PodGroup")) {
            groups.needed().put(Claim.key(home, object.name()), PodGroups.needed(object.object()));
        }
        String key = object.kind() + " " + Claim.key(home, object.name());
        boolean isCounted = COUNTED.contains(object.kind())
                && !fleet.sources().autoscalers().containsKey(key);
        for (PodTemplate template : TEMPLATES.ofProbable(object)) {
            Workload workload =
                    new Workload(object, home, object.name(), template.spec(), template.path(), template.replicas());
            long pods = isCounted ? PodCount.of(workload, 1) : Integer.MAX_VALUE;
            groups.pods().merge(Claim.key(home, PodGroups.name(template.spec())), pods, Long::sum);
        }
    }

    /** Adds an object of a fleet as it would be applied, in whatever version. */
    public void addChanged(Manifest object) {
        boolean isServed = Kinds.versions(object.kind(), release).stream()
                .anyMatch(version -> version.qualified().equals(object.apiVersion()));
        add(object, mistakes(object, isServed ? release : null, LABELLED), fleet::add);
    }

    /**
     * Adds objects to be applied. A class, a slice or a taint rule counts as stored, and so does an object that was
     * exported from a cluster. A workload is a subject of the check and not part of the fleet.
     *
     * @return the objects as the API server stores them, without the fields that it drops
     */
    public List<Manifest> addApplied(List<Manifest> objects) {
        objects.stream()
                .filter(object -> object.kind().matches("Namespace|" + FleetBuilder.AUTOSCALER))
                .forEach(fleet::add);
        return objects.stream().map(this::applied).collect(Collectors.toCollection(ArrayList::new));
    }

    private Manifest applied(Manifest object) {
        boolean isStored = OF_DEVICES.contains(object.kind())
                || object.object().object("metadata").has("uid");
        boolean isWorkload = isWorkload(object);
        if (object.kind().equals("PodGroup")
                && !isStored
                && !ResourceApi.isServed(object.apiVersion(), object.kind(), release)) {
            String key = Claim.key(object.namespace(fleet.namespace()), object.name());
            fleet.sources().podGroups().unserved().put(key, object.apiVersion() + " PodGroup");
            return object;
        }
        if (!ResourceApi.isOfGroup(object.apiVersion())) {
            count(object);
        }
        if (isStored && !isWorkload) {
            addStored(object);
            return object;
        }
        Map<String, String> labels = fleet.labels(object.namespace(fleet.namespace()));
        Verdict verdict = isStored
                ? verdict(object, null, GateSettings.ALL, LABELLED)
                : verdict(object, release, gates, labels == null ? LABELLED : labels);
        Manifest kept = isStored ? object : kept(object);
        List<FieldError> dropped = verdict.warnings().stream()
                .filter(warning -> kept != object && warning.origin() == Origin.DROPPED)
                .toList();
        if (!dropped.isEmpty()) {
            fleet.sources().drop(new Refusal(object, dropped));
        }
        add(kept, mistakes(verdict), isWorkload ? one -> fleet.addGroup(one.kind(), one.object()) : fleet::apply);
        return kept;
    }

    private Manifest kept(Manifest object) {
        ObjectValue kept = VALIDATOR
                .validator()
                .scheme()
                .kept(object.apiVersion(), object.kind(), object.object(), null, release, gates);
        return kept == object.object() ? object : object.with(kept);
    }

    private static boolean isWorkload(Manifest object) {
        return ResourceApi.isWorkload(object.apiVersion(), object.kind());
    }

    private void add(Manifest object, List<FieldError> mistakes, Consumer<Manifest> accepted) {
        if (mistakes.isEmpty()) {
            accepted.accept(object);
        } else {
            fleet.refuse(new Refusal(object, mistakes));
        }
    }

    /** Why an API server does not store the object, in a namespace with these labels; all gates are on. */
    public static List<FieldError> mistakes(
            Manifest object, @Nullable KubernetesRelease in, Map<String, String> labels) {
        return mistakes(verdict(object, in, GateSettings.ALL, labels));
    }

    private static List<FieldError> mistakes(Verdict verdict) {
        return verdict.isOther() ? List.of() : verdict.errors();
    }

    private static Verdict verdict(
            Manifest object, @Nullable KubernetesRelease in, GateSettings on, Map<String, String> labels) {
        boolean isSlice = object.kind().equals("ResourceSlice");
        ValidationRequest request = new ValidationRequest(
                object.apiVersion(),
                object.kind(),
                Operation.CREATE,
                isSlice ? HandWrittenSlice.stored(object.object()) : object.object(),
                null,
                new ApiServer(in, on, UnknownFields.DENY),
                labels);
        return VALIDATOR.validate(request, null, true);
    }
}
