package dev.drawbridge.schema;

import dev.drawbridge.constraint.Preparation;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.FieldPath;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A table projected for one target: it validates objects, as many at a time as there are threads. */
public final class Projection {

    private final ObjectNode root;

    /** What the server decodes before it puts something else into an update; null if it puts in nothing. */
    private final @Nullable ObjectNode types;

    private Projection(ObjectNode root, @Nullable ObjectNode types) {
        this.root = root;
        this.types = types;
    }

    /** The table's part that is for the target. */
    public static Projection of(ObjectSchema table, Target target) {
        ObjectNode root = Projector.project(table, target);
        return new Projection(root, root.preparations.isEmpty() ? null : Projector.types(table, target));
    }

    /** The default of the field at a path, as short JSON; null if it has none. */
    public @Nullable String defaultOf(FieldPath path) {
        FieldNode field = field(path);
        Value value = field == null ? null : field.effective(null, ObjectValue.EMPTY);
        return value == null ? null : value.excerpt();
    }

    /** The object with the mistakes put right that have one meaning. */
    public Repaired repaired(ObjectValue object, Repaired.Wish wish) {
        return Repairs.of(root, object, wish);
    }

    /**
     * Whether two objects are the same to the server: after decoding and defaults. Fields that it does not know do not
     * count.
     */
    public boolean isSame(ObjectValue left, ObjectValue right) {
        return Equality.sameItem(root, left, right);
    }

    /** The fields that tell the entries of the list at a path apart; empty if none do. */
    public List<String> keysOf(FieldPath path) {
        FieldNode field = field(path);
        return field != null && field.node instanceof ListNode list ? list.keys() : List.of();
    }

    /** The field at a path, in which entries of lists are passed over; null if there is none. */
    private @Nullable FieldNode field(FieldPath path) {
        ObjectNode type = root;
        FieldNode field = null;
        for (FieldPath step : path.steps()) {
            String name = step.name();
            if (!step.isEntry() && name != null) {
                field = type == null ? null : type.field(name);
                type = field == null ? null : field.node.objects();
            }
        }
        return field;
    }

    /**
     * Whether an object of which the table has a part says anything in that part: it has a field with the part's word
     * in its name.
     */
    public boolean isInPart(ObjectValue object) {
        return isInPart(root, object, "");
    }

    private static boolean isInPart(ObjectNode type, ObjectValue object, String outer) {
        String word = Objects.requireNonNullElse(type.table.coveredWord(), outer);
        for (int i = 0; i < object.size(); i++) {
            Value value = object.value(i);
            if (ObjectSchema.isWordIn(object.key(i), word) && !isEmpty(value)) {
                return true;
            }
            FieldNode field = type.field(object.key(i));
            ObjectNode objects = field == null ? null : field.node.objects();
            if (objects != null && isInPart(objects, value, word)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isInPart(ObjectNode type, Value value, String word) {
        if (value instanceof ListValue list) {
            for (int i = 0; i < list.size(); i++) {
                if (list.get(i) instanceof ObjectValue entry && isInPart(type, entry, word)) {
                    return true;
                }
            }
        }
        return value instanceof ObjectValue object && isInPart(type, object, word);
    }

    private static boolean isEmpty(Value value) {
        return value instanceof NullValue || value instanceof ListValue list && list.size() == 0;
    }

    /** The defaults that the server puts into an object that is created, as short JSON by the paths of the fields. */
    public Map<FieldPath, String> defaults(ObjectValue object) {
        return Defaults.of(root, object);
    }

    /** The gates that are off here and that a stored object uses: what it has, an update may have too. */
    public FeatureGates gatesInUse(ObjectValue stored) {
        return FieldPruning.gates(root, stored, false);
    }

    /**
     * The gates that are off here and that are on where the object comes from: it has what a server without them would
     * have dropped.
     */
    public FeatureGates gatesShown(ObjectValue object) {
        return FieldPruning.gates(root, object, true);
    }

    /**
     * Validates an object to be created that has no field whose gate is off, as almost all are: nothing has to be taken
     * out of it.
     *
     * @return empty if the object has such a field
     */
    public Optional<ValidationResult> validateUngated(
            ObjectValue object, UnknownFields unknownFields, Supplier<ValidationContext> contexts) {
        ValidationContext context = contexts.get();
        SchemaWalker walker = new SchemaWalker(context, unknownFields);
        walker.walkRoot(root, object, null);
        return walker.metDropped() ? Optional.empty() : Optional.of(new ValidationResult(object, context));
    }

    /**
     * Finds what is wrong with the object.
     *
     * @param old what is stored; null on create
     * @param contexts a new context each time, since not every walk is the last
     */
    public ValidationResult validate(
            ObjectValue object,
            @Nullable ObjectValue old,
            UnknownFields unknownFields,
            Supplier<ValidationContext> contexts) {
        if (types != null && old != null && unknownFields == UnknownFields.DENY) {
            ValidationContext decoder = contexts.get();
            new SchemaWalker(decoder, unknownFields).walkRoot(types, object, null);
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
        SchemaWalker walker = new SchemaWalker(context, unknownFields);
        FieldPruning pruning = new FieldPruning(walker);
        ObjectValue left = pruning.object(root, object, old);
        walker.walkRoot(root, left, old);
        if (!pruning.hasRemoved() || context.isDecoded()) {
            return new ValidationResult(left, context);
        }
        // The decoder comes first, and counts the entries that are taken out after it.
        ValidationContext decoder = contexts.get();
        new SchemaWalker(decoder, unknownFields).walkRoot(root, object, old);
        return new ValidationResult(object, decoder);
    }
}
