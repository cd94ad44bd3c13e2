package dev.drawbridge.driver;

import dev.drawbridge.constraint.cel.LinearPattern;
import dev.drawbridge.document.BooleanValue;
import dev.drawbridge.document.JsonEquality;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.driver.ParameterSchema.Combinations;
import dev.drawbridge.driver.ParameterSchema.ObjectFields;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Spelling;
import dev.drawbridge.validation.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Validates one object of parameters, and finds all mistakes with their positions. */
final class ParameterValidator {

    private static final int MAX_DEPTH = 64;
    private static final int MAX_ERRORS = 100;

    /** The maximum number of entries compared for uniqueness: more than fit in the API server's limit of 10 KiB. */
    private static final int MAX_UNIQUE = 6_000;

    private final DriverEntry entry;
    private final String driver;
    private final DriverEntry.ParameterKind kind;
    private final DriverGates gates;
    private final List<FieldError> errors = new ArrayList<>();
    private final List<FieldError> warnings = new ArrayList<>();

    ParameterValidator(DriverEntry entry, String driver, DriverEntry.ParameterKind kind, DriverGates gates) {
        this.entry = entry;
        this.driver = driver;
        this.kind = kind;
        this.gates = gates;
    }

    /** Validates parameters. */
    Verdict validate(ObjectValue parameters, FieldPath path) {
        object(kind.schema().fields(), parameters, path, 0, kind.header());
        if (errors.isEmpty()) {
            rules(kind.schema(), parameters, path);
        }
        return Verdict.of(errors, warnings);
    }

    private void report(
            ErrorType type, FieldPath path, @Nullable Value value, String detail, @Nullable Position position) {
        add(errors, type, path, value, detail, Origin.DRIVER_PARAMETERS, position);
    }

    private void report(ErrorType type, FieldPath path, Value value, String detail) {
        report(type, path, value, detail, value.position());
    }

    private void add(
            List<FieldError> found,
            ErrorType type,
            FieldPath path,
            @Nullable Value value,
            String detail,
            Origin origin,
            @Nullable Position position) {
        if (found.size() < MAX_ERRORS) {
            String shown = value == null || value instanceof ObjectValue || value instanceof ListValue
                    ? null
                    : value.excerpt();
            String of = origin == Origin.DRIVER_GATE ? "" : " (" + driver + ")";
            found.add(new FieldError(type, path, shown, detail + of, origin, position));
        }
    }

    private void value(ParameterSchema schema, Value value, FieldPath path, int depth) {
        if (depth > MAX_DEPTH) {
            report(ErrorType.INVALID, path, null, "must have no more than " + MAX_DEPTH + " levels", value.position());
            return;
        }
        if (value instanceof NullValue
                && (entry.parameters().nullsAreUnset() || schema.types().contains("null"))) {
            return;
        }
        int before = errors.size();
        if (!schema.hasType(value)) {
            String expected = "expected " + String.join(" or ", schema.types());
            report(ErrorType.WRONG_TYPE, path, value, expected + ", found " + value.typeName());
            return;
        }
        for (SchemaLimit limit : schema.limits()) {
            if (!limit.isMet().test(value)) {
                boolean isTooLong = value instanceof NumberValue number && number.decimal() == null;
                report(
                        limit.type(),
                        path,
                        value,
                        isTooLong ? NumberValue.DECIMAL_LIMIT : limit.demand().sentence());
            }
        }
        if (value instanceof ListValue list && errors.size() == before) {
            list(schema, list, path, depth);
        } else if (value instanceof ObjectValue object) {
            object(schema.fields(), object, path, depth, Set.of());
        }
        combined(schema.combined(), value, path, depth);
        // As in the API server, rules do not run on values that their schema refuses.
        if (errors.size() == before) {
            rules(schema, value, path);
        }
    }

    private void list(ParameterSchema schema, ListValue list, FieldPath path, int depth) {
        ParameterSchema items = schema.items().schema();
        for (int i = 0; items != null && i < list.size() && errors.size() < MAX_ERRORS; i++) {
            value(items, list.get(i), path.index(i), depth + 1);
        }
        if (schema.items().areUnique()) {
            unique(list, path);
        }
    }

    private void unique(ListValue list, FieldPath path) {
        if (list.size() > MAX_UNIQUE) {
            report(
                    ErrorType.TOO_MANY,
                    path,
                    list,
                    "must be no more than " + MAX_UNIQUE + " items if these must be unique");
            return;
        }
        for (int i = 1; i < list.size(); i++) {
            for (int j = 0; j < i; j++) {
                if (JsonEquality.same(list.get(i), list.get(j))) {
                    report(ErrorType.DUPLICATE, path.index(i), list.get(i), "must be unique");
                    break;
                }
            }
        }
    }

    private void object(ObjectFields known, ObjectValue written, FieldPath path, int depth, Set<String> header) {
        ObjectValue object = kind.ignoresCase() ? inCase(known, written) : written;
        for (int i = 0; i < object.size() && errors.size() < MAX_ERRORS; i++) {
            String key = object.key(i);
            if (object.isRepeated(i)) {
                report(
                        ErrorType.DUPLICATE_FIELD,
                        path.child(key),
                        null,
                        "duplicate key; remove one",
                        object.keyPosition(i));
            }
            if (header.contains(key)) {
                continue;
            }
            ParameterSchema named = known.properties().get(key);
            boolean isMatched = named != null;
            if (named != null) {
                value(named, object.value(i), path.child(key), depth + 1);
            }
            for (Map.Entry<LinearPattern, ParameterSchema> pattern :
                    known.patternProperties().entrySet()) {
                if (pattern.getKey().isIn(key)) {
                    isMatched = true;
                    value(pattern.getValue(), object.value(i), path.child(key), depth + 1);
                }
            }
            ParameterSchema additional = known.additional();
            if (!isMatched && additional != null) {
                value(additional, object.value(i), path.key(key), depth + 1);
            } else if (!isMatched && known.areClosed()) {
                unknown(known, key, path.child(key), object.keyPosition(i));
            }
        }
        for (String name : known.required()) {
            Value value = object.get(name);
            if (value == null
                    || value instanceof NullValue && entry.parameters().nullsAreUnset()) {
                report(ErrorType.REQUIRED, path.child(name), null, "is required; set it", object.position());
            }
        }
    }

    private void unknown(ObjectFields known, String key, FieldPath path, @Nullable Position position) {
        String detail = "unknown field of " + (kind.kind().isEmpty() ? "these parameters" : kind.kind())
                + (kind.ignoresUnknown() ? ", which the driver ignores" : "")
                + otherwise(known, key);
        List<FieldError> found = kind.ignoresUnknown() ? warnings : errors;
        add(found, ErrorType.UNKNOWN_FIELD, path, null, detail, Origin.DRIVER_PARAMETERS, position);
    }

    /**
     * The object with its field names in the case of the schema: {@code encoding/json} ignores case. Of names that
     * differ only in case, the last one is used, unless its value is null.
     */
    private static ObjectValue inCase(ObjectFields known, ObjectValue object) {
        List<String> names = new ArrayList<>();
        Map<String, Integer> last = new HashMap<>();
        for (int i = 0; i < object.size(); i++) {
            String key = object.key(i);
            String name = known.properties().containsKey(key)
                    ? key
                    : known.properties().keySet().stream()
                            .filter(key::equalsIgnoreCase)
                            .findFirst()
                            .orElse(key);
            names.add(name);
            if (!(object.value(i) instanceof NullValue) || !last.containsKey(name)) {
                last.put(name, i);
            }
        }
        ObjectValue.Builder fields = ObjectValue.at(object.position());
        for (int i = 0; i < object.size(); i++) {
            int counts = Objects.requireNonNull(last.get(names.get(i)), "each name has a last field");
            if (object.key(i).equals(object.key(counts))) {
                fields.add(names.get(i), object.value(i), object.keyPosition(i));
            }
        }
        return fields.build();
    }

    /** A suggestion for an unknown field. */
    private String otherwise(ObjectFields known, String key) {
        String versions = known.elsewhere().get(key);
        return versions == null
                ? Spelling.hint(key, List.copyOf(known.properties().keySet()))
                : " in version" + entry.versions().suffix() + " of the driver; it exists " + versions;
    }

    private void combined(Combinations schemas, Value value, FieldPath path, int depth) {
        schemas.allOf().forEach(each -> value(each, value, path, depth + 1));
        if (!schemas.anyOf().isEmpty() && count(schemas.anyOf(), value, path, depth) == 0) {
            report(
                    ErrorType.INVALID,
                    path,
                    value,
                    "must match one of " + schemas.anyOf().size() + " alternatives");
        }
        if (!schemas.oneOf().isEmpty()) {
            long matches = count(schemas.oneOf(), value, path, depth);
            if (matches != 1) {
                report(
                        ErrorType.INVALID,
                        path,
                        value,
                        "must match exactly one of " + schemas.oneOf().size() + " alternatives, but matches "
                                + matches);
            }
        }
        ParameterSchema not = schemas.not();
        if (not != null && count(List.of(not), value, path, depth) > 0) {
            report(ErrorType.INVALID, path, value, "must not match the schema under \"not\"");
        }
    }

    private long count(List<ParameterSchema> schemas, Value value, FieldPath path, int depth) {
        return schemas.stream()
                .filter(each -> {
                    ParameterValidator alone = new ParameterValidator(entry, driver, kind, gates);
                    alone.value(each, value, path, depth + 1);
                    return alone.errors.isEmpty();
                })
                .count();
    }

    private void rules(ParameterSchema schema, Value value, FieldPath path) {
        if (schema.rules().isEmpty()) {
            return;
        }
        Object self = plain(value, 0);
        schema.rules().broken(self).forEach(rule -> broken(rule, value, path));
    }

    private void broken(ParameterRule rule, Value value, FieldPath path) {
        FieldPath place = path;
        Value found = value;
        for (String step : rule.fieldPath().isEmpty()
                ? new String[0]
                : rule.fieldPath().substring(1).split("\\.")) {
            place = place.child(step);
            Value next = found instanceof ObjectValue object ? object.get(step) : null;
            found = next == null ? found : next;
        }
        Boolean isOn = rule.gate().isEmpty()
                ? Boolean.valueOf(rule.isOfGate())
                : gates.state(driver, rule.gate(), entry.parameters().gates().getOrDefault(rule.gate(), false));
        if (rule.isWarning()) {
            add(warnings, ErrorType.INVALID, place, found, rule.message(), Origin.DRIVER_PARAMETERS, found.position());
        } else if (isOn != null && isOn == rule.isOfGate()) {
            report(ErrorType.INVALID, place, found, rule.message());
        } else if (isOn == null && !rule.isOfGate()) {
            String detail =
                    rule.message() + "; --driver-gates " + driver + ":" + rule.gate() + "=true declares that it is on";
            add(warnings, ErrorType.INVALID, place, found, detail, Origin.DRIVER_GATE, found.position());
        }
    }

    /** The value as rules see it, without nulls. */
    static Object plain(Value value, int depth) {
        if (depth > MAX_DEPTH) {
            return "";
        }
        if (value instanceof ObjectValue object) {
            Map<String, Object> map = new LinkedHashMap<>();
            for (int i = 0; i < object.size(); i++) {
                if (!(object.value(i) instanceof NullValue)) {
                    map.put(object.key(i), plain(object.value(i), depth + 1));
                }
            }
            return map;
        }
        if (value instanceof ListValue list) {
            List<Object> items = new ArrayList<>();
            for (int i = 0; i < list.size(); i++) {
                items.add(plain(list.get(i), depth + 1));
            }
            return items;
        }
        if (value instanceof NumberValue number) {
            return number.isIntegerBetween(Long.MIN_VALUE, Long.MAX_VALUE)
                    ? (Object) Long.valueOf(number.text())
                    : (Object) Double.valueOf(number.text());
        }
        if (value instanceof BooleanValue bool) {
            return bool.value();
        }
        return value instanceof StringValue text ? text.value() : "";
    }
}
