package dev.drawbridge.schema;

import dev.drawbridge.constraint.Constraint;
import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.constraint.WalkPath;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The one loop over objects, old and new together. Unknown, duplicate, mistyped, missing, forbidden and changed fields
 * are found here; everything else is a constraint or a rule of the projected table. The depth of recursion is the
 * table's, not the object's.
 */
final class SchemaWalker {

    /** Number of errors of a review above which hints are omitted, since they would cost too much. */
    private static final int HINTED = 1_000;

    private static final Demand DUPLICATE = new Demand(Origin.DUPLICATE_FIELD, "duplicate key");

    private static final Demand UNCHANGED = new Demand(Origin.IMMUTABLE, "field is immutable");

    private final ValidationContext context;
    private final WalkPath path;
    private final Decoder decoder;
    private boolean metDropped;

    /** What unknown names mean in the type of the whole object; null if there are no hints. */
    private final @Nullable UnknownNames names;

    private final ObjectValue whole;
    private @Nullable FieldSuggestions suggestions;

    /** The last valid map of each type: the attribute names of a slice's devices are not validated again. */
    private final Map<MapNode, ObjectValue> rightMaps = new IdentityHashMap<>(4);

    /** A walk of parts of an object, without hints. */
    private SchemaWalker(ValidationContext context) {
        this(context, Decoder.ofServer(UnknownFields.IGNORE), null, ObjectValue.EMPTY);
    }

    SchemaWalker(ValidationContext context, Decoder decoder, @Nullable UnknownNames names, ObjectValue whole) {
        this.context = context;
        this.path = context.walk();
        this.decoder = decoder;
        this.names = names;
        this.whole = whole;
    }

    WalkPath path() {
        return path;
    }

    boolean metDropped() {
        return metDropped;
    }

    void walk(ObjectNode type, ObjectValue object, @Nullable ObjectValue old) {
        int wrongTypes = context.wrongTypes();
        int before = context.errors().size();
        long seen = 0;
        for (int i = 0; i < object.size(); i++) {
            FieldNode field = type.field(object.key(i));
            if (field == null) {
                unknown(type, object, i);
                continue;
            }
            if (field.bit == 0 ? object.isRepeated(i) : (seen & field.bit) != 0) {
                duplicate(type, object, i);
            }
            seen |= field.bit;
            metDropped |= field.showsGate;
            field(field, object.value(i), object, old);
        }
        for (FieldNode field : type.mattersWhenAbsent) {
            if (field.bit == 0 ? !object.has(field.name) : (seen & field.bit) == 0) {
                field(field, null, object, old);
            }
        }
        if (context.wrongTypes() == wrongTypes) {
            for (ObjectRule rule : type.rules) {
                int errors = context.errors().size();
                if (rule.isForValidValues() && errors > before) {
                    continue;
                }
                rule.check(object, old, context);
                if (context.isTraced()) {
                    context.trace(rule.demands(), errors);
                }
            }
        }
    }

    /** A field that the server drops: it must still be of its type, and its loss is reported. */
    void dropped(FieldNode field, Value value) {
        path.enter(field.name);
        if (field.isSet(value)) {
            value(field.node, value, null);
            DroppedFieldWarnings.warnOfGate(field, value, context);
        } else if (!(value instanceof NullValue)) {
            hasType(field.node, value);
        }
        path.leave();
    }

    /** An entry that the server removes from a list: it must still be of its type, and its loss is reported. */
    void removed(FieldNode field, int entry, TypeNode type, Value value) {
        path.enter(field.name);
        path.enter(entry);
        value(type, value, null);
        DroppedFieldWarnings.warnOfUpdate(context);
        path.leave();
        path.leave();
    }

    private void unknown(ObjectNode type, ObjectValue object, int entry) {
        String name = object.key(entry);
        TypeNode other = type.other(name);
        if (other != null) {
            if (object.isRepeated(entry)) {
                duplicate(type, object, entry);
            }
            path.enterKey(name, FieldPath.MAX_SHOWN);
            value(other, object.value(entry), null);
            path.leave();
            return;
        }
        boolean isDenied = decoder.unknownFields() == UnknownFields.DENY;
        if (decoder.unknownFields() == UnknownFields.IGNORE
                || !type.table.covers(name)
                        && !(isDenied
                                && (type.table.isMisplaced(name, object.value(entry), object)
                                        || type.isMissingBelow(name, object.value(entry), object)
                                        || FieldSuggestions.emptyListAbove(type, object, entry) >= 0))) {
            return;
        }
        ValidationContext field = context.at(name);
        if (decoder.unknownFields() == UnknownFields.WARN) {
            field.warn(ErrorType.UNKNOWN_FIELD, null, new Demand(Origin.UNKNOWN_FIELD, laterField(type, name)));
            return;
        }
        String owner = decoder.owner().isEmpty() ? "in " + type.target.version().qualified() : decoder.owner();
        Demand demand = new Demand(Origin.UNKNOWN_FIELD, "unknown field " + owner);
        int most = object.keyPosition(entry) == null ? HINTED : ValidationContext.MAX_ERRORS;
        boolean isMany = context.errors().size() >= most;
        FieldSuggestions found = isMany ? null : suggestions();
        if (found == null) {
            field.report(ErrorType.UNKNOWN_FIELD, null, demand);
            return;
        }
        Meaning meaning = found.of(type, object, entry, context.path().toString(), field.fields());
        demand = demand.adding(meaning.hint()).dependingOn(meaning.possible().toArray(String[]::new));
        if (decoder.unknownFields() == UnknownFields.HINT) {
            field.warn(ErrorType.UNKNOWN_FIELD, null, demand);
            return;
        }
        field.report(ErrorType.UNKNOWN_FIELD, null, demand, meaning.change());
    }

    private @Nullable FieldSuggestions suggestions() {
        if (suggestions == null && names != null) {
            suggestions = new FieldSuggestions(names, whole);
        }
        return suggestions;
    }

    /** About a field of a cluster that is newer than the release, or than the table. */
    private static String laterField(ObjectNode type, String name) {
        String elsewhere = type.table.elsewhere(name, type.target);
        return elsewhere == null ? "unknown field, not in Drawbridge's table" : "unknown field here; it " + elsewhere;
    }

    private void duplicate(@Nullable ObjectNode type, ObjectValue object, int entry) {
        ValidationContext field = context.at(object.key(entry));
        Position position = object.keyPosition(entry);
        FieldSuggestions found = position == null ? null : suggestions();
        Meaning meaning =
                found == null ? new Meaning("remove one") : found.ofDuplicate(type, object, entry, field.fields());
        Demand once = DUPLICATE.adding(meaning.hint());
        field.reportAt(position, ErrorType.DUPLICATE_FIELD, null, once, meaning.change());
    }

    private void field(FieldNode type, @Nullable Value value, ObjectValue object, @Nullable ObjectValue old) {
        Value oldValue = old == null ? null : type.stored(old);
        boolean isUnchanged = old != null && type.dependsOnChange && Equality.sameField(type, object, old);
        FieldNode field = isUnchanged ? type.unchanged() : type;
        int wrongTypes = context.wrongTypes();
        path.enter(field.name);
        if (field.isPlain) {
            if (value != null && (field.isSet(value) || isNull(value))) {
                value(field.node, value, oldValue);
            } else {
                absent(field, value, oldValue);
            }
            path.leave();
            return;
        }
        Value effective = isNull(value) ? value : field.effective(value, object);
        if (effective == null) {
            absent(field, value, oldValue);
        } else if (field.keptUnchanged && isUnchanged) {
            path.enterStored();
            value(field.typeBeside(object, old), effective, oldValue);
            path.leaveStored();
        } else if (field.tolerated && oldValue != null && !isValid(field.node, oldValue)) {
            value(field.unvalidated(), effective, oldValue);
        } else {
            value(field.typeBeside(object, old), effective, oldValue);
        }
        if (field.ignored && value instanceof ObjectValue ignored) {
            DroppedFieldWarnings.warnOfRequest((ObjectNode) field.node, ignored, context);
        }
        if (context.wrongTypes() == wrongTypes) {
            int errors = context.errors().size();
            presence(field, value, effective);
            if (context.isTraced() && field.presence != Presence.OPTIONAL) {
                context.trace(field.presence.demands(), errors);
            }
            if (old != null && !field.barred.isEmpty()) {
                change(field, object, old);
            }
        }
        path.leave();
    }

    private boolean isValid(TypeNode type, Value stored) {
        ValidationContext apart = new ValidationContext(context.namespaceLabels());
        new SchemaWalker(apart).value(type, stored, null);
        return apart.errors().isEmpty();
    }

    private void change(FieldNode field, ObjectValue object, ObjectValue old) {
        int errors = context.errors().size();
        if (field.barred.contains(Equality.change(field, object, old)) && !Equality.sameField(field, object, old)) {
            context.report(ErrorType.INVALID, null, UNCHANGED);
        }
        if (context.isTraced()) {
            context.trace(List.of(UNCHANGED), errors);
        }
    }

    /** A field that Go has for unset: only its JSON type matters, and the fields of a struct that is always there. */
    private void absent(FieldNode field, @Nullable Value value, @Nullable Value old) {
        boolean fits = value == null || value instanceof NullValue || hasType(field.node, value);
        if (fits && field.isStruct()) {
            walk((ObjectNode) field.node, ObjectValue.EMPTY, old instanceof ObjectValue oldObject ? oldObject : null);
        }
    }

    private void presence(FieldNode field, @Nullable Value value, @Nullable Value effective) {
        switch (field.presence) {
            case OPTIONAL -> {}
            case REQUIRED -> {
                if (effective == null) {
                    String advice = value instanceof NumberValue ? "0 is the same as no value" : "set it";
                    for (ErrorType missing : field.missing) {
                        context.report(missing, shown(value), field.presence.adding(advice));
                    }
                }
            }
            case DOCUMENTED -> {
                if (effective == null) {
                    context.warn(
                            ErrorType.REQUIRED, null, field.presence.demands().get(0));
                }
            }
            case FORBIDDEN -> {
                if (field.isNonZero(value)) {
                    context.report(ErrorType.FORBIDDEN, value, field.presence.adding("remove it"));
                }
            }
        }
    }

    private static @Nullable Value shown(@Nullable Value value) {
        return value instanceof NullValue ? null : value;
    }

    /** Whether it is a null that is a value. */
    private boolean isNull(@Nullable Value value) {
        return decoder.nullsAreValues() && value instanceof NullValue;
    }

    /** An entry of a list or map; Go reads a null as a zero value. */
    private Value entry(TypeNode type, Value value) {
        return decoder.nullsAreValues() ? value : Equality.zeroForNull(type, value);
    }

    /** A value that is set, or a null, which is a zero value that no rule checks. */
    void value(TypeNode type, Value value, @Nullable Value old) {
        if (value instanceof NullValue && !decoder.nullsAreValues()) {
            return;
        }
        if (type instanceof ScalarNode scalar) {
            if (hasType(scalar, value)) {
                check(scalar.constraints(), value, context.errors().size());
            }
        } else if (hasType(type, value)) {
            if (type instanceof ObjectNode object) {
                walk(object, (ObjectValue) value, old instanceof ObjectValue oldObject ? oldObject : null);
            } else if (type instanceof ListNode list) {
                list(list, (ListValue) value, old instanceof ListValue stored ? stored : ListValue.EMPTY);
            } else {
                map((MapNode) type, (ObjectValue) value);
            }
        }
    }

    private boolean hasType(TypeNode type, Value value) {
        String problem = TypeProblem.of(type, value);
        if (problem == null) {
            return true;
        }
        Map<String, Object> keywords =
                type instanceof ScalarNode ? Map.of() : Map.of("type", type instanceof ListNode ? "array" : "object");
        Meaning meaning = TypeProblem.meaning(type, value, context.fields());
        Demand demand = new Demand(Origin.TYPE, problem, keywords).adding(meaning.hint());
        context.reportWrongType(value, demand, meaning.change());
        return false;
    }

    private void check(Constraint[] constraints, Value value, int before) {
        for (Constraint constraint : constraints) {
            int errors = context.errors().size();
            if (constraint.isForValidValues() && errors > before) {
                continue;
            }
            constraint.check(value, context);
            if (context.isTraced()) {
                context.trace(constraint.demands(), errors);
            }
        }
    }

    private void list(ListNode type, ListValue list, ListValue stored) {
        int wrongTypes = context.wrongTypes();
        int errors = context.errors().size();
        check(type.limit().constraints(), list, errors);
        boolean tooLong = context.errors().size() > errors;
        TypeNode item = tooLong ? type.limit().itemBeyond() : type.item();
        Map<String, Value> paired = paired(type, stored);
        ListNode.Repeats repeats = type.repeats();
        Set<String> seen = repeats == null ? null : new HashSet<>();
        for (int i = 0; i < list.size(); i++) {
            path.enter(i);
            Value entry = entry(item, list.get(i));
            Value old = paired.isEmpty() ? null : paired.get(key(type, entry));
            if (repeats != null && seen != null && !seen.add(text(entry, repeats.key()))) {
                value(repeats.item(), entry, old);
            } else if (type.unchangedItem() != null && !tooLong && old != null && Equality.sameItem(item, entry, old)) {
                value(type.unchangedItem(), entry, old);
            } else {
                value(item, entry, old);
            }
            path.leave();
        }
        if (context.wrongTypes() == wrongTypes && !(tooLong && type.limit().checkedFirst())) {
            check(type.constraints(), list, errors);
        }
    }

    /** The stored entries by their identifying text; the first of several. */
    private static Map<String, Value> paired(ListNode type, ListValue stored) {
        if (type.pairedBy() == null || stored.size() == 0) {
            return Map.of();
        }
        Map<String, Value> paired = new HashMap<>();
        for (int i = 0; i < stored.size(); i++) {
            paired.putIfAbsent(key(type, stored.get(i)), stored.get(i));
        }
        return paired;
    }

    private static String key(ListNode type, Value entry) {
        return text(entry, type.pairedBy());
    }

    /** The identifying text of an entry: itself or one of its fields. */
    private static String text(Value entry, @Nullable String field) {
        if (entry instanceof StringValue text) {
            return text.value();
        }
        return field != null && entry instanceof ObjectValue object ? object.string(field) : "";
    }

    private void map(MapNode type, ObjectValue map) {
        int wrongTypes = context.wrongTypes();
        int errors = context.errors().size();
        int warnings = context.warnings().size();
        check(type.limit(), map, errors);
        boolean asksKeys = type.asksKeysBeyondLimit() || context.errors().size() == errors;
        ObjectValue before = rightMaps.getOrDefault(type, ObjectValue.EMPTY);
        boolean isKnown = true;
        for (int i = 0; i < map.size(); i++) {
            // The identical string, not an equal one: readers keep one instance of each name.
            isKnown = isKnown && i < before.size() && before.key(i) == map.key(i);
            if (!isKnown && map.isRepeated(i)) {
                duplicate(null, map, i);
            }
            if (!isKnown && asksKeys && type.keysAtMap().length > 0) {
                check(type.keysAtMap(), map.keyText(i), context.errors().size());
            }
            path.enterKey(map.key(i), type.shown());
            if (!isKnown && asksKeys && type.keys().length > 0) {
                check(type.keys(), map.keyText(i), context.errors().size());
            }
            value(type.value(), entry(type.value(), map.value(i)), null);
            path.leave();
        }
        if (context.wrongTypes() == wrongTypes) {
            check(type.constraints(), map, errors);
        }
        if (!isKnown && context.errors().size() == errors && context.warnings().size() == warnings) {
            rightMaps.put(type, map);
        }
    }
}
