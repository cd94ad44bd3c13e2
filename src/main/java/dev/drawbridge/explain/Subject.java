package dev.drawbridge.explain;

import dev.drawbridge.field.Origin;
import dev.drawbridge.field.RuleText;
import dev.drawbridge.resource.Kind;
import dev.drawbridge.schema.ApiVersion;
import dev.drawbridge.schema.Availability;
import dev.drawbridge.schema.FieldFacts;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.ObjectSchema;
import dev.drawbridge.schema.ScalarKind;
import dev.drawbridge.schema.TypeFacts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A kind in a version and a release, or a kind of the parameters of a driver, which has no releases.
 *
 * @param apiVersion its group and version; empty for a kind without a header
 * @param served the releases that serve it in the version; none for parameters
 * @param driver the driver of parameters; null for a kind of Kubernetes
 */
public record Subject(
        String name,
        String apiVersion,
        ObjectSchema table,
        List<KubernetesRelease> served,
        ApiVersion version,
        KubernetesRelease release,
        @Nullable OfDriver driver) {

    /**
     * A driver with parameters.
     *
     * @param readsNull whether null counts as unset
     */
    public record OfDriver(String name, String source, boolean readsNull) {}

    Subject(Kind kind, ApiVersion version, KubernetesRelease release) {
        this(kind.name(), version.qualified(), kind.table(), served(kind, version), version, release, null);
    }

    public Subject(String name, String apiVersion, ObjectSchema table, OfDriver driver) {
        this(name, apiVersion, table, List.of(), ApiVersion.V1, KubernetesRelease.NEWEST, driver);
    }

    private static List<KubernetesRelease> served(Kind kind, ApiVersion version) {
        return Arrays.stream(KubernetesRelease.values())
                .filter(release -> kind.isServed(version, release))
                .toList();
    }

    Map<String, String> header() {
        Map<String, String> header = new LinkedHashMap<>();
        header.put("DRIVER", driver == null ? "" : driver.name);
        header.put("KIND", name);
        header.put("VERSION", driver == null ? apiVersion + " in Kubernetes " + release : apiVersion);
        header.values().removeIf(String::isEmpty);
        return header;
    }

    static String meaning(FieldFacts field) {
        return field.meaning() == null ? Meanings.of(field) : field.meaning();
    }

    /** The rule of a finding, at the end of its sentence. */
    String rule(RuleText.Row rule) {
        return " [" + (driver == null || rule == Origin.DRIVER_GATE ? rule : Origin.DRIVER_PARAMETERS) + "]";
    }

    /** The error for a field that a table does not have, without a hint. */
    String noField(ObjectSchema owner, String field, String path) {
        return driver == null
                ? this + ": " + owner.name() + " has no field \"" + field + "\""
                : name + " has no field \"" + path + "\"";
    }

    /**
     * The fields of an object in it with their purposes, or the values of a field, which have none.
     *
     * @param path the fields that lead to it, with {@code []} for entries of lists
     */
    public Map<String, String> completions(List<String> path, boolean areValues) {
        List<TypeFacts> here = List.of(TypeFacts.of(table));
        for (String step : path) {
            List<TypeFacts> next = new ArrayList<>();
            for (TypeFacts type : here) {
                if (type.entries() != null) {
                    next.add(type.entries());
                    continue;
                }
                fields(type).filter(field -> field.name().equals(step)).forEach(field -> {
                    next.add(field.shape());
                    field.others().forEach(other -> next.add(other.shape()));
                });
            }
            here = next;
        }
        Map<String, String> names = new LinkedHashMap<>();
        for (TypeFacts type : here) {
            if (!areValues) {
                fields(type)
                        .forEach(field -> names.putIfAbsent(
                                field.name() + ": ",
                                meaning(field).lines().findFirst().orElse("")));
            } else if (type.scalar() == ScalarKind.BOOLEAN) {
                List.of("true", "false").forEach(value -> names.put(value, ""));
            } else {
                type.demands().stream()
                        .filter(demand -> has(demand.where()))
                        .map(demand -> demand.demand().keywords().get("enum"))
                        .flatMap(values -> values instanceof List<?> all ? all.stream() : Stream.of())
                        .filter(value -> value != null && !value.equals(""))
                        .forEach(value -> names.put(String.valueOf(value), ""));
            }
        }
        return names;
    }

    private Stream<FieldFacts> fields(TypeFacts type) {
        ObjectSchema object = type.entries() == null ? type.anyObject() : null;
        return object == null ? Stream.of() : fields(object).stream();
    }

    /** Whether the version has the row in the release. */
    boolean has(Availability where) {
        return where.exists(version, release);
    }

    List<FieldFacts> fields(ObjectSchema object) {
        return FieldFacts.of(object).stream()
                .filter(field -> has(field.where()))
                .toList();
    }

    Optional<FieldFacts> field(ObjectSchema object, String name) {
        return fields(object).stream()
                .filter(field -> field.name().equals(name))
                .findFirst();
    }

    Optional<FieldFacts> fieldElsewhere(ObjectSchema object, String name) {
        return FieldFacts.of(object).stream()
                .filter(field ->
                        field.name().equals(name) && !releases(field.where()).isEmpty())
                .findFirst();
    }

    // @formatter:off
    /** The types of k8s.io/api/core/v1 that the templates of workloads are made of. */
    private static final Set<String> OF_PODS = Set.of(
        "PodTemplateSpec", "PodSpec", "PodResourceClaim", "ClaimSource", "Container", "EphemeralContainer",
        "ResourceRequirements", "ResourceClaim");
    // @formatter:on

    /** The groups of workloads, whose own types are others. */
    private static final Set<String> OF_WORKLOADS = Set.of("apps", "batch");

    /** The file of the API in which a Go type is: the kind, or a type in it. */
    String source(String type) {
        if (driver != null) {
            return driver.source;
        }
        String own = version.group();
        String group = OF_WORKLOADS.contains(own) && OF_PODS.contains(type) ? "" : own;
        int dot = group.indexOf('.');
        String folder = group.isEmpty() ? "core" : dot < 0 ? group : group.substring(0, dot);
        return "k8s.io/api/" + folder + "/" + (group.equals(own) ? version : "v1") + "/types.go";
    }

    /** The releases in which this version has the row, such as {@code 1.34 to 1.36}; empty for all remaining ones. */
    String releases(Availability where) {
        List<KubernetesRelease> having =
                served.stream().filter(one -> where.exists(version, one)).toList();
        if (having.isEmpty() || having.size() == served.size()) {
            return "";
        }
        KubernetesRelease first = having.get(0);
        KubernetesRelease last = having.get(having.size() - 1);
        if (last == served.get(served.size() - 1)) {
            return "since " + first;
        }
        if (first == served.get(0)) {
            return "until " + last;
        }
        return first == last ? "in " + first : first + " to " + last;
    }

    @Override
    public String toString() {
        return apiVersion + " " + name + " in Kubernetes " + release;
    }
}
