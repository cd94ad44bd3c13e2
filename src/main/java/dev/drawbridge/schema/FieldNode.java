package dev.drawbridge.schema;

import dev.drawbridge.constraint.EntryRemoval;
import dev.drawbridge.document.BooleanValue;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.ErrorType;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The projection of a {@link FieldRow} for one target. */
final class FieldNode {

    final String name;
    final TypeNode node;
    final Presence presence;
    final List<ErrorType> missing;
    final boolean pointer;
    final List<String> aliases;
    private final boolean written;

    /** The server empties the field but keeps it. */
    final boolean emptied;

    /** The type with only its JSON types, for fields that are already set; null if that makes no difference. */
    private final @Nullable TypeNode unvalidated;

    /** If the stored value is invalid, only JSON types are checked. */
    final boolean tolerated;

    /** The projection for a value that an update does not change; null if that makes no difference. */
    private final @Nullable FieldNode unchanged;

    /** Unchanged expressions and parameters are not validated again. */
    final boolean keptUnchanged;

    /** An alternative type under a condition. */
    record Beside(Condition where, TypeNode node) {}

    /** Entries that the server removes from a list, and what they are decoded as. */
    record Removal(EntryRemoval which, TypeNode entry) {}

    /** Entries that an update removes; null for none. */
    final @Nullable Removal removal;

    final List<Beside> besides;

    final Set<UpdateTag> barred;
    final @Nullable Value defaultValue;

    /** The objects in which it has the default; null for all. */
    private final @Nullable Condition defaulted;

    /** The gate is off: the server drops the field before it validates. */
    final boolean dropped;

    /** A create ignores the field and its content. */
    final boolean ignored;

    /** Whether its gate is off; a stored object that has it uses the feature. */
    final boolean gateOff;

    /** The server would have dropped the field otherwise: an object that has it shows that its gate is on. */
    final boolean showsGate;

    /** Whether an unchanged stored value affects the validation. */
    final boolean dependsOnChange;

    final FeatureGates gates;

    /** Only its type is checked, if it is set: most fields. */
    final boolean isPlain;

    /** The field's bit in the set of fields that an object has; 0 for the 65th field of a driver's and later ones. */
    final long bit;

    /**
     * The types of a field for validation.
     *
     * @param unvalidated the type with only its JSON types, if it may be validated so; otherwise null
     * @param unchanged the field if an update does not change it; null if it is the same
     * @param removal the entries that an update removes; null if there are none
     */
    record Types(
            TypeNode node,
            @Nullable TypeNode unvalidated,
            List<Beside> besides,
            @Nullable FieldNode unchanged,
            @Nullable Removal removal) {}

    FieldNode(FieldRow row, Types types, Target target, Depth depth, boolean dropped, boolean ignored, int ordinal) {
        this.name = row.name;
        this.node = types.node();
        this.unvalidated = types.unvalidated();
        this.unchanged = types.unchanged();
        this.keptUnchanged = depth.keeps(Source.CODE) && row.is(Trait.KEPT_UNCHANGED, target);
        this.besides = types.besides();
        this.removal = types.removal();
        boolean keeps = depth.keeps(row.source);
        this.presence = keeps ? row.presence : Presence.OPTIONAL;
        this.missing = row.missing(target);
        this.pointer = row.pointer;
        this.aliases = row.aliases;
        this.written = row.is(Trait.SET_WHERE_WRITTEN, target);
        this.emptied = row.is(Trait.EMPTIED, target);
        this.barred = keeps ? row.barred : Set.of();
        this.defaultValue = defaultValue(row.defaultText, node);
        this.defaulted = row.defaulted;
        this.dropped = dropped;
        this.ignored = ignored;
        this.tolerated = depth.isValidated() && row.is(Trait.VALIDATED_IF_STORED_IS, target);
        this.gateOff = row.isGateOff(target) && !row.is(Trait.SHOWS_NO_GATE, target);
        this.showsGate = row.isDropped(target);
        this.dependsOnChange = keptUnchanged || unchanged != null;
        this.gates = row.availability.gates();
        this.bit = ordinal < Long.SIZE ? 1L << ordinal : 0;
        this.isPlain = presence == Presence.OPTIONAL
                && barred.isEmpty()
                && defaultValue == null
                && besides.isEmpty()
                && unvalidated == null
                && !dependsOnChange
                && !ignored;
    }

    private static @Nullable Value defaultValue(@Nullable String text, TypeNode node) {
        if (text == null) {
            return null;
        }
        return node instanceof ScalarNode scalar && scalar.kind().isInteger()
                ? new NumberValue(text, null)
                : new StringValue(text, null);
    }

    /** Whether validation is needed even if the field is absent. */
    boolean mattersWhenAbsent() {
        return !dropped && couldMatter();
    }

    private boolean couldMatter() {
        return presence == Presence.REQUIRED
                || presence == Presence.DOCUMENTED
                || barred.contains(UpdateTag.NO_UNSET)
                || defaultValue != null && !isSet(defaultValue)
                || isStruct();
    }

    TypeNode typeBeside(ObjectValue siblings, @Nullable ObjectValue old) {

        for (Beside beside : besides) {
            if (beside.where.holds(siblings, old)) {
                return beside.node;
            }
        }
        return node;
    }

    TypeNode unvalidated() {
        return unvalidated == null ? node : unvalidated;
    }

    /** The projection for a value that an update does not change. */
    FieldNode unchanged() {
        return unchanged == null ? this : unchanged;
    }

    /** The stored value; an unset struct that is not a pointer is empty. */
    @Nullable
    Value stored(ObjectValue old) {
        Value stored = old.get(name);
        return isStruct() && !(stored instanceof ObjectValue) ? ObjectValue.EMPTY : stored;
    }

    /** A Go struct that is not a pointer: it is always there. */
    boolean isStruct() {
        return !pointer && node.isObject();
    }

    /** The value that the server validates: the default if the field is unset; null if it has none. */
    @Nullable
    Value effective(@Nullable Value value, ObjectValue siblings) {
        if (isSet(value)) {
            return value;
        }
        return defaulted == null || defaulted.test(siblings) ? defaultValue : null;
    }

    /** Whether the field is set in Go: not null, and not the zero value of a type that is not a pointer. */
    boolean isSet(@Nullable Value value) {
        if (value == null || value instanceof NullValue) {
            return false;
        }
        if (pointer) {
            return true;
        }
        if (node instanceof ScalarNode scalar) {
            return !scalar.kind().isZero(value);
        }
        if (value instanceof ListValue list) {
            return written || list.size() > 0;
        }
        return !(node instanceof MapNode) || !(value instanceof ObjectValue map) || map.size() > 0;
    }

    /** Whether the field is nonzero for Go's reflection, as are an empty list or map, and a time (it has a zone). */
    boolean isNonZero(@Nullable Value value) {
        if (value == null
                || value instanceof NullValue
                || value instanceof BooleanValue bool && !bool.value() && !pointer) {
            return false;
        }
        return pointer
                || !(node instanceof ScalarNode scalar)
                || scalar.kind() == ScalarKind.TIME
                || !scalar.kind().isZero(value);
    }
}
