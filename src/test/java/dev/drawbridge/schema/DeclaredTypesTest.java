package dev.drawbridge.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.drawbridge.SharedData;
import dev.drawbridge.resource.Kind;
import dev.drawbridge.resource.Kinds;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests of the rows against two independent descriptions of the API: Kubernetes' Go types and the fabric8 models. */
class DeclaredTypesTest {

    private static final String MODELS = "io.fabric8.kubernetes.api.model.resource.";

    /** The versions in which fabric8 has every kind; of v1alpha3 it has only kinds added after 1.31. */
    private static final Set<ApiVersion> MODELLED =
            Set.of(ApiVersion.V1ALPHA2, ApiVersion.V1BETA1, ApiVersion.V1BETA2, ApiVersion.V1);

    private final JsonMapper json = JsonMapper.shared();

    @ParameterizedTest
    @EnumSource(KubernetesRelease.class)
    void rowsAreTheFieldsOfTheGoTypes(KubernetesRelease release) {
        JsonNode types = json.readTree(
                SharedData.require("api/types/" + release + ".json").toFile());
        for (ApiVersion version : ApiVersion.values()) {
            for (Kind kind : Kinds.all()) {
                if (kind.isServed(version, release)) {
                    JsonNode declared = types.get(Kinds.GROUP + "/" + version + "/" + kind.name());
                    assertThat(rows(kind, version, release))
                            .as("%s %s %s", release, version, kind.name())
                            .containsExactlyInAnyOrderEntriesOf(goFields(declared));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(KubernetesRelease.class)
    void tableContainsEveryGoType(KubernetesRelease release) {
        JsonNode types = json.readTree(
                SharedData.require("api/types/" + release + ".json").toFile());
        for (String name : types.propertyNames()) {
            String[] parts = name.split("/");
            // The scheme still reads stored objects in a version that is no longer served.
            boolean known = ApiVersion.parse(parts[1])
                    .flatMap(version -> Kinds.kind(parts[2], version)
                            .map(kind -> kind.isServed(version, release)
                                    || Kinds.newestServing(kind, version)
                                            .filter(newest -> newest.compareTo(release) < 0)
                                            .isPresent()))
                    .orElse(false);
            assertThat(known).as(name).isTrue();
        }
    }

    @Test
    void rowsAreFieldsOfTheFabric8Models() throws ClassNotFoundException {
        for (ApiVersion version : ApiVersion.values()) {
            for (Kind kind : Kinds.all()) {
                KubernetesRelease newest = Kinds.newestServing(kind, version).orElse(null);
                if (newest == null) {
                    continue;
                }
                if (kind.isServed(version, KubernetesRelease.K8S_1_31) && !MODELLED.contains(version)) {
                    continue;
                }
                Class<?> model = Class.forName(MODELS + version + "." + kind.name());
                List<String> differences = new ArrayList<>();
                compare(
                        Projector.project(
                                kind.table(), new Target(version, newest, FeatureGates.all(newest), Operation.CREATE)),
                        model,
                        kind.name(),
                        differences);
                assertThat(differences).isEmpty();
            }
        }
    }

    private static Map<String, String> rows(Kind kind, ApiVersion version, KubernetesRelease release) {
        Map<String, String> rows = new TreeMap<>();
        addRows(
                Projector.project(
                        kind.table(), new Target(version, release, FeatureGates.all(release), Operation.CREATE)),
                "",
                rows);
        return rows;
    }

    private static void addRows(ObjectNode node, String path, Map<String, String> rows) {
        for (FieldNode field : node.fields) {
            String here = path + field.name;
            rows.put(here, typeName(field.node) + (field.pointer ? " pointer" : ""));
            if (field.node instanceof ObjectNode object) {
                addRows(object, here + ".", rows);
            } else if (ObjectNode.in(field.node) != null) {
                addRows(ObjectNode.in(field.node), here + "[].", rows);
            }
        }
    }

    private static String typeName(TypeNode node) {
        if (node instanceof ListNode list) {
            return "array of " + typeName(list.item());
        }
        if (node instanceof MapNode map) {
            return "map of " + typeName(map.value());
        }
        return node instanceof ScalarNode scalar ? scalar.kind().name().toLowerCase(Locale.ROOT) : "object";
    }

    private static Map<String, String> goFields(JsonNode type) {
        Map<String, String> fields = new TreeMap<>();
        addGoFields(type, "", fields);
        return fields;
    }

    private static void addGoFields(JsonNode type, String path, Map<String, String> fields) {
        type.path("fields").forEachEntry((name, field) -> {
            String here = path + name;
            fields.put(here, goTypeName(field) + (field.path("pointer").asBoolean(false) ? " pointer" : ""));
            if (field.has("fields")) {
                addGoFields(field, here + ".", fields);
            } else if (field.path("items").has("fields")) {
                addGoFields(field.get("items"), here + "[].", fields);
            } else if (field.path("values").has("fields")) {
                addGoFields(field.get("values"), here + "[].", fields);
            }
        });
    }

    private static String goTypeName(JsonNode field) {
        String type = field.get("type").asString();
        return switch (type) {
            case "array" -> "array of " + goTypeName(field.get("items"));
            case "map" -> "map of " + goTypeName(field.get("values"));
            case "any" -> "raw";
            default -> type;
        };
    }

    private static void compare(ObjectNode node, Class<?> model, String path, List<String> differences) {
        Map<String, Type> properties = properties(model);
        for (FieldNode field : node.fields) {
            Type type = properties.get(field.name);
            if (type == null) {
                differences.add(path + "." + field.name + " is no property of " + model.getName());
            } else {
                compare(field.node, type, path + "." + field.name, differences);
            }
        }
    }

    private static void compare(TypeNode node, Type type, String path, List<String> differences) {
        if (node instanceof ListNode list) {
            if (type instanceof ParameterizedType generic && generic.getRawType() == List.class) {
                compare(list.item(), generic.getActualTypeArguments()[0], path + "[]", differences);
            } else {
                differences.add(path + " is no list: " + type);
            }
        } else if (node instanceof MapNode) {
            if (!(type instanceof ParameterizedType generic && generic.getRawType() == Map.class)) {
                differences.add(path + " is no map: " + type);
            }
        } else if (node instanceof ObjectNode object) {
            compare(object, (Class<?>) type, path, differences);
        } else if (!models(((ScalarNode) node).kind()).contains(((Class<?>) type).getSimpleName())) {
            differences.add(path + " is a " + type);
        }
    }

    private static List<String> models(ScalarKind kind) {
        return switch (kind) {
            case STRING, TIME -> List.of("String");
            case BOOLEAN -> List.of("Boolean");
            case INT32 -> List.of("Integer");
            case INT64 -> List.of("Long");
            case NUMBER -> List.of("Double");
            case QUANTITY -> List.of("Quantity");
            case RAW -> List.of("Object", "FieldsV1");
        };
    }

    private static Map<String, Type> properties(Class<?> model) {
        Map<String, Type> properties = new TreeMap<>();
        for (Field field : model.getDeclaredFields()) {
            JsonProperty property = field.getAnnotation(JsonProperty.class);
            if (property != null) {
                properties.put(property.value(), field.getGenericType());
            }
        }
        return properties;
    }
}
