package dev.drawbridge.admission;

import dev.drawbridge.admission.EntryMatcher.Match;
import dev.drawbridge.document.JsonEquality;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.schema.Operation;
import dev.drawbridge.validation.ValidationRequest;
import dev.drawbridge.validation.Validator;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * The errors that the stored object already has. An update may keep them, so that adding a label or removing a
 * finalizer is not denied. Changed values must be valid; a list, map or string above its limit may keep its size or
 * shrink.
 *
 * <p>Source: KEP-4008, "CRD validation ratcheting", applied to a release other than the one that took the object.
 */
final class StoredMistakes {

    /** Rules about updates rather than objects: a stored object cannot break them. */
    private static final Set<Origin> TRANSITIONS = EnumSet.of(
            Origin.IMMUTABLE, Origin.NO_NEW_CONSUMERS, Origin.NO_NEW_FINALIZERS, Origin.DEALLOCATION, Origin.TYPE_META);

    private static final String METADATA = "metadata";

    private final ValidationRequest update;
    private final Value stored;
    private final EntryMatcher matcher;

    /** The number of stored errors of each kind at each path. */
    private final Map<Mistake, Integer> counts;

    /** The amount by which each limit is exceeded. */
    private final Map<Mistake, Long> excesses = new HashMap<>();

    /** The lists that have too many entries. */
    private final Set<FieldPath> overlong = new HashSet<>();

    private record Mistake(FieldPath path, Origin origin) {}

    private StoredMistakes(
            ValidationRequest update,
            Value stored,
            EntryMatcher matcher,
            List<FieldError> unchanged,
            List<FieldError> anew) {
        this.matcher = matcher;
        this.update = update;
        this.stored = stored;
        this.counts = counts(unchanged);
        counts(anew).forEach((mistake, count) -> counts.merge(mistake, count, Math::max));
    }

    /** The errors of the stored object, validated both as an unchanged object and as a new one. */
    static StoredMistakes of(ValidationRequest update, Value stored, Validator validator) {
        List<FieldError> unchanged =
                validator.validate(update.of(update.request(), stored, stored)).errors();
        ValidationRequest anew = update.request() == Operation.UPDATE_STATUS
                ? update.of(Operation.UPDATE_STATUS, stored, withoutStatus(stored))
                : update.of(Operation.CREATE, stored, null);
        EntryMatcher matcher =
                new EntryMatcher(list -> validator.scheme().keysOf(update.apiVersion(), update.kind(), list));
        List<FieldError> ofNew = new ArrayList<>(validator.validate(anew).errors());
        ofNew.removeIf(error -> TRANSITIONS.contains(error.origin()));
        return new StoredMistakes(update, stored, matcher, unchanged, ofNew);
    }

    private static Value withoutStatus(Value object) {
        return object instanceof ObjectValue fields && fields.indexOf("status") >= 0
                ? fields.with(fields.indexOf("status"), new NullValue(null))
                : object;
    }

    private Map<Mistake, Integer> counts(List<FieldError> errors) {
        Map<Mistake, Integer> counts = new HashMap<>();
        for (FieldError error : errors) {
            Mistake mistake = new Mistake(error.path(), error.origin());
            counts.merge(mistake, 1, Integer::sum);
            excesses.merge(mistake, error.found(), Math::max);
            if (error.origin() == Origin.MAX_ITEMS) {
                overlong.add(error.path());
            }
        }
        return counts;
    }

    List<FieldError> added(List<FieldError> errors) {
        Map<String, Boolean> unchanged = new HashMap<>();
        List<FieldError> added = new ArrayList<>();
        for (FieldError error : errors) {
            if (update.outOfTime().getAsBoolean()) {
                throw new CancellationException("out of time");
            }
            List<FieldPath> steps = error.path().steps();
            String field = steps.isEmpty() || steps.get(0).name() == null
                    ? METADATA
                    : steps.get(0).name();
            boolean isKept =
                    !field.equals(METADATA) && unchanged.computeIfAbsent(field, this::isUnchanged) || wasThere(error);
            if (!isKept) {
                added.add(error);
            }
        }
        return added;
    }

    private boolean isUnchanged(String field) {
        Value now = update.object() instanceof ObjectValue object ? object.get(field) : null;
        Value before = stored instanceof ObjectValue object ? object.get(field) : null;
        return isSame(now, before);
    }

    private boolean wasThere(FieldError error) {
        Match match = matcher.match(error.path(), update.object(), stored);
        return match != null && (takeStored(error, match) || isUncovered(error, match));
    }

    private boolean takeStored(FieldError error, Match match) {
        Mistake mistake = new Mistake(match.storedPath(), error.origin());
        Integer left = counts.get(mistake);
        if (left == null || left == 0 || !mayStay(error, match, excesses.getOrDefault(mistake, 0L))) {
            return false;
        }
        counts.put(mistake, left - 1);
        return true;
    }

    private static boolean mayStay(FieldError error, Match match, long storedExcess) {
        if (error.found() != FieldError.NO_LIMIT) {
            return error.found() <= storedExcess;
        }
        boolean holdsOthers = match.value() instanceof ObjectValue || match.value() instanceof ListValue;
        return holdsOthers || isSame(match.value(), match.stored());
    }

    /**
     * Whether an error was hidden before, since a list above its limit hides its entries' errors; unchanged entries do
     * not count as added.
     */
    private boolean isUncovered(FieldError error, Match match) {
        if (TRANSITIONS.contains(error.origin()) || !isSame(match.value(), match.stored())) {
            return false;
        }
        FieldPath path = match.storedPath();
        while (path != null && !overlong.contains(path)) {
            path = path.parent();
        }
        return path != null;
    }

    private static boolean isSame(@Nullable Value one, @Nullable Value other) {
        return JsonEquality.same(orNull(one), orNull(other));
    }

    private static Value orNull(@Nullable Value value) {
        return value == null ? new NullValue(null) : value;
    }
}
