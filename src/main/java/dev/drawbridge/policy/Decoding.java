package dev.drawbridge.policy;

import dev.drawbridge.constraint.Numbers;
import dev.drawbridge.document.BooleanValue;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Severity;
import dev.drawbridge.field.Spelling;
import dev.drawbridge.policy.AdmissionRequest.GroupVersion;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * What the server cannot decode: fields that its types do not have, and values of another type.
 *
 * @param place where fields are unknown, as the end of a sentence
 * @param namesAll whether a field that is like none is reported with the names of all
 * @param misspelled the fields that are missing since they are misspelled
 */
public record Decoding(String place, boolean namesAll, List<DefinitionError> errors, Set<FieldPath> misspelled) {

    /** The errors of decoding a file of policies' tests. */
    public static List<DefinitionError> errorsOfTests(ObjectValue object) {
        Decoding decoding = new Decoding("", true, new ArrayList<>(), new HashSet<>());
        decoding.value("drawbridge.PolicyTests", object, FieldPath.ROOT);
        return decoding.errors;
    }

    /**
     * The errors of decoding an object as this type; then those of its rules, if it can be decoded.
     *
     * @param rules the errors of an object that was decoded
     */
    public static List<DefinitionError> errors(String type, ObjectValue object, Supplier<List<DefinitionError>> rules) {
        Decoding decoding =
                new Decoding(" in " + object.typeField("apiVersion"), false, new ArrayList<>(), new HashSet<>());
        decoding.value(type, object, FieldPath.ROOT);
        if (decoding.errors.stream().noneMatch(error -> error.type() == ErrorType.WRONG_TYPE)) {
            rules.get().stream()
                    .filter(error -> !decoding.misspelled.contains(error.path()))
                    .forEach(decoding.errors::add);
        }
        return decoding.errors;
    }

    /** The errors of decoding an object of a kind of Kubernetes; none for other kinds. */
    public static List<DefinitionError> errors(ObjectValue object) {
        return ApiTypes.named(GroupVersion.parse(object.string("apiVersion")), object.string("kind"))
                .map(type -> errors(type, object, List::of))
                .orElse(List.of());
    }

    private void value(String nullable, Value value, FieldPath path) {
        String type = nullable.startsWith("&") ? nullable.substring(1) : nullable;
        String expected = expected(type, value);
        if (!expected.isEmpty()) {
            String remedy = expected.equals("a string") ? "; put it in quotes" : "";
            String found = type.equals("quantity") ? value.excerpt() : value.typeName();
            add(path, ErrorType.WRONG_TYPE, "expected " + expected + ", found " + found + remedy);
        } else if (type.startsWith("[]") && value instanceof ListValue list) {
            for (int i = 0; i < list.size(); i++) {
                value(type.substring(2), list.get(i), path.index(i));
            }
        } else if (value instanceof ObjectValue object) {
            Map<String, String> fields = ApiTypes.fields(type).stream()
                    .collect(Collectors.toMap(ApiTypes.Field::name, ApiTypes.Field::type));
            for (int i = 0; i < object.size(); i++) {
                FieldPath field = path.child(object.key(i));
                boolean isMap = type.startsWith("{}");
                String of = isMap ? type.substring(2) : fields.get(object.key(i));
                if (of != null) {
                    value(of, object.value(i), isMap ? path.key(object.key(i)) : field);
                } else if (!fields.isEmpty()) {
                    unknown(object, object.key(i), field, path, fields.keySet());
                }
            }
        }
    }

    private void unknown(ObjectValue object, String name, FieldPath field, FieldPath in, Set<String> known) {
        String meant = Spelling.nearest(name, known);
        String remedy = meant == null ? "remove it or fix the name" : "did you mean " + meant + "?";
        String all = meant == null && namesAll ? "expected one of " + String.join(", ", new TreeSet<>(known)) : remedy;
        add(field, ErrorType.UNKNOWN_FIELD, "unknown field" + place + "; " + all);
        if (meant != null && !object.has(meant)) {
            misspelled.add(in.child(meant));
        }
    }

    private void add(FieldPath path, ErrorType type, String text) {
        errors.add(new DefinitionError(path, type, text, Severity.ERROR));
    }

    /** The JSON type that the server expects instead of the value's; empty if it can decode it. */
    private static String expected(String type, Value value) {
        if (value instanceof NullValue) {
            return "";
        }
        if (type.startsWith("[]")) {
            return value instanceof ListValue ? "" : "a list";
        }
        if (type.startsWith("{}") || !ApiTypes.fields(type).isEmpty()) {
            return value instanceof ObjectValue ? "" : "an object";
        }
        return switch (type) {
            case "string" -> value instanceof StringValue ? "" : "a string";
            case "bool" -> value instanceof BooleanValue ? "" : "true or false";
            case "quantity" -> Numbers.amount(value) != null ? "" : "a quantity such as 4 or 10Gi";
            case "int" -> value instanceof NumberValue ? "" : "an integer";
            default -> "";
        };
    }
}
