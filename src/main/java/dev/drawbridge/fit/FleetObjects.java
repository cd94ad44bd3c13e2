package dev.drawbridge.fit;

import dev.drawbridge.field.FieldError;
import dev.drawbridge.fleet.FleetBuilder;
import dev.drawbridge.fleet.HandWrittenSlice;
import dev.drawbridge.fleet.Refusal;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Request;
import dev.drawbridge.schema.UnknownFields;
import dev.drawbridge.validation.ValidationRequest;
import dev.drawbridge.validation.Validator;
import dev.drawbridge.validation.Verdict;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Adds objects of files to a fleet. What the API server would refuse is kept apart, since a search over it would answer
 * a question that never arises. Objects that a cluster delivers are stored already: they go to the fleet itself.
 */
public final class FleetObjects {

    private static final String CLAIM = "ResourceClaim";
    private static final String TEMPLATE = "ResourceClaimTemplate";

    /** Whether the namespace allows admin access decides about no device. */
    private static final Map<String, String> LABELLED = Validator.ADMIN_ACCESS_LABELS.stream()
            .collect(Collectors.toUnmodifiableMap(Function.identity(), label -> "true"));

    private final FleetBuilder fleet;
    private final KubernetesRelease release;
    private final GateSettings gates;
    private final Validator validator = new Validator();

    /** Adds to this fleet; claims and templates that are to be created are those of this release. */
    public FleetObjects(FleetBuilder fleet, KubernetesRelease release, GateSettings gates) {
        this.fleet = fleet;
        this.release = release;
        this.gates = gates;
    }

    /** Adds an object of a fleet: it is stored, so that a field behind a feature gate proves that its gate is on. */
    public void addStored(Manifest object) {
        add(object, null, GateSettings.ALL, fleet::add);
    }

    /**
     * Adds an object that is to be applied, but for pods: those are asked about. A class or a slice counts as stored,
     * and so does an object that was exported from a cluster.
     */
    public void addApplied(Manifest object) {
        if (object.apiVersion().equals("v1") && object.kind().equals("Pod")) {
            return;
        }
        boolean isNew = (object.kind().equals(CLAIM) || object.kind().equals(TEMPLATE))
                && !object.object().object("metadata").has("uid");
        if (isNew) {
            add(object, release, gates, fleet::apply);
        } else {
            addStored(object);
        }
    }

    private void add(Manifest object, @Nullable KubernetesRelease in, GateSettings on, Consumer<Manifest> accepted) {
        List<FieldError> mistakes = mistakes(object, in, on);
        if (mistakes.isEmpty()) {
            accepted.accept(object);
        } else {
            fleet.refuse(new Refusal(object, mistakes));
        }
    }

    private List<FieldError> mistakes(Manifest object, @Nullable KubernetesRelease in, GateSettings on) {
        boolean isSlice = object.kind().equals("ResourceSlice");
        ValidationRequest request = new ValidationRequest(
                object.apiVersion(),
                object.kind(),
                Request.CREATE,
                isSlice ? HandWrittenSlice.stored(object.object()) : object.object(),
                null,
                in,
                on,
                UnknownFields.DENY,
                LABELLED);
        Verdict verdict = validator.validate(request);
        boolean isOther = verdict instanceof Verdict.NotApplicable none && none.reason() == Verdict.Reason.OTHER_GROUP;
        return isOther ? List.of() : verdict.errors();
    }
}
