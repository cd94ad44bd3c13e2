package dev.drawbridge.schema;

import dev.drawbridge.constraint.Constraint;
import dev.drawbridge.constraint.Limits;
import dev.drawbridge.constraint.Uniqueness;
import dev.drawbridge.field.ErrorType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A list of one type. Go reads a null entry as the type's zero value, so each entry is validated as if it were set. */
public final class ListType extends FieldType {

    /** Kubernetes reported a list that is too long as FieldValueTooLong before field.TooMany was used for it. */
    private static final Availability TOO_LONG = Availability.until(KubernetesRelease.K8S_1_31);

    private static final Availability TOO_MANY = Availability.since(KubernetesRelease.K8S_1_32);

    private final FieldType item;
    private List<Columned<Constraint>> constraints = List.of();
    private List<Columned<Constraint>> limit = List.of();
    private @Nullable Availability checkedFirst;
    private @Nullable String pairedBy;
    private List<String> keys = List.of();
    private boolean pairedByType;
    private @Nullable Columned<Depth> depthBeyondLimit;
    private @Nullable Columned<String> validatedOnceBy;

    ListType(FieldType item) {
        this.item = item;
    }

    /** A copy, to be changed before anybody else sees it. */
    private ListType copy() {
        ListType copy = new ListType(item);
        copy.constraints = constraints;
        copy.limit = limit;
        copy.checkedFirst = checkedFirst;
        copy.pairedBy = pairedBy;
        copy.keys = keys;
        copy.pairedByType = pairedByType;
        copy.depthBeyondLimit = depthBeyondLimit;
        copy.validatedOnceBy = validatedOnceBy;
        return copy;
    }

    /** The type with this check of the whole list. */
    public ListType with(Constraint constraint) {
        return with(constraint, Availability.ALWAYS);
    }

    private ListType with(Constraint constraint, Availability availability) {
        ListType type = copy();
        type.constraints = Columned.with(constraints, constraint, availability);
        return type;
    }

    /** At most this many entries. */
    public ListType max(int max) {
        return limit(Limits.maxItems(max, ErrorType.TOO_LONG), TOO_LONG).max(max, TOO_MANY);
    }

    /** At most this many entries, where the columns say. */
    public ListType max(int max, Availability availability) {
        return limit(Limits.maxItems(max, ErrorType.TOO_MANY), availability);
    }

    /** A limit of another kind, where the columns say. */
    public ListType limit(Constraint constraint, Availability availability) {
        ListType type = copy();
        type.limit = Columned.with(limit, constraint, availability);
        return type;
    }

    /** What is checked on the whole list so far is declared by the Go type as well, in {@code +k8s:} tags. */
    public ListType declared() {
        return from(Source.BOTH);
    }

    /** What is checked on the whole list so far is declared by the Go type and by nothing else: of a list that an update leaves as it is stored it is not validated again. */
    public ListType declaredAlone() {
        return from(Source.TAGS);
    }

    private ListType from(Source source) {
        ListType type = copy();
        type.limit = Columned.from(source, limit);
        type.constraints = Columned.from(source, constraints);
        return type;
    }

    /** The validation code takes an entry for an update of the stored entry, the first of several, that has the same text in this field. */
    public ListType pairedBy(String key) {
        ListType type = keyedBy(key);
        type.pairedBy = key;
        return type;
    }

    /** The Go type says so too: its {@code +listMapKey}; empty for a {@code +listType=set} of strings. */
    public ListType listMapKey(String key) {
        ListType type = pairedBy(key);
        type.pairedByType = true;
        return type;
    }

    /** From this release on a list that is too long is the only error that is reported: its entries are not validated. */
    public ListType checkedFirstSince(KubernetesRelease release) {
        ListType type = copy();
        type.checkedFirst = Availability.since(release);
        return type;
    }

    /** Where the columns say, of the entries of a list that is too long nothing is checked but what the Go types declare. */
    public ListType asDeclaredBeyondLimit(Availability columns) {
        return beyondLimit(Depth.DECLARED, columns);
    }

    /** Where the columns say, of the entries of a list that is too long nothing is checked that the Go types declare. */
    public ListType byHandBeyondLimit(Availability columns) {
        return beyondLimit(Depth.BY_HAND, columns);
    }

    /** Where the columns say, the entries of a list that is too long are not validated, but what is checked on the whole list is checked. */
    public ListType unvalidatedBeyondLimit(Availability columns) {
        return beyondLimit(Depth.UNVALIDATED, columns);
    }

    private ListType beyondLimit(Depth depth, Availability columns) {
        ListType type = copy();
        type.depthBeyondLimit = new Columned<>(depth, columns);
        return type;
    }

    /**
     * Where the columns say, an entry that repeats an earlier one is not validated itself.
     *
     * @param key the field that tells entries apart; empty for a list of strings
     */
    public ListType validatedOnceBy(String key, Availability columns) {
        ListType type = copy();
        type.validatedOnceBy = new Columned<>(key, columns);
        return type;
    }

    /** An entry is the same one as long as these fields are, wherever it is in the list; what tells entries apart that are unique does so already. */
    public ListType keyedBy(String... fields) {
        ListType type = copy();
        type.keys = List.of(fields);
        return type;
    }

    /** A set of strings: none occurs twice. */
    public ListType set() {
        return with(Uniqueness.noTextTwice());
    }

    /** A map of objects: the string in this field occurs once; the error is reported at the field. */
    public ListType uniqueBy(String key) {
        return keyedBy(key).with(Uniqueness.uniqueBy(key));
    }

    /** A map of objects: the strings in these fields together occur once; the error is reported at the object. */
    public ListType uniqueObjectByAll(String... keys) {
        return keyedBy(keys).with(Uniqueness.uniqueObjectByAll(List.of(keys)));
    }

    /** A map of objects: the string in this field occurs once; the error is reported at the object. */
    public ListType uniqueObjectBy(String key) {
        return uniqueObjectBy(key, Availability.ALWAYS);
    }

    /** The same, where the columns say. */
    public ListType uniqueObjectBy(String key, Availability availability) {
        return keyedBy(key).with(Uniqueness.uniqueObjectBy(key), availability);
    }

    /** The same, where the columns say, in a list of at most so many entries. */
    public ListType uniqueObjectByUpTo(int max, String key, Availability availability) {
        return keyedBy(key).with(Limits.upTo(max, Uniqueness.uniqueObjectBy(key)), availability);
    }

    /** A map of objects: the string in this field occurs once, where the columns say; the error is reported at the field. */
    public ListType uniqueBy(String key, Availability availability) {
        return keyedBy(key).with(Uniqueness.uniqueBy(key), availability);
    }

    @Override
    Node project(Projector projector) {
        boolean first = checkedFirst != null && checkedFirst.covers(projector.target());
        Depth beyond = projector.covered(depthBeyondLimit);
        Depth depthBeyond = beyond != null ? beyond : first ? Depth.UNVALIDATED : Depth.VALIDATED;
        Projector entries = pairedByType ? projector : projector.unpaired();
        return new ListNode(
                entries.node(item),
                entries.at(depthBeyond).node(item),
                projector.covered(validatedOnceBy),
                entries.at(Depth.UNVALIDATED).node(item),
                pairedBy,
                keys,
                entries.isPaired() ? entries.unchanged().node(item) : null,
                projector.constraints(limit),
                first,
                projector.constraints(constraints));
    }

    @Override
    TypeFacts facts() {
        TypeFacts entries = item.facts();
        return new TypeFacts(
                "[]" + entries.name(), null, null, entries, false, ColumnedDemand.of(limit, constraints), List.of());
    }
}
