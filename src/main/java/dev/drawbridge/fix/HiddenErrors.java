package dev.drawbridge.fix;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.Locator;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Suggestion;
import dev.drawbridge.validation.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The errors that mistakes of writing hide. The API server checks no field below a misplaced name, and no rule over a
 * value of the wrong type. Here, the object is validated again as it is meant: with the suggestions, and without the
 * scalars and unknown fields for which there are none.
 */
public final class HiddenErrors {

    /** Number of levels of mistakes that hide each other. */
    private static final int MAX_LEVELS = 4;

    /** Rules over the whole object. */
    private static final Set<Origin> OF_WHOLE = Set.of(Origin.IMMUTABLE, Origin.RECREATE);

    private static final Set<Origin> REFERENCES =
            Set.of(Origin.CONTAINER_CLAIM, Origin.REQUEST_REFERENCE, Origin.CLAIM_STATUS, Origin.SHARED_COUNTERS);

    private final Function<ObjectValue, Verdict> validate;
    private final Map<String, FieldError> found = new LinkedHashMap<>();

    /** The places of values of the wrong type. */
    private final Set<@Nullable Position> mistyped = new HashSet<>();

    /** The values that are left out. */
    private final Set<FieldPath> omitted = new HashSet<>();

    /** The objects of these values, with the names of the missing fields that the values may be meant for. */
    private final Map<FieldPath, Set<String>> possible = new HashMap<>();

    /** The names and strings in these values, to which other fields may refer. */
    private final Set<String> texts = new HashSet<>();

    /** The values that become objects, of which other fields may be missing. */
    private final Set<FieldPath> wrapped = new HashSet<>();

    /** The keys and values that a person must move or replace. */
    private final Set<Position> doubtful = new HashSet<>();

    /** The places of the second values of fields, which are of another object. */
    private final Set<Position> misread = new HashSet<>();

    private HiddenErrors(Function<ObjectValue, Verdict> validate) {
        this.validate = validate;
    }

    /**
     * The verdict with the errors that others hide, and without those that are a consequence of others: what is missing
     * by its own name is not missing if that is misspelled. Unchanged if everything can be decoded.
     *
     * @param validate the verdict on a changed object
     */
    public static Verdict in(ObjectValue object, Verdict verdict, Function<ObjectValue, Verdict> validate) {
        boolean isDecoded =
                verdict.errors().stream().noneMatch(error -> error.type().isDecoding());
        return isDecoded || verdict instanceof Verdict.NotApplicable
                ? verdict
                : new HiddenErrors(validate).added(object, verdict);
    }

    /** The verdict without the errors that are a consequence of a name that is missing, or in upper case. */
    public static Verdict withoutReferences(Verdict verdict) {
        List<FieldError> names = verdict.errors().stream()
                .filter(error -> "name".equals(error.path().name()))
                .toList();
        List<FieldError> errors = verdict.errors().stream()
                .filter(error -> names.stream().noneMatch(name -> isReference(error, name)))
                .toList();
        return errors.size() == verdict.errors().size() ? verdict : Verdict.of(errors, verdict.warnings());
    }

    /** Whether an error is about a name that another one, which is missing or in upper case, should be. */
    private static boolean isReference(FieldError error, FieldError name) {
        String missed = String.valueOf(error.badValue());
        return REFERENCES.contains(error.origin())
                && (name.origin() == Origin.REQUIRED || missed.equalsIgnoreCase(String.valueOf(name.badValue())));
    }

    private Verdict added(ObjectValue object, Verdict verdict) {
        verdict.errors().forEach(this::add);
        ObjectValue meant = object;
        Verdict last = verdict;
        for (int i = 0; i < MAX_LEVELS; i++) {
            ObjectValue next = meant(meant, last.errors());
            if (next == meant) {
                break;
            }
            meant = next;
            misread.clear();
            last = validate.apply(meant);
            last.errors().stream().filter(this::isIndependent).forEach(this::add);
        }
        Set<String> left = new HashSet<>();
        for (FieldError error : last.errors()) {
            left.add(key(error));
            // The names that it lists are complete now.
            found.computeIfPresent(key(error), (key, first) -> error.type().isDecoding() ? first : error);
        }
        last.warnings().forEach(warning -> left.add(key(warning)));
        // A wrong type that was hidden hides other rules.
        boolean isKnown = verdict.errors().stream()
                .map(HiddenErrors::key)
                .collect(Collectors.toSet())
                .containsAll(last.errors().stream()
                        .filter(error -> error.type() == ErrorType.WRONG_TYPE)
                        .map(HiddenErrors::key)
                        .toList());
        List<FieldError> errors = found.values().stream()
                .filter(error -> error.type().isDecoding()
                        || error.suggestion() != null
                        || (left.contains(key(error)) || !isKnown) && !isConsequence(error))
                .toList();
        List<FieldError> warnings = verdict.warnings().stream()
                .filter(warning -> left.contains(key(warning)) || !isKnown)
                .toList();
        return Verdict.of(joined(errors), warnings);
    }

    private void add(FieldError error) {
        found.putIfAbsent(key(error), error);
        if (error.type() == ErrorType.WRONG_TYPE) {
            mistyped.add(
                    error.suggestion() == null
                            ? error.position()
                            : error.suggestion().position());
        }
    }

    private static String key(FieldError error) {
        return key(error, error.position());
    }

    /** Identifies an error even if its field moves. */
    static String key(FieldError error, @Nullable Position position) {
        Object place = position == null ? error.path() : error.path().name() + " " + position;
        return error.type() + " " + error.origin() + " " + place;
    }

    private ObjectValue meant(ObjectValue object, List<FieldError> errors) {
        List<Suggestion> suggestions = new ArrayList<>();
        Set<Value> left = Collections.newSetFromMap(new IdentityHashMap<>());
        List<Suggestion> moves = errors.stream()
                .filter(error -> error.type() == ErrorType.DUPLICATE_FIELD)
                .map(FieldError::suggestion)
                .filter(change -> change != null && change.kind() == Suggestion.Kind.INTO)
                .toList();
        misread.addAll(moves.isEmpty() ? Set.of() : Applied.of(object, moves).moved());
        for (FieldError error : errors) {
            Value value = error.suggestion() == null ? Locator.value(object, error.path()) : null;
            if (misread.contains(error.position()) && error.type() != ErrorType.DUPLICATE_FIELD) {
                found.remove(key(error));
            } else if (error.suggestion() != null) {
                suggestions.add(error.suggestion());
            } else if (value != null && (error.type() == ErrorType.UNKNOWN_FIELD || isScalar(error, value))) {
                FieldPath path = fields(error.path());
                omitted.add(path);
                possible.computeIfAbsent(path.parent(), none -> new HashSet<>())
                        .addAll(error.demand().others());
                texts.add(new StringValue(String.valueOf(path.name()), null).excerpt());
                addTexts(value);
                left.add(value);
            }
        }
        suggestions.stream().filter(one -> one.kind() == Suggestion.Kind.WRAP).forEach(one -> wrapped.add(one.path()));
        List<Suggestion> unsafe =
                suggestions.stream().filter(Suggestion::isUnsafe).toList();
        unsafe.forEach(one -> doubtful.add(one.position()));
        doubtful.addAll(unsafe.isEmpty() ? Set.of() : Applied.of(object, unsafe).moved());
        ObjectValue without = left.isEmpty() ? object : (ObjectValue) without(object, left);
        return Applied.of(without, suggestions).object();
    }

    /** Whether one scalar is instead of another: rules over a list that is none have nothing to check. */
    private static boolean isScalar(FieldError error, Value value) {
        return error.type() == ErrorType.WRONG_TYPE
                && error.demand().keywords().isEmpty()
                && !(value instanceof ObjectValue)
                && !(value instanceof ListValue);
    }

    private Value without(Value value, Set<Value> left) {
        if (value instanceof ListValue list) {
            return list.mapped((index, item) -> left.contains(item) ? NullValue.inPlaceOf(item) : without(item, left));
        }
        return value instanceof ObjectValue object
                ? object.mapped((name, field) -> left.contains(field) ? null : without(field, left))
                : value;
    }

    /** The path with keys of maps as fields, as in the errors of unknown fields. */
    private static FieldPath fields(FieldPath path) {
        FieldPath fields = FieldPath.ROOT;
        for (FieldPath step : path.steps()) {
            fields = step.name() == null ? fields.index(step.index()) : fields.child(step.name());
        }
        return fields;
    }

    private void addTexts(Value value) {
        for (Value one : value.all()) {
            if (one instanceof StringValue text) {
                texts.add(text.excerpt());
            }
            for (int i = 0; one instanceof ObjectValue object && i < object.size(); i++) {
                texts.add(new StringValue(object.key(i), null).excerpt());
            }
        }
    }

    /** Whether an error that was hidden is there whatever the doubtful and omitted values mean. */
    private boolean isIndependent(FieldError error) {
        boolean isKnown = error.type() == ErrorType.WRONG_TYPE && mistyped.contains(error.position());
        boolean isOfWrapped = isMissing(error)
                && (wrapped.contains(error.path())
                        || wrapped.contains(error.path().parent()));
        return !isKnown
                && !isOfWrapped
                && (error.position() == null || !doubtful.contains(error.position()))
                && (error.type().isDecoding() || !isOfOmitted(error));
    }

    /** Whether an error is about an omitted value, or may depend on it like other fields of its object. */
    private boolean isOfOmitted(FieldError error) {
        FieldPath path = fields(error.path());
        return path.steps().stream().anyMatch(omitted::contains)
                || possible.containsKey(path)
                || possible.containsKey(path.parent())
                // As in isConsequence.
                || error.type() == ErrorType.FORBIDDEN
                        && path.steps().stream().anyMatch(step -> possible.containsKey(step.parent()))
                || OF_WHOLE.contains(error.origin())
                        && omitted.stream().anyMatch(one -> one.steps().contains(path));
    }

    /** Whether an omitted value may be what an error misses. */
    private boolean isConsequence(FieldError error) {
        FieldPath path = fields(error.path());
        boolean isMissing =
                isMissing(error) && !possible.getOrDefault(path, Set.of()).isEmpty();
        // Whether a field may be set can depend on fields of the objects around.
        boolean isCondition = error.type() == ErrorType.FORBIDDEN
                && path.steps().stream()
                        .anyMatch(step ->
                                !possible.getOrDefault(step.parent(), Set.of()).isEmpty());
        return isMissing
                || isCondition
                || isMissing(error) && omitted.stream().anyMatch(one -> isMeantBy(one, error))
                || possible.getOrDefault(path.parent(), Set.of()).contains(String.valueOf(path.name()))
                || REFERENCES.contains(error.origin()) && texts.contains(String.valueOf(error.badValue()));
    }

    /** Whether an unknown field is what an error misses in an entry next to it: one with too few spaces before it. */
    private static boolean isMeantBy(FieldPath unknown, FieldError error) {
        String name = String.valueOf(unknown.name());
        FieldPath around = unknown.parent();
        return around != null
                && fields(error.path()).steps().contains(around)
                && (name.equals(error.path().name()) || error.demand().isAbout(name));
    }

    static boolean isMissing(FieldError error) {
        return error.type() == ErrorType.REQUIRED || error.origin() == Origin.UNION;
    }

    /** The errors, with one instead of those that are one mistake. */
    private static List<FieldError> joined(List<FieldError> errors) {
        Map<Object, List<FieldError>> together = new LinkedHashMap<>();
        for (FieldError error : errors) {
            together.computeIfAbsent(
                            Objects.requireNonNullElseGet(mistake(error), Object::new), none -> new ArrayList<>())
                    .add(error);
        }
        List<FieldError> joined = new ArrayList<>();
        for (List<FieldError> same : together.values()) {
            String others = same.stream()
                    .skip(1)
                    .map(error -> String.valueOf(error.path().name()))
                    .collect(Collectors.joining(", "));
            FieldError first = same.get(0);
            boolean isMove = !others.isEmpty() && holder(first) != null;
            joined.add(isMove ? first.saying(first.detail() + ", with " + others) : first);
        }
        return joined;
    }

    /**
     * What errors have in common that are one mistake: where fields move, and the field that begins a new entry. Null
     * for other errors.
     */
    private static @Nullable Object mistake(FieldError error) {
        Suggestion change = error.suggestion();
        boolean isSplit = change != null && change.kind() == Suggestion.Kind.SPLIT;
        return isSplit ? change : holder(error);
    }

    /** The object or entry that a field moves into by its own name; null for other errors. */
    private static @Nullable FieldPath holder(FieldError error) {
        Suggestion move = error.suggestion();
        return move != null
                        && move.kind() == Suggestion.Kind.INTO
                        && move.newName().equals(error.path().name())
                ? Objects.requireNonNull(move.target()).parent()
                : null;
    }
}
