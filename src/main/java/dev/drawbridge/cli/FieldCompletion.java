package dev.drawbridge.cli;

import dev.drawbridge.explain.Manual;
import dev.drawbridge.lsp.Workspace.Name;
import dev.drawbridge.lsp.Workspace.Names;
import dev.drawbridge.schema.ApiVersion;
import dev.drawbridge.schema.GateSettings;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Completes the fields of a manifest, and their values, by the schema that {@code drawbridge schema} prints. The text
 * before a place need not be valid: only its indentation counts.
 */
final class FieldCompletion {

    private static final Pattern KEY = Pattern.compile("\"?([\\w./-]+)\"?:(?: +(.*))?");
    private static final Pattern ITEM = Pattern.compile("-(?: +|$)");
    private static final String ITEMS = "[]";
    private static final String DEFINITIONS = "#/definitions/";

    private final Map<String, Map<String, Object>> schemas = new ConcurrentHashMap<>();

    /**
     * Where a text ends.
     *
     * @param path the fields around the place, with {@code []} for entries of lists
     * @param key the field whose value is typed; null if it is a field's name
     * @param typed what is typed of the value or name
     */
    record Place(List<String> path, @Nullable String key, String typed) {

        /** The end of the last document of a text. */
        static Place of(String text) {
            Deque<Level> levels = new ArrayDeque<>();
            String key = null;
            String typed = "";
            for (String line : text.split("\n", -1)) {
                String content = line.stripLeading();
                int indent = line.length() - content.length();
                key = null;
                typed = content;
                if (line.startsWith("---")) {
                    levels.clear();
                } else if (!content.startsWith("#")) {
                    for (Matcher item = ITEM.matcher(content); item.lookingAt(); item = ITEM.matcher(content)) {
                        close(levels, indent + 1);
                        if (!levels.isEmpty() && levels.peek().equals(new Level(indent, ITEMS))) {
                            levels.pop();
                        }
                        levels.push(new Level(indent, ITEMS));
                        indent += item.end();
                        content = content.substring(item.end());
                    }
                    Matcher field = KEY.matcher(content);
                    if (field.matches()) {
                        close(levels, indent);
                        levels.push(new Level(indent, field.group(1)));
                        key = field.group(1);
                        typed = field.group(2) == null ? "" : field.group(2).replaceFirst("^[\"']", "");
                    } else {
                        typed = content;
                        close(levels, indent);
                    }
                }
            }
            List<String> path = new ArrayList<>();
            levels.descendingIterator().forEachRemaining(level -> path.add(level.name()));
            return new Place(path, key, typed);
        }

        /** Whether it is a field's value, or an entry of its list. */
        boolean isAt(String parent, String field) {
            List<String> fields =
                    path.stream().filter(name -> !name.equals(ITEMS)).toList();
            int size = fields.size();
            return size > 1 && fields.subList(size - 2, size).equals(List.of(parent, field));
        }

        private record Level(int indent, String name) {}

        private static void close(Deque<Level> levels, int indent) {
            while (!levels.isEmpty() && levels.peek().indent() >= indent) {
                levels.pop();
            }
        }
    }

    /** The fields or values that fit the end of a text. */
    Names of(String text) {
        Place place = Place.of(text);
        String document = text.substring(Math.max(0, text.lastIndexOf("\n---")));
        Stream<Name> names = place.path().size() <= 1 && "apiVersion".equals(place.key())
                ? versions()
                : place.path().size() <= 1 && "kind".equals(place.key())
                        ? Manual.kinds().stream().map(kind -> new Name(kind, ""))
                        : names(place, schema(line(document, "apiVersion"), line(document, "kind")));
        String typed = place.typed().toLowerCase(Locale.ROOT);
        return new Names(
                place.typed(),
                names.filter(name -> name.text().toLowerCase(Locale.ROOT).contains(typed))
                        .toList());
    }

    private static Stream<Name> versions() {
        return Manual.versions().stream().map(version -> new Name(version.group() + "/" + version, ""));
    }

    private static String line(String document, String key) {
        Matcher line = Pattern.compile("(?m)^" + key + ": *[\"']?([\\w./]+)").matcher(document);
        return line.find() ? line.group(1) : "";
    }

    private Map<String, Object> schema(String apiVersion, String kind) {
        return schemas.computeIfAbsent(apiVersion + " " + kind, both -> {
            ApiVersion version = Manual.versions().stream()
                    .filter(one -> apiVersion.equals(one.group() + "/" + one))
                    .findFirst()
                    .orElse(null);
            return version == null || !Manual.kinds().contains(kind)
                    ? Map.of()
                    : new Manual(version, null, false).schema(kind, GateSettings.DEFAULTS, true);
        });
    }

    private static Stream<Name> names(Place place, Map<String, Object> root) {
        List<Map<String, Object>> here = parts(root, root);
        for (String step : place.path()) {
            here = here.stream()
                    .flatMap(schema -> Stream.of(
                            step.equals(ITEMS)
                                    ? schema.get("items")
                                    : object(schema.get("properties")).get(step)))
                    .flatMap(schema -> parts(object(schema), root).stream())
                    .toList();
        }
        Map<String, String> names = new LinkedHashMap<>();
        for (Map<String, Object> schema : here) {
            if (place.key() == null) {
                object(schema.get("properties"))
                        .forEach((name, field) -> names.merge(
                                name + ": ", meaning(object(field)), (one, other) -> one.isEmpty() ? other : one));
            } else if (schema.get("enum") instanceof List<?> values) {
                values.forEach(value -> names.put(String.valueOf(value), ""));
            } else if (types(schema).contains("boolean")) {
                names.put("true", "");
                names.put("false", "");
            }
        }
        return names.entrySet().stream().map(name -> new Name(name.getKey(), name.getValue()));
    }

    /** The schemas that apply to the same value. */
    private static List<Map<String, Object>> parts(Map<String, Object> schema, Map<String, Object> root) {
        List<Map<String, Object>> parts = new ArrayList<>(List.of(schema));
        for (int i = 0; i < parts.size(); i++) {
            Map<String, Object> part = parts.get(i);
            if (part.get("$ref") instanceof String reference) {
                parts.add(object(object(root.get("definitions")).get(reference.substring(DEFINITIONS.length()))));
            }
            for (String several : List.of("allOf", "anyOf", "oneOf")) {
                if (part.get(several) instanceof List<?> all) {
                    all.forEach(one -> parts.add(object(one)));
                }
            }
        }
        return parts;
    }

    private static String meaning(Map<String, Object> field) {
        String description = String.valueOf(field.getOrDefault("description", ""));
        return description.lines().findFirst().orElse("");
    }

    private static String types(Map<String, Object> schema) {
        return schema.get("type") instanceof List<?> all
                ? all.stream().map(String::valueOf).collect(Collectors.joining(" "))
                : String.valueOf(schema.get("type"));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
    }
}
