package dev.drawbridge.policy;

import dev.drawbridge.constraint.cel.CelProblem;
import dev.drawbridge.constraint.content.LabelKeys;
import dev.drawbridge.constraint.content.NameErrors;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Severity;
import dev.drawbridge.port.Strconv;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/**
 * Collects the errors of a policy or a binding in the server's words, and checks the names in them.
 *
 * <p>Source: {@code k8s.io/apimachinery/pkg/util/validation}, {@code pkg/util/validation/field/errors.go} and {@code
 * pkg/api/validation/path}.
 */
final class DefinitionErrors {

    private final List<DefinitionError> errors = new ArrayList<>();

    /** All errors, in the order in which they were found. */
    List<DefinitionError> all() {
        return errors;
    }

    /** Does this for each entry of a list, with its path; one that is no object is empty. */
    static void each(ListValue list, FieldPath path, BiConsumer<ObjectValue, FieldPath> check) {
        for (int i = 0; i < list.size(); i++) {
            check.accept(ObjectValue.orEmpty(list.get(i)), path.index(i));
        }
    }

    /** Does this for each text of a list, with its path; one that is no text is empty. */
    static void eachText(ListValue list, FieldPath path, BiConsumer<String, FieldPath> check) {
        for (int i = 0; i < list.size(); i++) {
            check.accept(StringValue.orEmpty(list.get(i)), path.index(i));
        }
    }

    void add(FieldPath path, ErrorType type, String text) {
        errors.add(new DefinitionError(path, type, text, Severity.ERROR));
    }

    void add(FieldPath path, String shown, CelProblem problem, String hint) {
        String start = problem.type() == ErrorType.INTERNAL
                ? "Internal error: "
                : "Invalid value: " + Strconv.quoted(shown) + ": ";
        String text = start + problem.detail();
        errors.add(new DefinitionError(
                path, problem.type(), text, Severity.ERROR, Origin.POLICY_DEFINITION, problem.place(), hint));
    }

    /** Checks the name, labels and annotations of an object. */
    void metadata(ObjectValue metadata) {
        String name = metadata.string("name");
        FieldPath path = FieldPath.of("metadata", "name");
        if (name.isEmpty() && metadata.string("generateName").isEmpty()) {
            required(path, "name or generateName is required");
        } else if (!name.isEmpty()) {
            subdomain(path, name);
        }
        labels(metadata.object("labels"), FieldPath.of("metadata", "labels"));
        ObjectValue annotations = metadata.object("annotations");
        for (int i = 0; i < annotations.size(); i++) {
            if (LabelKeys.qualifiedName(annotations.key(i).toLowerCase(Locale.ROOT)) != null) {
                qualifiedName(annotations.key(i), FieldPath.of("metadata", "annotations"));
            }
        }
    }

    void required(FieldPath path, String detail) {
        add(path, ErrorType.REQUIRED, "Required value" + (detail.isEmpty() ? "" : ": " + detail));
    }

    /** Whether a text is there, which is required. */
    boolean has(FieldPath path, String text, String detail) {
        if (text.isEmpty()) {
            required(path, detail);
        }
        return !text.isEmpty();
    }

    void invalid(FieldPath path, String value, String detail) {
        add(path, ErrorType.INVALID, "Invalid value: " + Strconv.quoted(value) + ": " + detail);
    }

    void invalid(FieldPath path, Value value, String detail) {
        add(path, ErrorType.INVALID, "Invalid value: " + value.json() + ": " + detail);
    }

    /** Checks that a value is not one of those that were seen, and adds it to them. */
    void unique(FieldPath path, String value, Set<String> seen) {
        if (!seen.add(value)) {
            add(path, ErrorType.DUPLICATE, "Duplicate value: " + Strconv.quoted(value));
        }
    }

    void oneOf(ObjectValue object, FieldPath path, String field, String... supported) {
        if (object.has(field)) {
            oneOf(path.child(field), object.string(field), supported);
        }
    }

    void oneOf(FieldPath path, String value, String... supported) {
        if (!List.of(supported).contains(value)) {
            String all = List.of(supported).stream().map(Strconv::quoted).collect(Collectors.joining(", "));
            String text = "Unsupported value: " + Strconv.quoted(value) + ": supported values: " + all;
            add(path, ErrorType.NOT_SUPPORTED, text);
        }
    }

    void subdomain(FieldPath path, String name) {
        NameErrors.subdomain(name, "bytes").forEach(problem -> invalid(path, name, problem));
    }

    /**
     * Checks a label that begins with a letter.
     *
     * @param start the beginning of the message
     */
    void label(FieldPath path, String label, String shown, String start) {
        NameErrors.rfc1035Label(label).forEach(problem -> invalid(path, shown, start + problem));
    }

    /** Checks labels, all at one place. */
    void labels(ObjectValue labels, FieldPath path) {
        for (int i = 0; i < labels.size(); i++) {
            qualifiedName(labels.key(i), path);
            labelValue(labels.string(labels.key(i)), path);
        }
    }

    void labelValue(String value, FieldPath path) {
        NameErrors.labelValue(value).forEach(problem -> invalid(path, value, problem));
    }

    void qualifiedName(String name, FieldPath path) {
        NameErrors.qualifiedName(name).forEach(problem -> invalid(path, name, problem));
    }

    void pathSegment(String name, FieldPath path) {
        if (name.equals(".") || name.equals("..")) {
            invalid(path, name, "may not be '" + name + "'");
        }
        for (String part : List.of("/", "%")) {
            if (name.contains(part)) {
                invalid(path, name, "may not contain '" + part + "'");
            }
        }
    }
}
