package dev.drawbridge.schema;

import dev.drawbridge.constraint.Constraint;
import dev.drawbridge.constraint.Limits;
import dev.drawbridge.constraint.Uniqueness;
import dev.drawbridge.field.ErrorType;
import java.util.List;

/** A list of one type. Go reads a null entry as the type's zero value, so each entry is judged as if it were set. */
public final class ListType extends FieldType {

    /** Kubernetes reported a list that is too long as FieldValueTooLong before field.TooMany was used for it. */
    private static final Availability TOO_LONG = Availability.until(KubernetesRelease.K8S_1_31);

    private static final Availability TOO_MANY = Availability.since(KubernetesRelease.K8S_1_32);

    private final FieldType item;
    private final List<Columned<Constraint>> constraints;

    ListType(FieldType item, List<Columned<Constraint>> constraints) {
        this.item = item;
        this.constraints = constraints;
    }

    /** The type with this check of the whole list. */
    public ListType with(Constraint constraint) {
        return with(constraint, Availability.ALWAYS);
    }

    private ListType with(Constraint constraint, Availability availability) {
        return new ListType(item, Columned.with(constraints, constraint, availability));
    }

    /** At most this many entries. */
    public ListType max(int max) {
        return with(Limits.maxItems(max, ErrorType.TOO_LONG), TOO_LONG)
                .with(Limits.maxItems(max, ErrorType.TOO_MANY), TOO_MANY);
    }

    /** A set of texts: none occurs twice. */
    public ListType set() {
        return with(Uniqueness.noTextTwice());
    }

    /** A map of objects: the text in this field occurs once; the error stands at the field. */
    public ListType uniqueBy(String key) {
        return with(Uniqueness.uniqueBy(key));
    }

    /** A map of objects: the text in this field occurs once; the error stands at the object. */
    public ListType uniqueObjectBy(String key) {
        return with(Uniqueness.uniqueObjectBy(key));
    }

    @Override
    Node project(Projector projector) {
        return new ListNode(projector.node(item), projector.constraints(constraints));
    }
}
