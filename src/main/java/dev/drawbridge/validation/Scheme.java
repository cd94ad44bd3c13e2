package dev.drawbridge.validation;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.resource.Kinds;
import dev.drawbridge.resource.RuleBook;
import dev.drawbridge.schema.ApiVersion;
import dev.drawbridge.schema.Converted;
import dev.drawbridge.schema.ConvertedPlace;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Projection;
import dev.drawbridge.schema.Repaired;
import dev.drawbridge.schema.Request;
import dev.drawbridge.schema.Target;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Converts, defaults, compares and repairs objects, as the API server does with its own {@code Scheme}
 * ({@code k8s.io/apimachinery/pkg/runtime}). Thread-safe.
 */
public final class Scheme {

    private final RuleBook rules;

    /** A scheme with tables of its own. */
    public Scheme() {
        this(new RuleBook());
    }

    Scheme(RuleBook rules) {
        this.rules = rules;
    }

    /**
     * A stored object in the words of another API version, as the server reads it for an update; empty if there is
     * no conversion, as from v1alpha2.
     *
     * @param release the release that reads; null is the newest that serves the other version
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
     * A place in objects of a kind, and what is put there, in the words of another API version; empty if the one
     * version has no such place, or there is no conversion.
     *
     * @param path the steps to it: names of fields, keys of maps, and places in lists
     * @param value null if nothing is put there
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
     * The object with the mistakes put right that have one meaning in a release; null is the newest that serves the
     * version.
     */
    public Optional<Repaired> repaired(
            String apiVersion,
            String kind,
            ObjectValue object,
            @Nullable KubernetesRelease release,
            Repaired.Wish wish) {
        return ResourceApi.kind(apiVersion, kind)
                .flatMap(known -> ResourceApi.version(apiVersion)
                        .flatMap(version -> (release == null
                                        ? Kinds.newestServing(known, version)
                                        : Optional.of(release))
                                .map(reader ->
                                        rules.whole(known, version, reader).repaired(object, wish))));
    }

    /**
     * Whether two objects are the same to the API server, which reads them in this version: after defaults, quantities
     * by what they are worth.
     */
    public boolean isSame(String apiVersion, String kind, ObjectValue left, ObjectValue right) {
        return whole(apiVersion, kind).map(table -> table.isSame(left, right)).orElse(false);
    }

    /**
     * The default that the newest release that serves the version gives an unset field, as short JSON; empty if it
     * has none.
     */
    public Optional<String> defaultOf(String apiVersion, String kind, FieldPath path) {
        return whole(apiVersion, kind).map(table -> table.defaultOf(path));
    }

    /**
     * The defaults that a release puts into an object that is created, as short JSON by the paths of the fields; empty
     * where the release does not serve the object.
     */
    public Map<FieldPath, String> defaults(
            String apiVersion, String kind, ObjectValue object, KubernetesRelease release, GateSettings gates) {
        return ResourceApi.version(apiVersion)
                .flatMap(version -> ResourceApi.kind(apiVersion, kind)
                        .filter(known -> known.isServed(version, release))
                        .map(known -> rules.defaults(
                                known, new Target(version, release, gates.in(release), Request.CREATE), object)))
                .orElse(Map.of());
    }

    /** The fields that tell the entries of the list at a path apart; empty if none do. */
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
