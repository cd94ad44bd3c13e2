package dev.drawbridge.driver;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Kinds of parameters from Go source: structs that embed {@code metav1.TypeMeta}, and the types of their fields in the
 * same files. Read are structs and named types, string constants, {@code json} tags, comments, and the markers
 * {@code +required} and {@code +kubebuilder:validation:…} of limits and enums. A type of another package is open.
 */
final class GoTypes {

    private static final Pattern TYPE =
            Pattern.compile("^(?:type\\s+)?([A-Za-z_]\\w*)\\s+(struct\\s*\\{|[\\w.*\\[\\]]+)\\s*(}?)$");
    private static final Pattern FIELD = Pattern.compile("^(?:([A-Za-z_]\\w*)\\s+)?([\\w.*\\[\\]{}]+)\\s*(?:`(.*)`)?$");
    private static final Pattern CONSTANT =
            Pattern.compile("^(?:const\\s+)?([A-Za-z_]\\w*)\\s*([A-Za-z_]\\w*)?\\s*=\\s*\"([^\"\\\\]*)\"$");
    private static final Pattern MARKER = Pattern.compile("^\\+(?:kubebuilder:validation:|k8s:)?(\\w+)(?:=(.*))?$");
    private static final Pattern JSON = Pattern.compile("json:\"([^\"]*)\"");
    private static final Pattern MAP = Pattern.compile("^map\\[string\\](.+)$");
    private static final Pattern LIST = Pattern.compile("^\\[\\d*\\](.+)$");
    private static final int MAX_DEPTH = 32;

    /** As many parts as a schema may have. */
    private static final int MAX_PARTS = 10_000;

    /** Go's types, and types of Kubernetes' libraries. */
    private static final Map<String, Map<String, Object>> KNOWN = Map.ofEntries(
            Map.entry("string", Map.of("type", "string")),
            Map.entry("bool", Map.of("type", "boolean")),
            Map.entry("int", Map.of("type", "integer")),
            Map.entry("int8", Map.of("type", "integer")),
            Map.entry("int16", Map.of("type", "integer")),
            Map.entry("int32", Map.of("type", "integer")),
            Map.entry("int64", Map.of("type", "integer")),
            Map.entry("float32", Map.of("type", "number")),
            Map.entry("float64", Map.of("type", "number")),
            Map.entry("[]byte", Map.of("type", "string")),
            Map.entry("resource.Quantity", Map.of("format", "quantity")),
            Map.entry("metav1.Duration", Map.of("type", "string")),
            Map.entry("intstr.IntOrString", Map.of("x-kubernetes-int-or-string", true)));

    /** A field of a struct, with its comment. */
    private record Field(String name, String type, String tag, List<String> comment) {}

    private final Map<String, List<Field>> structs = new LinkedHashMap<>();
    private final Map<String, String> named = new LinkedHashMap<>();
    private final Map<String, List<String>> values = new LinkedHashMap<>();
    private final Map<String, String> constants = new LinkedHashMap<>();
    private final Map<String, List<String>> comments = new LinkedHashMap<>();
    private int parts;

    /** Adds a file. */
    void add(String text) {
        String open = "";
        List<String> comment = new ArrayList<>();
        for (String raw : text.replaceAll("(?s)/\\*.*?\\*/", "").split("\n")) {
            String line = raw.strip();
            if (line.startsWith("//")) {
                comment.add(line.substring(2).strip());
                continue;
            }
            line = withoutComment(line);
            if (!open.isEmpty()) {
                if (line.equals("}")) {
                    open = "";
                } else {
                    field(open, line, comment);
                }
            } else {
                open = declaration(line, comment);
            }
            comment = new ArrayList<>();
        }
    }

    /** The line without the comment at its end; a tag or text may have slashes. */
    private static String withoutComment(String line) {
        int at = line.indexOf(" //");
        return at < 0 || line.indexOf('`', at) >= 0 || line.indexOf('"', at) >= 0
                ? line
                : line.substring(0, at).strip();
    }

    /** Reads a line outside of structs; returns the struct that it opens, else an empty text. */
    private String declaration(String line, List<String> comment) {
        Matcher constant = CONSTANT.matcher(line);
        if (constant.matches()) {
            constants.put(constant.group(1), constant.group(3));
            if (constant.group(2) != null) {
                values.computeIfAbsent(constant.group(2), none -> new ArrayList<>())
                        .add(constant.group(3));
            }
            return "";
        }
        Matcher type = TYPE.matcher(line);
        if (!type.matches() || line.startsWith("package ") || line.startsWith("func ") || line.startsWith("return ")) {
            return "";
        }
        comments.put(type.group(1), comment);
        if (!type.group(2).startsWith("struct")) {
            named.put(type.group(1), type.group(2));
            return "";
        }
        structs.put(type.group(1), new ArrayList<>());
        return type.group(3).isEmpty() ? type.group(1) : "";
    }

    private void field(String struct, String line, List<String> comment) {
        Matcher field = FIELD.matcher(line);
        if (line.isEmpty()) {
            return;
        }
        if (!field.matches() || line.endsWith("{")) {
            throw new IllegalArgumentException("struct " + struct + ": \"" + line
                    + "\" is not supported; declare one field per line, with a named type");
        }
        Matcher json = JSON.matcher(field.group(3) == null ? "" : field.group(3));
        fields(struct)
                .add(new Field(
                        field.group(1) == null ? "" : field.group(1),
                        field.group(2),
                        json.find() ? json.group(1) : "",
                        comment));
    }

    private List<Field> fields(String struct) {
        return structs.getOrDefault(struct, List.of());
    }

    /**
     * The kinds, as entries have them.
     *
     * @throws IllegalArgumentException with a message if no struct is a kind, or one leads to itself
     */
    List<Map<String, Object>> kinds() {
        List<Map<String, Object>> kinds = new ArrayList<>();
        structs.forEach((name, fields) -> {
            boolean isKind = fields.stream()
                    .anyMatch(field -> field.name().isEmpty() && field.type().endsWith(".TypeMeta"));
            boolean isList = fields.stream().anyMatch(field -> field.type().endsWith(".ListMeta"));
            if (isKind && !isList) {
                Map<String, Object> kind = new LinkedHashMap<>();
                kind.put("apiVersion", apiVersion());
                kind.put("kind", name);
                kind.put("schema", object(name, 0));
                kinds.add(kind);
            }
        });
        if (kinds.isEmpty()) {
            throw new IllegalArgumentException(
                    "no struct embeds metav1.TypeMeta; add the file with the type of the parameters");
        }
        return kinds;
    }

    private String apiVersion() {
        String group = constants.get("GroupName");
        String version = constants.get("Version");
        if (group == null || version == null) {
            throw new IllegalArgumentException(
                    "no constants GroupName and Version; add the file with them, such as register.go");
        }
        return group + "/" + version;
    }

    private Map<String, Object> object(String struct, int depth) {
        Map<String, Object> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        properties(struct, depth, properties, required);
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        if (!required.isEmpty()) {
            schema.put("required", required);
        }
        schema.put("properties", properties);
        return schema;
    }

    private void properties(String struct, int depth, Map<String, Object> properties, List<String> required) {
        if (depth > MAX_DEPTH) {
            throw new IllegalArgumentException(
                    "struct " + struct + ": more than " + MAX_DEPTH + " levels; is the type recursive?");
        }
        for (Field field : fields(struct)) {
            String type = field.type().replaceFirst("^\\*", "");
            String[] tag = field.tag().split(",", -1);
            boolean isInline =
                    field.name().isEmpty() && tag[0].isEmpty() || field.tag().endsWith(",inline");
            if (isInline) {
                properties(type, depth + 1, properties, required);
            } else if (!tag[0].equals("-") && isExported(field.name())) {
                String name = tag[0].isEmpty() ? field.name() : tag[0];
                properties.put(name, property(field, type, depth));
                if (field.comment().stream().anyMatch(line -> marker(line, "required") || marker(line, "Required"))) {
                    required.add(name);
                }
            }
        }
    }

    /** Go's decoder sets exported fields alone. */
    private static boolean isExported(String name) {
        return !name.isEmpty() && Character.isUpperCase(name.charAt(0));
    }

    private static boolean marker(String line, String name) {
        Matcher marker = MARKER.matcher(line);
        return marker.matches() && marker.group(1).equals(name);
    }

    private Map<String, Object> property(Field field, String type, int depth) {
        Map<String, Object> schema = new LinkedHashMap<>(type(type, depth));
        limits(comments.getOrDefault(type, List.of()), schema);
        limits(field.comment(), schema);
        String description = String.join(
                " ",
                field.comment().stream()
                        .filter(line -> !line.startsWith("+") && !line.isEmpty())
                        .toList());
        if (!description.isEmpty()) {
            schema.put("description", description);
        }
        return schema;
    }

    private static void limits(List<String> comment, Map<String, Object> schema) {
        for (String line : comment) {
            Matcher marker = MARKER.matcher(line);
            String value = marker.matches() ? marker.group(2) : null;
            if (value == null) {
                continue;
            }
            String text = value.replaceAll("^[\"`]|[\"`]$", "");
            switch (marker.group(1)) {
                case "Minimum", "minimum" -> number(schema, "minimum", text);
                case "Maximum", "maximum" -> number(schema, "maximum", text);
                case "MinLength", "minLength" -> number(schema, "minLength", text);
                case "MaxLength", "maxLength" -> number(schema, "maxLength", text);
                case "MinItems", "minItems" -> number(schema, "minItems", text);
                case "MaxItems", "maxItems" -> number(schema, "maxItems", text);
                case "Pattern" -> schema.put("pattern", text);
                case "Enum" ->
                    schema.put("enum", List.of(text.replaceAll("[{}\"]", "").split("[;,]")));
                default -> {
                    // Markers for generators are not about values.
                }
            }
        }
    }

    private static void number(Map<String, Object> schema, String keyword, String text) {
        try {
            schema.put(keyword, new BigDecimal(text));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "+kubebuilder:validation: " + keyword + ": " + text + " is not a number", e);
        }
    }

    private Map<String, Object> type(String written, int depth) {
        if (depth > MAX_DEPTH || ++parts > MAX_PARTS) {
            throw new IllegalArgumentException("type " + excerpt(written) + ": more than " + MAX_DEPTH + " levels or "
                    + MAX_PARTS + " parts; is the type recursive?");
        }
        String type = written.replaceFirst("^\\*", "");
        Map<String, Object> known = KNOWN.get(type);
        if (known != null) {
            return known;
        }
        if (type.matches("uint(8|16|32|64)?")) {
            Map<String, Object> schema = new LinkedHashMap<>();
            schema.put("type", "integer");
            schema.put("minimum", 0);
            return schema;
        }
        Matcher map = MAP.matcher(type);
        if (map.matches()) {
            Map<String, Object> schema = new LinkedHashMap<>();
            schema.put("type", "object");
            schema.put("additionalProperties", type(map.group(1), depth + 1));
            return schema;
        }
        Matcher list = LIST.matcher(type);
        if (list.matches()) {
            Map<String, Object> schema = new LinkedHashMap<>();
            schema.put("type", "array");
            schema.put("items", type(list.group(1), depth + 1));
            return schema;
        }
        if (structs.containsKey(type)) {
            return object(type, depth + 1);
        }
        String base = named.get(type);
        return base == null || base.equals(type) ? open(type) : named(type, base, depth);
    }

    private Map<String, Object> named(String type, String base, int depth) {
        Map<String, Object> schema = new LinkedHashMap<>(type(base, depth + 1));
        List<String> all = values.get(type);
        if (all != null && base.equals("string")) {
            schema.put("enum", all);
        }
        return schema;
    }

    private static String excerpt(String type) {
        return type.length() <= MAX_DEPTH ? type : type.substring(0, MAX_DEPTH) + "…";
    }

    /** A type that is not read: any value is allowed. */
    private static Map<String, Object> open(@Nullable String type) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("x-kubernetes-preserve-unknown-fields", true);
        schema.put("description", "Go type " + type + ", not supported by drivers init");
        return schema;
    }
}
