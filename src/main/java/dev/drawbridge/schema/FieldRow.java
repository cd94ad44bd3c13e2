package dev.drawbridge.schema;

import dev.drawbridge.constraint.EntryRemoval;
import dev.drawbridge.field.ErrorType;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One row of the table: a field, its type, whether it is required, and its columns. Immutable; each method returns a
 * new row.
 *
 * <p>"Unset" is Go's, not JSON's: {@code ""}, {@code 0}, {@code false} and {@code []} count as unset in a field that is
 * not a pointer, and as set in a pointer.
 */
public final class FieldRow implements Cloneable {

    /** An alternative type of a field under a condition, null if it is the same, with a depth of validation. */
    record Beside(Condition where, @Nullable FieldType type, Depth depth) {}

    final String name;
    final FieldType type;
    final Presence presence;
    Source source = Source.CODE;
    Set<UpdateTag> barred = Set.of();
    Availability availability = Availability.ALWAYS;
    boolean pointer;
    List<String> aliases = List.of();

    @Nullable
    String defaultText;

    /** The objects in which it has a default; null for all. */
    @Nullable
    Condition defaulted;

    @Nullable
    EntryRemoval removal;

    @Nullable
    String meaning;

    private List<Columned<ErrorType>> missing = List.of();
    private Availability gated = Availability.ALWAYS;
    private Map<Trait, Availability> traits = Map.of();
    private List<Columned<Beside>> besides = List.of();

    private FieldRow(String name, FieldType type, Presence presence) {
        this.name = name;
        this.type = type;
        this.presence = presence;
    }

    static FieldRow of(String name, FieldType type, Presence presence) {
        return new FieldRow(name, type, presence);
    }

    /** A copy with all columns, to be changed before it is published. */
    private FieldRow copy() {
        try {
            return (FieldRow) clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    public FieldRow with(Trait trait) {
        return with(trait, Availability.ALWAYS);
    }

    public FieldRow with(Trait trait, Availability columns) {
        FieldRow row = copy();
        row.traits = new EnumMap<>(Trait.class);
        row.traits.putAll(traits);
        row.traits.put(trait, columns);
        return row;
    }

    /** A Go pointer: set to its zero value it is still set. */
    public FieldRow pointer() {
        FieldRow row = copy();
        row.pointer = true;
        return row;
    }

    /** The errors for a missing required field, instead of {@code FieldValueRequired} alone. */
    public FieldRow missing(ErrorType... errors) {
        return missing(Availability.ALWAYS, errors);
    }

    /** The errors for a missing required field in these columns; elsewhere it is {@code FieldValueRequired}. */
    public FieldRow missing(Availability columns, ErrorType... errors) {
        FieldRow row = copy();
        for (ErrorType error : errors) {
            row.missing = Columned.with(row.missing, error, columns);
        }
        return row;
    }

    /**
     * Changes that an update must not make: {@code FieldValueInvalid} at the field. If the field may not be set, the
     * server keeps the stored value of an update that omits it.
     */
    public FieldRow update(UpdateTag first, UpdateTag... more) {
        FieldRow row = copy();
        row.barred = first == UpdateTag.IMMUTABLE ? UpdateTag.ALL : Set.copyOf(EnumSet.of(first, more));
        return row;
    }

    /**
     * The server's default, a string or number, set before validation. The empty string is Go's value of an unset
     * string that is validated, too.
     */
    public FieldRow defaultsTo(String text) {
        FieldRow row = copy();
        row.defaultText = text;
        return row;
    }

    /** The server's default in objects that match. */
    public FieldRow defaultsTo(String text, Condition where) {
        FieldRow row = defaultsTo(text);
        row.defaulted = where;
        return row;
    }

    /** Exists in the type from this release on. */
    public FieldRow since(KubernetesRelease release) {
        return available(availability.and(Availability.since(release)));
    }

    /** Exists in the type up to and including this release. */
    public FieldRow until(KubernetesRelease release) {
        return available(availability.and(Availability.until(release)));
    }

    public FieldRow in(ApiVersion first, ApiVersion... more) {
        return available(availability.and(Availability.in(first, more)));
    }

    /** Validated on these requests; on the others the server reads its JSON types and then ignores it. */
    public FieldRow on(Operation first, Operation... more) {
        return available(availability.and(Availability.on(first, more)));
    }

    /** The server drops the field before validation if this gate is off, unless the stored object uses the feature. */
    public FieldRow gate(FeatureGate gate) {
        return available(availability.and(Availability.gate(gate)));
    }

    /** Like {@link #gate(FeatureGate)} for these columns; in others the server forgot to drop the field. */
    public FieldRow gate(FeatureGate gate, Availability columns) {
        FieldRow row = gate(gate);
        row.gated = columns;
        return row;
    }

    /** Its presence is also declared by the Go type, in {@code +k8s:} tags. */
    public FieldRow declared() {
        return from(Source.BOTH);
    }

    /** Its presence is declared only by the Go type: values that an update does not change are not validated again. */
    public FieldRow declaredAlone() {
        return from(Source.TAGS);
    }

    private FieldRow from(Source there) {
        FieldRow row = copy();
        row.source = there;
        return row;
    }

    /** The server removes these entries of a list before it validates an update. */
    public FieldRow removing(EntryRemoval entries) {
        FieldRow row = copy();
        row.removal = entries;
        return row;
    }

    public FieldRow when(Condition where, FieldType other) {
        return beside(where, other, Depth.VALIDATED, Availability.ALWAYS);
    }

    /** The depth of validation if a sibling is set, for these columns. */
    public FieldRow when(String sibling, Depth depth, Availability columns) {
        return when(Condition.isSet(sibling), depth, columns);
    }

    public FieldRow when(Condition where, Depth depth, Availability columns) {
        return beside(where, null, depth, columns);
    }

    private FieldRow beside(Condition where, @Nullable FieldType other, Depth depth, Availability columns) {
        FieldRow row = copy();
        row.besides = Columned.with(besides, new Beside(where, other, depth), columns);
        return row;
    }

    /** Its purpose in a sentence or two, unless the manual has it; empty if there is none. */
    public FieldRow with(String text) {
        FieldRow row = copy();
        row.meaning = text;
        return row;
    }

    /** Names that users write instead of this one, for hints. */
    public FieldRow replaced(String... names) {
        FieldRow row = copy();
        row.aliases = List.of(names);
        return row;
    }

    private FieldRow available(Availability columns) {
        FieldRow row = copy();
        row.availability = columns;
        return row;
    }

    /** The row restricted to these columns, too; null if they exclude each other. */
    @Nullable
    FieldRow within(Availability columns) {
        return availability.overlaps(columns) ? available(availability.and(columns)) : null;
    }

    boolean collidesWith(FieldRow other) {
        return name.equals(other.name) && availability.overlaps(other.availability);
    }

    List<ErrorType> missing(Target target) {
        List<ErrorType> here = Columned.covering(missing, target);
        return here.isEmpty() ? List.of(ErrorType.REQUIRED) : here;
    }

    /** Whether a create checks more than its JSON types. */
    boolean isValidatedOnCreate() {
        Availability unvalidated = traits.get(Trait.NOT_VALIDATED);
        return unvalidated == null || !unvalidated.requests().contains(Operation.CREATE);
    }

    boolean is(Trait trait, Target target) {
        Availability columns = traits.get(trait);
        return columns != null && columns.covers(target);
    }

    /** The alternatives in objects of the target; the first whose condition matches applies. */
    List<Beside> besides(Target target) {
        return Columned.covering(besides, target);
    }

    /** The alternatives in objects of any target. */
    List<Beside> besides() {
        return besides.stream().map(Columned::content).toList();
    }

    /** Whether its gate is off, and the stored object does not use the feature. */
    boolean isGateOff(Target target) {
        return !availability.isEnabled(target.gates()) && !availability.isInUse(target.stored());
    }

    boolean isDropped(Target target) {
        return gated.covers(target) && isGateOff(target);
    }

    boolean isRead(Target target) {
        return availability.coversRequest(target);
    }
}
