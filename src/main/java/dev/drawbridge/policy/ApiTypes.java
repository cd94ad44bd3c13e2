package dev.drawbridge.policy;

import dev.drawbridge.constraint.cel.AdmissionProgram;
import dev.drawbridge.constraint.cel.ApiStruct;
import dev.drawbridge.constraint.cel.ValueProgram;
import dev.drawbridge.document.BundledFile;
import dev.drawbridge.document.JsonReader;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.policy.AdmissionRequest.GroupVersion;
import dev.drawbridge.port.Quantity;
import dev.drawbridge.port.Times;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The API's Go types: what an expression sees of an object is the struct into which the server decodes it. A field that
 * was not sent is there if its type cannot omit it or has a default, unknown fields are gone, and quantities and times
 * have one form.
 *
 * <p>Source: {@code k8s.io/apiserver/pkg/cel/common/valuesschemalesstyped.go}. The types of
 * {@code policy-test.yaml}, which is decoded in the same way, are ours.
 */
final class ApiTypes {

    /** A field: its name, its type, and whether an empty value is left out. */
    record Field(String name, String type, boolean omitEmpty, boolean omitZero) {

        static Field of(String text) {
            int colon = text.indexOf(':');
            int end = text.length();
            boolean zero = text.endsWith("0");
            end -= zero ? 1 : 0;
            boolean empty = text.charAt(end - 1) == '?';
            end -= empty ? 1 : 0;
            return new Field(text.substring(0, colon), text.substring(colon + 1, end), empty, zero);
        }
    }

    /** Read with the first object. */
    private static final class Table {

        private static final Map<String, List<Field>> TYPES = Stream.of("api-types.txt", "test-types.txt")
                .flatMap(Table::read)
                .collect(Collectors.toMap(
                        words -> words[0],
                        words -> fieldsOf(words).map(Field::of).toList()));

        /** The defaults of fields that are absent or empty, by type. */
        private static final Map<String, Map<String, String>> DEFAULTS = read("api-defaults.txt")
                .collect(Collectors.toMap(
                        words -> words[0],
                        words -> fieldsOf(words)
                                .collect(Collectors.toMap(
                                        word -> word.substring(0, word.indexOf('=')),
                                        word -> word.substring(word.indexOf('=') + 1)))));

        private static Stream<String[]> read(String file) {
            return BundledFile.text("/policy/" + file).lines().map(line -> line.split(" "));
        }

        private static Stream<String> fieldsOf(String[] words) {
            return Stream.of(words).skip(1);
        }
    }

    /** The name of the type of a kind; empty if it is not one of the known ones. */
    static Optional<String> named(GroupVersion version, String kind) {
        // Other groups with dots are of CustomResourceDefinitions: batch.tutorial.kubebuilder.io.
        String group =
                version.group().isEmpty() ? "core" : version.group().replaceFirst("(?<=^[a-z]{1,30})\\.k8s\\.io$", "");
        String name = group + "." + version.version() + "." + kind;
        return Optional.of(name).filter(Table.TYPES::containsKey);
    }

    /** All kinds with objects: {@code resource.v1.ResourceClaim}. */
    static Stream<String> kinds() {
        return Table.TYPES.keySet().stream()
                .filter(type ->
                        fields(type).stream().map(Field::name).toList().containsAll(List.of("kind", "metadata")));
    }

    static List<Field> fields(String type) {
        return Table.TYPES.getOrDefault(type, List.of());
    }

    static Map<String, Object> struct(String type, ObjectValue object) {
        Map<String, Object> fields = new ApiStruct();
        Map<String, String> defaults = Table.DEFAULTS.getOrDefault(type, Map.of());
        for (Field field : fields(type)) {
            Value sent = object.get(field.name);
            Object value = sent == null || sent instanceof NullValue ? zero(field.type) : value(field.type, sent);
            if (!(field.omitEmpty && isEmpty(field.type, value)) && !(field.omitZero && isZero(value))) {
                fields.put(field.name, value);
            } else if (defaults.containsKey(field.name)) {
                fields.put(field.name, parsed(field.type.replace("&", ""), defaults.get(field.name)));
            }
        }
        return fields;
    }

    /** The value of a struct whose fields are those of a file of the program. */
    static Map<String, Object> bundled(String type, String file) {
        byte[] text = BundledFile.bytes("/policy/" + file);
        return struct(
                type,
                ObjectValue.orEmpty(JsonReader.withoutPositions(ReadLimits.DEFAULT)
                        .read(text)
                        .value()));
    }

    private static Object parsed(String type, String text) {
        return switch (type) {
            case "string" -> text;
            case "bool" -> Boolean.valueOf(text);
            case "int" -> Long.valueOf(text);
            default -> struct(type, ObjectValue.EMPTY);
        };
    }

    private static boolean isEmpty(String type, Object value) {
        if (type.startsWith("&") || value == AdmissionProgram.NULL) {
            return value == AdmissionProgram.NULL && !type.equals("time") && !type.equals("any");
        }
        return switch (type) {
            case "string" -> "".equals(value);
            case "bool" -> Boolean.FALSE.equals(value);
            case "int" -> Long.valueOf(0).equals(value);
            case "double" -> Double.valueOf(0).equals(value);
            default -> type.startsWith("[]") || type.startsWith("{}") ? isZero(value) : false;
        };
    }

    private static boolean isZero(Object value) {
        return value == AdmissionProgram.NULL
                || value instanceof Map<?, ?> map && map.isEmpty()
                || value instanceof List<?> list && list.isEmpty();
    }

    private static Object zero(String type) {
        return switch (type) {
            case "string" -> "";
            case "bool" -> false;
            case "int" -> 0L;
            case "double" -> 0.0;
            case "quantity" -> "0";
            case "intOrString" -> 0L;
            default -> Table.TYPES.containsKey(type) ? struct(type, ObjectValue.EMPTY) : AdmissionProgram.NULL;
        };
    }

    private static Object value(String type, Value sent) {
        if (type.startsWith("&")) {
            return value(type.substring(1), sent);
        }
        if (type.startsWith("[]") && sent instanceof ListValue list) {
            List<Object> items = new ApiStruct.Items();
            list.items().forEach(item -> items.add(entry(type.substring(2), item)));
            return items;
        }
        if (type.startsWith("{}") && sent instanceof ObjectValue map) {
            Map<String, Object> entries = new ApiStruct.Entries();
            map.forEach((key, value) -> entries.put(key, entry(type.substring(2), value)));
            return entries;
        }
        if (Table.TYPES.containsKey(type)) {
            return struct(type, ObjectValue.orEmpty(sent));
        }
        return switch (type) {
            case "quantity" -> Quantity.canonical(StringValue.ofScalar(sent));
            case "time" -> time(StringValue.ofScalar(sent));
            case "double" -> sent instanceof NumberValue number ? Double.valueOf(number.text()) : untyped(sent);
            default -> untyped(sent);
        };
    }

    private static Object entry(String type, Value sent) {
        return sent instanceof NullValue ? zero(type) : value(type, sent);
    }

    private static Object time(String text) {
        Instant time = Times.instant(text);
        return time == null
                ? AdmissionProgram.NULL
                : time.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** The value of JSON without a type: an integer is an int, and 1.0 a double. */
    static Object untyped(@Nullable Value value) {
        return ValueProgram.plain(value, AdmissionProgram.NULL);
    }
}
