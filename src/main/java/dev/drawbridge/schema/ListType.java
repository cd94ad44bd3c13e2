package dev.drawbridge.schema;

import dev.drawbridge.constraint.Constraint;
import dev.drawbridge.constraint.Limits;
import dev.drawbridge.field.ErrorType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A list of one type. Go reads a null entry as the type's zero value, so each entry is validated as if it were set. */
public final class ListType extends FieldType {

    /** Kubernetes reported a list that is too long as FieldValueTooLong before field.TooMany was used for it. */
    private static final Availability TOO_LONG = Availability.until(KubernetesRelease.K8S_1_31);

    private static final Availability TOO_MANY = Availability.since(KubernetesRelease.K8S_1_32);

    final FieldType item;
    List<Columned<Constraint>> constraints = List.of();
    List<Columned<Constraint>> limits = List.of();

    @Nullable
    Availability checkedFirst;

    @Nullable
    String pairedBy;

    List<String> keys = List.of();
    boolean pairedByType;

    @Nullable
    Columned<Depth> depthBeyondLimit;

    @Nullable
    Columned<String> validatedOnceBy;

    ListType(FieldType item) {
        this.item = item;
    }

    private ListType copy() {
        return (ListType) copied();
    }

    @Override
    public ListType with(Constraint constraint) {
        return with(constraint, Availability.ALWAYS);
    }

    /** Adds a check of the whole list for these columns; a uniqueness check's fields become the key of entries. */
    public ListType with(Constraint constraint, Availability availability) {
        ListType type =
                constraint.keys().isEmpty() ? copy() : keyedBy(constraint.keys().toArray(String[]::new));
        type.constraints = Columned.with(constraints, constraint, availability);
        return type;
    }

    /** At most this many entries. */
    public ListType max(int max) {
        return max(max, Availability.ALWAYS);
    }

    /** At most this many entries, for these columns. */
    public ListType max(int max, Availability availability) {
        ListType type = this;
        if (availability.overlaps(TOO_LONG)) {
            type = type.max(Limits.maxItems(max, ErrorType.TOO_LONG), availability.and(TOO_LONG));
        }
        if (availability.overlaps(TOO_MANY)) {
            type = type.max(Limits.maxItems(max, ErrorType.TOO_MANY), availability.and(TOO_MANY));
        }
        return type;
    }

    /** A limit of another kind, for these columns. */
    public ListType max(Constraint limit, Availability availability) {
        ListType type = copy();
        type.limits = Columned.with(limits, limit, availability);
        return type;
    }

    /** From this release on, too many entries are the only error: they are not validated. */
    public ListType checkedFirstSince(KubernetesRelease release) {
        ListType type = copy();
        type.checkedFirst = Availability.since(release);
        return type;
    }

    /** For these columns, the depth of validation of entries in a list that is too long. */
    public ListType beyondLimit(Depth depth, Availability columns) {
        ListType type = copy();
        type.depthBeyondLimit = new Columned<>(depth, columns);
        return type;
    }

    /** The fields that identify an entry, independent of its index. */
    public ListType keyedBy(String... fields) {
        ListType type = copy();
        type.keys = List.of(fields);
        return type;
    }

    /**
     * The validation code compares an entry with the first stored one that has the same text in this field.
     *
     * @param key the field; empty for a list of strings
     * @param columns {@code declared()} if the Go type also declares it, in its {@code +listMapKey} or {@code
     *     +listType=set}
     */
    public ListType pairedBy(String key, Availability columns) {
        ListType type = keyedBy(key);
        type.pairedBy = key;
        type.pairedByType = columns.source() != Source.CODE;
        return type;
    }

    /**
     * For these columns, a duplicate of an earlier entry is not validated.
     *
     * @param key the field that identifies entries; empty for a list of strings
     */
    public ListType validatedOnceBy(String key, Availability columns) {
        ListType type = copy();
        type.validatedOnceBy = new Columned<>(key, columns);
        return type;
    }
}
