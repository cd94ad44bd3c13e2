package dev.drawbridge.schema;

import dev.drawbridge.constraint.Constraint;
import dev.drawbridge.constraint.Limits;
import dev.drawbridge.constraint.Uniqueness;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.field.ErrorType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A list of one type. Go reads a null entry as the type's zero value, so each entry is judged as if it were set. */
public final class ListType extends FieldType {

    /** Kubernetes reported a list that is too long as FieldValueTooLong before field.TooMany was used for it. */
    private static final Availability TOO_LONG = Availability.until(KubernetesRelease.K8S_1_31);

    private static final Availability TOO_MANY = Availability.since(KubernetesRelease.K8S_1_32);

    private final FieldType item;
    private final List<Columned<Constraint>> constraints;

    private final List<Columned<Constraint>> limit;
    private final @Nullable Availability checkedFirst;
    private final @Nullable String pairedBy;
    private final @Nullable Columned<FieldType> itemBeyondLimit;
    private final @Nullable Columned<String> judgedOnceBy;

    ListType(FieldType item) {
        this(item, List.of(), List.of(), null, null, null, null);
    }

    private ListType(
            FieldType item,
            List<Columned<Constraint>> constraints,
            List<Columned<Constraint>> limit,
            @Nullable Availability checkedFirst,
            @Nullable String pairedBy,
            @Nullable Columned<FieldType> itemBeyondLimit,
            @Nullable Columned<String> judgedOnceBy) {
        this.item = item;
        this.constraints = constraints;
        this.limit = limit;
        this.checkedFirst = checkedFirst;
        this.pairedBy = pairedBy;
        this.itemBeyondLimit = itemBeyondLimit;
        this.judgedOnceBy = judgedOnceBy;
    }

    /** The type with this check of the whole list. */
    public ListType with(Constraint constraint) {
        return with(constraint, Availability.ALWAYS);
    }

    private ListType with(Constraint constraint, Availability availability) {
        return new ListType(
                item,
                Columned.with(constraints, constraint, availability),
                limit,
                checkedFirst,
                pairedBy,
                itemBeyondLimit,
                judgedOnceBy);
    }

    /** At most this many entries. */
    public ListType max(int max) {
        List<Columned<Constraint>> both = List.of(
                new Columned<>(Limits.maxItems(max, ErrorType.TOO_LONG), TOO_LONG),
                new Columned<>(Limits.maxItems(max, ErrorType.TOO_MANY), TOO_MANY));
        return new ListType(item, constraints, both, checkedFirst, pairedBy, itemBeyondLimit, judgedOnceBy);
    }

    /** At most this many entries, where the columns say. */
    public ListType max(int max, Availability availability) {
        return limit(Limits.maxItems(max, ErrorType.TOO_MANY), availability);
    }

    /** A limit of another kind, where the columns say. */
    public ListType limit(Constraint constraint, Availability availability) {
        return new ListType(
                item,
                constraints,
                Columned.with(limit, constraint, availability),
                checkedFirst,
                pairedBy,
                itemBeyondLimit,
                judgedOnceBy);
    }

    /** An entry updates the stored entry, the first of several, that has the same text in this field. */
    public ListType pairedBy(String key) {
        return new ListType(item, constraints, limit, checkedFirst, key, itemBeyondLimit, judgedOnceBy);
    }

    /** From this release on a list that is too long is told so and nothing else: its entries are not judged. */
    public ListType checkedFirstSince(KubernetesRelease release) {
        return new ListType(
                item, constraints, limit, Availability.since(release), pairedBy, itemBeyondLimit, judgedOnceBy);
    }

    /** The entries of a list that is too long are judged as this type, where the columns say. */
    public ListType beyondLimit(FieldType type, Availability columns) {
        return new ListType(
                item, constraints, limit, checkedFirst, pairedBy, new Columned<>(type, columns), judgedOnceBy);
    }

    /**
     * Where the columns say, an entry that repeats an earlier one is not judged itself.
     *
     * @param key the field that tells entries apart; empty for a list of texts
     */
    public ListType judgedOnceBy(String key, Availability columns) {
        return new ListType(
                item, constraints, limit, checkedFirst, pairedBy, itemBeyondLimit, new Columned<>(key, columns));
    }

    /** A set of texts: none occurs twice. */
    public ListType set() {
        return with(Uniqueness.noTextTwice());
    }

    /** A map of objects: the text in this field occurs once; the error stands at the field. */
    public ListType uniqueBy(String key) {
        return with(Uniqueness.uniqueBy(key));
    }

    /** A map of objects: the texts in these fields together occur once; the error stands at the object. */
    public ListType uniqueObjectByAll(String... keys) {
        return with(Uniqueness.uniqueObjectByAll(List.of(keys)));
    }

    /** A map of objects: the text in this field occurs once; the error stands at the object. */
    public ListType uniqueObjectBy(String key) {
        return uniqueObjectBy(key, Availability.ALWAYS);
    }

    /** The same, where the columns say. */
    public ListType uniqueObjectBy(String key, Availability availability) {
        return with(Uniqueness.uniqueObjectBy(key), availability);
    }

    /** The same, where the columns say, in a list of at most so many entries. */
    public ListType uniqueObjectByUpTo(int max, String key, Availability availability) {
        Constraint unique = Uniqueness.uniqueObjectBy(key);
        Constraint upTo = (value, place) -> {
            if (((ListValue) value).size() <= max) {
                unique.check(value, place);
            }
        };
        return with(upTo, availability);
    }

    /** A map of objects: the text in this field occurs once, where the columns say; the error stands at the field. */
    public ListType uniqueBy(String key, Availability availability) {
        return with(Uniqueness.uniqueBy(key), availability);
    }

    @Override
    Node project(Projector projector) {
        boolean judgedBeyond =
                itemBeyondLimit != null && itemBeyondLimit.availability().covers(projector.target());
        boolean first = checkedFirst != null && checkedFirst.covers(projector.target());
        Node node = projector.node(item);
        Node beyond = judgedBeyond
                ? projector.node(itemBeyondLimit.content())
                : first ? projector.unjudged().node(item) : node;
        boolean once = judgedOnceBy != null && judgedOnceBy.availability().covers(projector.target());
        return new ListNode(
                node,
                beyond,
                once ? judgedOnceBy.content() : null,
                projector.unjudged().node(item),
                pairedBy,
                projector.constraints(limit),
                first,
                projector.constraints(constraints));
    }
}
