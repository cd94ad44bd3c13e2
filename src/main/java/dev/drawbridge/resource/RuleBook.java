package dev.drawbridge.resource;

import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.schema.ApiVersion;
import dev.drawbridge.schema.Conversion;
import dev.drawbridge.schema.Converted;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Operation;
import dev.drawbridge.schema.Projection;
import dev.drawbridge.schema.Target;
import dev.drawbridge.schema.UnknownFields;
import dev.drawbridge.schema.ValidationResult;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The tables of all kinds, projected once for each target. */
public final class RuleBook {

    private static final int MAX_OF_OBJECTS = 64;

    /** Projections for the settings: a few per kind and release. */
    private final Map<List<Object>, Projection> projections = new ConcurrentHashMap<>();

    /** Projections for gates that objects use or show, in any combination, so the least recently used are evicted. */
    private final Map<List<Object>, Projection> ofObjects =
            Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<List<Object>, Projection> eldest) {
                    return size() > MAX_OF_OBJECTS;
                }
            });

    /** Conversions between the few versions of a kind in a release. */
    private final Map<Converting, Conversion> conversions = new ConcurrentHashMap<>();

    private record Converting(String kind, Target before, Target after) {}

    /** A list: the first hash of a record would cost a part of a short run, as {@link Target} says. */
    private static List<Object> key(Kind kind, Target target) {
        return List.of(kind.name(), target);
    }

    /**
     * Converts a stored object to another version as a release reads it, which may no longer serve the first; empty if
     * there is no conversion: v1alpha2 was never converted, and some kinds have one version only.
     */
    public Optional<Converted> converted(
            String kind, ApiVersion from, ApiVersion to, KubernetesRelease release, ObjectValue object) {
        if (from == to) {
            return Kinds.kind(kind, from).map(same -> new Converted(object, List.of()));
        }
        return conversion(kind, from, to, release).map(conversion -> conversion.convert(object));
    }

    /**
     * The conversion of objects in a release; empty if there is none: v1alpha2 was never converted, and some kinds have
     * one version only.
     */
    public Optional<Conversion> conversion(String kind, ApiVersion from, ApiVersion to, KubernetesRelease release) {
        Optional<Kind> source = Kinds.kind(kind, from);
        Optional<Kind> target = Kinds.kind(kind, to);
        if (source.isEmpty()
                || target.isEmpty()
                || source.get().table() != target.get().table()) {
            return Optional.empty();
        }
        Target before = reading(source.get(), from, release);
        Target after = reading(target.get(), to, release);
        return Optional.of(conversions.computeIfAbsent(
                new Converting(kind, before, after),
                absent ->
                        Conversion.of(source.get().table(), before, target.get().table(), after)));
    }

    /** The table with everything that the release has in the version. */
    public Projection whole(Kind kind, ApiVersion version, KubernetesRelease release) {
        return projection(kind, reading(kind, version, release));
    }

    /** Everything that the release has in the version, or the last that served it. */
    private Target reading(Kind kind, ApiVersion version, KubernetesRelease release) {
        KubernetesRelease reader = kind.isServed(version, release)
                ? release
                : Kinds.newestServing(kind, version).orElse(release);
        return new Target(version, reader, FeatureGates.all(reader), Operation.CREATE);
    }

    /**
     * Validates the object.
     *
     * @param old the stored object; null on create
     * @param contexts supplies a new context for each walk, since several may be needed
     */
    public ValidationResult validate(
            Kind kind,
            Target target,
            ObjectValue object,
            @Nullable ObjectValue old,
            UnknownFields unknownFields,
            Supplier<ValidationContext> contexts) {
        Target seen = target;
        Projection projection = projection(kind, target);
        Optional<ValidationResult> ungated =
                old == null ? projection.validateUngated(object, unknownFields, contexts) : Optional.empty();
        if (ungated.isPresent()) {
            return ungated.get();
        }
        Supplier<ValidationContext> warning = contexts;
        FeatureGates shown = unknownFields == UnknownFields.WARN ? projection.gatesShown(object) : FeatureGates.NONE;
        if (shown.bits() != 0) {
            // A gated field that reaches the webhook proves that the cluster has its gate on: it would have been
            // dropped.
            warning = () -> warned(shown, contexts.get());
            seen = target.withGates(shown);
            projection = ofObject(kind, seen);
        }
        return beside(old, projection, kind, seen).validate(object, old, unknownFields, warning);
    }

    /** The projection for an update: the fields that a stored object uses are kept. */
    private Projection beside(@Nullable ObjectValue old, Projection projection, Kind kind, Target target) {
        FeatureGates inUse = old == null ? FeatureGates.NONE : projection.gatesInUse(old);
        return inUse.bits() == 0 ? projection : ofObject(kind, target.withStored(inUse));
    }

    /**
     * The object without the fields that the target's server drops.
     *
     * @param old the stored object; null on create
     */
    public ObjectValue kept(Kind kind, Target target, ObjectValue object, @Nullable ObjectValue old) {
        return beside(old, projection(kind, target), kind, target).kept(object, old);
    }

    /** The defaults that the target's server puts into an object, as short JSON by the paths of the fields. */
    public Map<FieldPath, String> defaults(Kind kind, Target target, ObjectValue object) {
        return projection(kind, target).defaults(object);
    }

    /** Whether an object of a partially covered kind has a value in the covered part. */
    public boolean isInPart(Kind kind, Target target, ObjectValue object) {
        return projection(kind, target).isInPart(object);
    }

    private static ValidationContext warned(FeatureGates shown, ValidationContext context) {
        String detail = "has fields of " + shown + ", on in the cluster but off in drawbridge.kubernetes.feature-gates";
        context.warn(ErrorType.NOT_SUPPORTED, null, new Demand(Origin.FEATURE_GATE, detail));
        return context;
    }

    private Projection projection(Kind kind, Target target) {
        List<Object> key = key(kind, target);
        Projection known = projections.get(key);
        return known != null ? known : projections.computeIfAbsent(key, absent -> Projection.of(kind.table(), target));
    }

    /** Two threads may make the same one; neither waits for the other. */
    private Projection ofObject(Kind kind, Target target) {
        List<Object> key = key(kind, target);
        Projection known = ofObjects.get(key);
        if (known == null) {
            known = Projection.of(kind.table(), target);
            ofObjects.put(key, known);
        }
        return known;
    }
}
