package dev.drawbridge.validation;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.resource.Kind;
import dev.drawbridge.resource.Kinds;
import dev.drawbridge.resource.RuleBook;
import dev.drawbridge.schema.ApiVersion;
import dev.drawbridge.schema.Converted;
import dev.drawbridge.schema.ConvertedPlace;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Operation;
import dev.drawbridge.schema.Projection;
import dev.drawbridge.schema.Target;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Converts, defaults and compares objects, as the API server does with its own {@code Scheme}
 * ({@code k8s.io/apimachinery/pkg/runtime}). Thread-safe.
 */
public final class Scheme {

    private final RuleBook rules;

    public Scheme() {
        this(new RuleBook());
    }

    Scheme(RuleBook rules) {
        this.rules = rules;
    }

    /**
     * Converts a stored object to another API version, as the server reads it for an update; empty if there is no
     * conversion, as from v1alpha2.
     *
     * @param release the release that reads; null for the newest that serves the other version
     */
    public Optional<Converted> converted(
            String apiVersion,
            String kind,
            ObjectValue object,
            String otherVersion,
            @Nullable KubernetesRelease release) {
        Optional<ApiVersion> from = ResourceApi.version(apiVersion);
        Optional<ApiVersion> to = ResourceApi.version(otherVersion);
        Optional<KubernetesRelease> reader =
                release != null ? Optional.of(release) : ResourceApi.newestServing(otherVersion, kind);
        if (from.isEmpty() || to.isEmpty() || reader.isEmpty()) {
            return Optional.empty();
        }
        return rules.converted(kind, from.get(), to.get(), reader.get(), object);
    }

    /**
     * Converts a place in objects of a kind, with a value, to another API version; empty if one of the versions has no
     * such place, or there is no conversion.
     *
     * @param path the steps to it: field names, map keys and list indexes
     * @param value null for no value
     * @param release the release that reads
     */
    public Optional<ConvertedPlace> converted(
            String apiVersion,
            String kind,
            List<String> path,
            @Nullable Value value,
            String otherVersion,
            KubernetesRelease release) {
        return ResourceApi.version(apiVersion)
                .flatMap(from ->
                        ResourceApi.version(otherVersion).flatMap(to -> rules.conversion(kind, from, to, release)))
                .flatMap(conversion -> conversion.convert(path, value));
    }

    /**
     * Whether two objects are equal for the API server in this version: after defaulting, and with quantities compared
     * by value.
     */
    public boolean isSame(String apiVersion, String kind, ObjectValue left, ObjectValue right) {
        return whole(apiVersion, kind).map(table -> table.isSame(left, right)).orElse(false);
    }

    /** The default of an unset field in the newest release that serves the version, as short JSON; empty for none. */
    public Optional<String> defaultOf(String apiVersion, String kind, FieldPath path) {
        return whole(apiVersion, kind).map(table -> table.defaultOf(path));
    }

    /**
     * The defaults that a release sets in a created object, as short JSON by field path; empty if the release does not
     * serve the object.
     */
    public Map<FieldPath, String> defaults(
            String apiVersion, String kind, ObjectValue object, KubernetesRelease release, GateSettings gates) {
        return served(apiVersion, kind, release)
                .map(known -> rules.defaults(known, target(apiVersion, release, gates, Operation.CREATE), object))
                .orElse(Map.of());
    }

    /**
     * The object without the fields that a release drops, since their gates are off; unchanged if the release does not
     * serve it.
     *
     * @param old the stored object in the same version; null on create
     */
    public ObjectValue kept(
            String apiVersion,
            String kind,
            ObjectValue object,
            @Nullable ObjectValue old,
            KubernetesRelease release,
            GateSettings gates) {
        Operation operation = old == null ? Operation.CREATE : Operation.UPDATE;
        return served(apiVersion, kind, release)
                .map(known -> rules.kept(known, target(apiVersion, release, gates, operation), object, old))
                .orElse(object);
    }

    private static Optional<Kind> served(String apiVersion, String kind, KubernetesRelease release) {
        return ResourceApi.version(apiVersion)
                .flatMap(version ->
                        ResourceApi.kind(apiVersion, kind).filter(known -> known.isServed(version, release)));
    }

    private static Target target(
            String apiVersion, KubernetesRelease release, GateSettings gates, Operation operation) {
        ApiVersion version = ResourceApi.version(apiVersion).orElseThrow();
        return new Target(version, release, gates.in(release), operation);
    }

    /** The key fields of the list at a path; empty if it has none. */
    public List<String> keysOf(String apiVersion, String kind, FieldPath path) {
        return whole(apiVersion, kind).map(table -> table.keysOf(path)).orElse(List.of());
    }

    private Optional<Projection> whole(String apiVersion, String kind) {
        return ResourceApi.kind(apiVersion, kind)
                .flatMap(known -> ResourceApi.version(apiVersion)
                        .flatMap(version -> Kinds.newestServing(known, version)
                                .map(release -> rules.whole(known, version, release))));
    }
}
