package dev.drawbridge.explain;

import dev.drawbridge.field.Spelling;
import dev.drawbridge.schema.FieldFacts;
import dev.drawbridge.schema.ObjectSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A path from an object to one of its fields, as far as it leads. */
final class Lookup {

    /** A lookup of the path in objects of another type, such as {@code where spec.perDeviceNodeSelection is true}. */
    record Variant(String where, ObjectSchema owner, FieldFacts field) {}

    /**
     * A table on the path to the field, whose rules may apply to it.
     *
     * @param where a condition on the object, such as {@code where spec.perDeviceNodeSelection is true}; empty for all
     * @param path the fields that lead to the table
     * @param field the remaining fields of the path
     */
    record Ancestor(String where, ObjectSchema table, String path, String field) {}

    /** A table that has one of the fields on the way. */
    private record Holder(int fields, String where, ObjectSchema table) {}

    private final Subject subject;
    private final List<String> steps;
    private final List<String> fields = new ArrayList<>();
    private final List<Holder> holders = new ArrayList<>();
    private final List<String> above = new ArrayList<>();
    private List<Variant> variants = List.of();
    private ObjectSchema owner;
    private @Nullable FieldFacts field;
    private int depth;

    private String problem = "";

    Lookup(Subject subject, List<String> steps) {
        this.subject = subject;
        this.steps = steps;
        this.owner = subject.table();
        while (problem.isEmpty() && depth < steps.size()) {
            step(steps.get(depth));
        }
    }

    private void step(String name) {
        FieldFacts holder = field;
        if (holder != null) {
            ObjectSchema object = holder.object();
            if (object == null && holder.shape().isMap()) {
                depth++;
                return;
            }
            if (object == null) {
                problem = path() + " is " + holder.type() + ", which has no fields";
                return;
            }
            if (holder.type().startsWith("map[") && isKey(object, name)) {
                depth++;
                return;
            }
            owner = object;
            addAbove(holder);
            variants = variants(holder, name);
        }
        Optional<FieldFacts> next = subject.field(owner, name);
        if (next.isEmpty()) {
            next = subject.fieldElsewhere(owner, name);
            next.ifPresent(field -> above.add(name + " is not a field in Kubernetes " + subject.release() + "; it is "
                    + subject.releases(field.where())));
        }
        if (next.isEmpty()) {
            List<String> names =
                    subject.fields(owner).stream().map(FieldFacts::name).toList();
            String replacement = owner.replacement(name);
            String path = String.join(".", steps.subList(0, depth + 1));
            problem = subject.noField(owner, name, path)
                    + (replacement == null ? Spelling.hint(name, names) : "; " + replacement);
            return;
        }
        field = next.get();
        holders.add(new Holder(fields.size(), "", owner));
        variants.forEach(variant -> holders.add(new Holder(fields.size(), variant.where(), variant.owner())));
        fields.add(name);
        depth++;
    }

    /** Whether a step is a map key or a part of one, which may have dots; likely misspellings of fields are not. */
    private boolean isKey(ObjectSchema object, String step) {
        List<String> names =
                subject.fields(object).stream().map(FieldFacts::name).toList();
        boolean isLast = depth == steps.size() - 1;
        return !names.contains(step) && !(isLast && !Spelling.hint(step, names).isEmpty());
    }

    private List<Variant> variants(FieldFacts holder, String name) {
        List<Variant> next = new ArrayList<>();
        variants.forEach(variant -> addVariant(variant.where(), variant.field().object(), name, next));
        holder.others().forEach(other -> addVariant(other.where(), other.shape().anyObject(), name, next));
        return next;
    }

    private void addVariant(String where, @Nullable ObjectSchema object, String name, List<Variant> next) {
        if (object != null) {
            subject.field(object, name).ifPresent(found -> next.add(new Variant(where, object, found)));
        }
    }

    private void addAbove(FieldFacts holder) {
        if (!holder.checks().update().isEmpty()) {
            above.add(path() + ": " + holder.checks().update());
        }
        String conditions = Conditions.of(holder.where());
        if (!conditions.isEmpty()) {
            above.add(path() + " is validated" + conditions.substring(1));
        }
    }

    Subject subject() {
        return subject;
    }

    /** The part of the path that leads to a field. */
    String path() {
        return String.join(".", steps.subList(0, depth));
    }

    /** The number of steps that lead to a field. */
    int depth() {
        return depth;
    }

    /** The reason why the path ends early; empty if it was followed to its end. */
    String problem() {
        return problem;
    }

    /** The table that has the field; the kind's own if the path is empty. */
    ObjectSchema owner() {
        return owner;
    }

    @Nullable
    FieldFacts field() {
        return field;
    }

    List<Variant> variants() {
        return variants;
    }

    /** The tables on the path above the field's own, outermost first. */
    List<Ancestor> ancestors() {
        return holders.stream()
                .filter(holder -> holder.fields() < fields.size() - 1)
                .map(holder -> new Ancestor(
                        holder.where(),
                        holder.table(),
                        String.join(".", fields.subList(0, holder.fields())),
                        String.join(".", fields.subList(holder.fields(), fields.size()))))
                .toList();
    }

    /** Rules of the tables above that apply to the field. */
    List<String> above() {
        return above;
    }
}
