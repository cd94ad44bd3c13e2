package dev.drawbridge.schema;

import dev.drawbridge.constraint.Preparation;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.FieldPath;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A table projected for one target. Validates objects in any number of threads. */
public final class Projection {

    private final ObjectNode root;

    /** The types that the server decodes before it replaces parts of an update; null if it replaces nothing. */
    private final @Nullable ObjectNode types;

    private final UnknownNames names;
    private final @Nullable UnknownNames namesOfTypes;

    private Projection(ObjectNode root, @Nullable ObjectNode types) {
        this.root = root;
        this.types = types;
        this.names = new UnknownNames(root);
        this.namesOfTypes = types == null ? null : new UnknownNames(types);
    }

    public static Projection of(ObjectSchema table, Target target) {
        ObjectNode root = Projector.project(table, target);
        return new Projection(root, root.preparations.isEmpty() ? null : Projector.types(table, target));
    }

    /** The type of an object of a driver, which has no columns. */
    public static Projection ofDriver(ObjectSchema table) {
        return new Projection((ObjectNode) Projector.ofDriver(table), null);
    }

    public ValidationContext validate(ObjectValue object, Decoder decoder) {
        ValidationContext context = new ValidationContext(null);
        new SchemaWalker(context, decoder, names, object).walk(root, object, null);
        return context;
    }

    /** The default of the field at a path, as short JSON; null if it has none. */
    public @Nullable String defaultOf(FieldPath path) {
        FieldNode field = field(path);
        Value value = field == null ? null : field.effective(null, ObjectValue.EMPTY);
        return value == null ? null : value.excerpt();
    }

    /** Whether two objects are equal for the server, after decoding and defaulting. Unknown fields are ignored. */
    public boolean isSame(ObjectValue left, ObjectValue right) {
        return Equality.sameItem(root, left, right);
    }

    /** The key fields of the list at a path; empty if it has none. */
    public List<String> keysOf(FieldPath path) {
        FieldNode field = field(path);
        return field != null && field.node instanceof ListNode list ? list.keys() : List.of();
    }

    /** The field at a path, which omits list entries; null if there is none. */
    private @Nullable FieldNode field(FieldPath path) {
        ObjectNode type = root;
        FieldNode field = null;
        for (FieldPath step : path.steps()) {
            String name = step.name();
            if (!step.isEntry() && name != null) {
                field = type == null ? null : type.field(name);
                type = field == null ? null : ObjectNode.in(field.node);
            }
        }
        return field;
    }

    /** Whether an object of a partial table has a value in that part: a field with the part's word in its name. */
    public boolean isInPart(ObjectValue object) {
        return isInPart(root, object, "");
    }

    private static boolean isInPart(ObjectNode type, ObjectValue object, String outer) {
        String word = Objects.requireNonNullElse(type.table.coveredWord(), outer);
        for (int i = 0; i < object.size(); i++) {
            Value value = object.value(i);
            if (ObjectSchema.isWordIn(object.key(i), word) && Condition.isSet(value)) {
                return true;
            }
            FieldNode field = type.field(object.key(i));
            ObjectNode objects = field == null ? null : ObjectNode.in(field.node);
            if (objects != null && isInPart(objects, value, word)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isInPart(ObjectNode type, Value value, String word) {
        if (value instanceof ListValue list) {
            return list.objects().stream().anyMatch(entry -> isInPart(type, entry, word));
        }
        return value instanceof ObjectValue object && isInPart(type, object, word);
    }

    /** The defaults that the server sets in a created object, as short JSON by field path. */
    public Map<FieldPath, String> defaults(ObjectValue object) {
        return Defaults.of(root, object);
    }

    /** The object without what the server drops. */
    public ObjectValue kept(ObjectValue object, @Nullable ObjectValue old) {
        ValidationContext unread = new ValidationContext(null);
        SchemaWalker walker = new SchemaWalker(unread, Decoder.ofServer(UnknownFields.IGNORE), names, object);
        return new FieldPruning(walker).object(root, object, old);
    }

    /** The gates that are off here and used by a stored object, which an update may keep using. */
    public FeatureGates gatesInUse(ObjectValue stored) {
        return FieldPruning.gates(root, stored, false);
    }

    /**
     * The gates that are off here but proved to be on at the source of the object, since it has fields that would have
     * been dropped.
     */
    public FeatureGates gatesShown(ObjectValue object) {
        return FieldPruning.gates(root, object, true);
    }

    /**
     * Validates an object to be created without fields whose gate is off, which is the usual case: nothing is removed
     * from it.
     *
     * @return empty if the object has such a field
     */
    public Optional<ValidationResult> validateUngated(
            ObjectValue object, UnknownFields unknownFields, Supplier<ValidationContext> contexts) {
        ValidationContext context = contexts.get();
        SchemaWalker walker = new SchemaWalker(context, Decoder.ofServer(unknownFields), names, object);
        walker.walk(root, object, null);
        return walker.metDropped() ? Optional.empty() : Optional.of(new ValidationResult(object, context));
    }

    /**
     * Validates an object.
     *
     * @param old the stored object; null on create
     * @param contexts supplies a new context for each walk, since several may be needed
     */
    public ValidationResult validate(
            ObjectValue object,
            @Nullable ObjectValue old,
            UnknownFields unknownFields,
            Supplier<ValidationContext> contexts) {
        if (types != null && old != null && unknownFields == UnknownFields.DENY) {
            ValidationContext decoder = contexts.get();
            new SchemaWalker(decoder, Decoder.ofServer(unknownFields), namesOfTypes, object).walk(types, object, null);
            if (!decoder.isDecoded()) {
                return new ValidationResult(object, decoder);
            }
            return validatePrepared(prepared(object, old), old, UnknownFields.IGNORE, contexts);
        }
        return validatePrepared(old == null ? object : prepared(object, old), old, unknownFields, contexts);
    }

    private ObjectValue prepared(ObjectValue object, ObjectValue old) {
        ObjectValue prepared = object;
        for (Preparation preparation : root.preparations) {
            prepared = preparation.prepare(prepared, old);
        }
        return prepared;
    }

    private ValidationResult validatePrepared(
            ObjectValue object,
            @Nullable ObjectValue old,
            UnknownFields unknownFields,
            Supplier<ValidationContext> contexts) {
        ValidationContext context = contexts.get();
        SchemaWalker walker = new SchemaWalker(context, Decoder.ofServer(unknownFields), names, object);
        FieldPruning pruning = new FieldPruning(walker);
        ObjectValue left = pruning.object(root, object, old);
        walker.walk(root, left, old);
        if (!pruning.hasRemoved() || context.isDecoded()) {
            return new ValidationResult(left, context);
        }
        // The decoder comes first, and counts the entries that are taken out after it.
        ValidationContext decoder = contexts.get();
        new SchemaWalker(decoder, Decoder.ofServer(unknownFields), names, object).walk(root, object, old);
        return new ValidationResult(object, decoder);
    }

    /** The defaults that a target's server puts into an object, as short JSON by the paths of the unset fields. */
    private static final class Defaults {

        private final Map<FieldPath, String> found = new LinkedHashMap<>();

        private Defaults() {}

        static Map<FieldPath, String> of(ObjectNode type, ObjectValue object) {
            Defaults defaults = new Defaults();
            defaults.object(type, object, FieldPath.ROOT);
            return defaults.found;
        }

        private void object(ObjectNode type, ObjectValue object, FieldPath path) {
            for (FieldNode field : type.fields) {
                if (field.dropped || field.ignored) {
                    continue;
                }
                Value value = object.get(field.name);
                FieldPath here = path.child(field.name);
                if (field.isSet(value)) {
                    value(field.typeBeside(object, null), value, here);
                    continue;
                }
                Value set = field.effective(value, object);
                if (set != null && !set.excerpt().equals("\"\"")) {
                    found.put(here, set.excerpt());
                } else if (field.isStruct()) {
                    value(field.node, ObjectValue.EMPTY, here);
                }
            }
        }

        private void value(TypeNode type, @Nullable Value value, FieldPath path) {
            if (type instanceof ObjectNode node && value instanceof ObjectValue object) {
                object(node, object, path);
            } else if (type instanceof ListNode node && value instanceof ListValue list) {
                for (int i = 0; i < list.size(); i++) {
                    value(node.item(), list.get(i), path.index(i));
                }
            } else if (type instanceof MapNode node && value instanceof ObjectValue map) {
                for (int i = 0; i < map.size(); i++) {
                    value(node.value(), map.value(i), path.key(map.key(i)));
                }
            }
        }
    }
}
