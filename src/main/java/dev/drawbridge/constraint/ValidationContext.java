package dev.drawbridge.constraint;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Trace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The state of one validation: the current path, and the findings so far. The path is a stack, so an object without
 * mistakes creates no path. For one walk and one thread.
 */
public final class ValidationContext {

    /** The maximum number of errors kept: an object of 32 MiB can have ten million. */
    public static final int MAX_ERRORS = 10_000;

    private static final int USUAL_DEPTH = 16;
    private static final int STEPS_BETWEEN_CHECKS = 0x3FF;
    private static final int FIELD = -1;
    private static final int KEY = -2;

    private @Nullable String[] names = new String[USUAL_DEPTH];
    private int[] indexes = new int[USUAL_DEPTH];
    private int depth;
    private int wrongTypes;
    private int stored;
    private boolean showsWholeKeys;
    private int steps;
    private final BooleanSupplier outOfTime;
    private final @Nullable Map<String, String> namespaceLabels;
    private final List<FieldError> errors = new ArrayList<>(0);
    private final List<FieldError> warnings = new ArrayList<>(0);
    private final List<FieldError> losses = new ArrayList<>(0);
    private final @Nullable List<Trace.Step> trace;

    /**
     * Creates a context for a walk.
     *
     * @param namespaceLabels the labels of the object's namespace; null if unknown
     */
    public ValidationContext(@Nullable Map<String, String> namespaceLabels) {
        this(namespaceLabels, () -> false, false);
    }

    /**
     * Creates a context for a walk with a deadline.
     *
     * @param outOfTime whether the deadline has passed
     * @param isTraced whether demands are traced
     */
    public ValidationContext(
            @Nullable Map<String, String> namespaceLabels, BooleanSupplier outOfTime, boolean isTraced) {
        this.namespaceLabels = namespaceLabels;
        this.outOfTime = outOfTime;
        this.trace = isTraced ? new ArrayList<>() : null;
    }

    /** Whether demands are traced. */
    public boolean isTraced() {
        return trace != null;
    }

    /** Traces demands on the current value; later errors than the given number belong to them. */
    public void trace(List<Demand> demands, int errorsBefore) {
        if (trace == null) {
            return;
        }
        List<FieldError> made = errors.subList(errorsBefore, errors.size());
        for (Demand demand : demands) {
            List<FieldError> unmet = made.stream()
                    .filter(error -> demand.equals(nearest(demands, error)))
                    .toList();
            trace.add(new Trace.Step(path(), demand.origin(), demand.text(), unmet));
        }
    }

    /** The demand of a reported error: the one with its sentence, or else the first of its rule. */
    private static @Nullable Demand nearest(List<Demand> demands, FieldError error) {
        return demands.stream()
                .filter(demand -> demand.origin() == error.origin())
                .min(Comparator.comparing(demand -> !error.detail().startsWith(demand.sentence())))
                .orElse(null);
    }

    /** The trace; empty if tracing is off. */
    public List<Trace.Step> trace() {
        return trace == null ? List.of() : trace;
    }

    /** Ends a walk after its deadline with a {@link CancellationException}. */
    public void checkTime() {
        if (outOfTime.getAsBoolean()) {
            throw new CancellationException("out of time");
        }
    }

    /** The labels of the object's namespace; null if unknown. */
    public @Nullable Map<String, String> namespaceLabels() {
        return namespaceLabels;
    }

    /** Enters the field with this name. */
    public void enter(String field) {
        push(field, FIELD);
    }

    /** Enters the list entry with this index. */
    public void enter(int entry) {
        push(null, entry);
    }

    /** Enters the value of a map's key. */
    public void enterKey(String key) {
        enterKey(key, FieldPath.MAX_SHOWN);
    }

    /** Enters a key, of which the path shows at most this many characters. */
    public void enterKey(String key, int shown) {
        push(key, KEY - shown);
    }

    private void push(@Nullable String name, int index) {
        if ((++steps & STEPS_BETWEEN_CHECKS) == 0) {
            checkTime();
        }
        if (depth == names.length) {
            names = Arrays.copyOf(names, 2 * depth);
            indexes = Arrays.copyOf(indexes, 2 * depth);
        }
        names[depth] = name;
        indexes[depth] = index;
        depth++;
    }

    /** Enters a part that is stored unchanged: its accepted expressions and parameters are not validated again. */
    public void enterStored() {
        stored++;
    }

    /** Ends such a part. */
    public void leaveStored() {
        stored--;
    }

    /** Whether the current part is stored unchanged. */
    public boolean isStored() {
        return stored > 0;
    }

    /**
     * Checks a rule that only tags of a Go type declare: its paths show map keys whole, which validation code shortens.
     */
    public void checkDeclared(ObjectRule rule, ObjectValue object, @Nullable ObjectValue old) {
        showsWholeKeys = true;
        rule.check(object, old, this);
        showsWholeKeys = false;
    }

    /** The current path. */
    public void leave() {
        depth--;
    }

    /** Reports an error at the current path. */
    public FieldPath path() {
        return path(false);
    }

    private FieldPath path(boolean keysAsFields) {
        FieldPath path = FieldPath.ROOT;
        for (int i = 0; i < depth; i++) {
            String name = names[i];
            if (name == null) {
                path = path.index(indexes[i]);
            } else if (keysAsFields || indexes[i] == FIELD) {
                path = path.child(name);
            } else {
                path = showsWholeKeys ? path.key(name) : path.key(name, KEY - indexes[i]);
            }
        }
        return path;
    }

    /** Reports an error at a field, or a nested field, of the current object. */
    public void report(ErrorType type, @Nullable Value bad, String detail, Origin origin) {
        reportAt(null, type, bad, detail, origin);
    }

    /** Reports an error with its own position, such as the second of two equal keys. */
    public void report(ErrorType type, @Nullable Value bad, String detail, Origin origin, String... fields) {
        for (String field : fields) {
            enter(field);
        }
        report(type, bad, detail, origin);
        depth -= fields.length;
    }

    /** Reports an error at a position in the text of the current value; null is the whole value. */
    public void reportAt(
            @Nullable Position position, ErrorType type, @Nullable Value bad, String detail, Origin origin) {
        add(errors, position, type, bad, detail, origin, null, FieldError.NO_LIMIT);
    }

    /** Reports an unmet demand at the current path, or at a field or nested field of the current object. */
    public void reportWithin(
            @Nullable Position within, ErrorType type, @Nullable Value bad, String detail, Origin origin) {
        add(errors, null, type, bad, detail, origin, within, FieldError.NO_LIMIT);
    }

    /** Reports a list, map or string that exceeds a limit; {@code found} is its number of entries or bytes. */
    public void report(ErrorType type, @Nullable Value bad, Demand demand, String... fields) {
        report(type, bad, demand.sentence(), demand.origin(), fields);
    }

    /** Reports a value of a wrong JSON type: rules over its object are not checked. */
    public void reportExcess(ErrorType type, @Nullable Value bad, Demand limit, long found, String... fields) {
        for (String field : fields) {
            enter(field);
        }
        add(errors, null, type, bad, limit.adding("found " + found).sentence(), limit.origin(), null, found);
        depth -= fields.length;
    }

    /** Reports an unmet demand as a warning, which does not affect the verdict. */
    public void reportWrongType(Value bad, String detail) {
        wrongTypes++;
        report(ErrorType.WRONG_TYPE, bad, detail, Origin.TYPE);
    }

    /** Reports a warning, which does not affect the verdict. */
    public void warn(ErrorType type, @Nullable Value bad, Demand demand) {
        warn(type, bad, demand.sentence(), demand.origin());
    }

    /** Reports what changes no verdict. */
    public void warn(ErrorType type, @Nullable Value bad, String detail, Origin origin) {
        add(warnings, null, type, bad, detail, origin, null, FieldError.NO_LIMIT);
    }

    /** Whether no error so far stops the server's decoder. */
    public void warnOfLoss(String detail, Origin origin) {
        if (losses.size() < MAX_ERRORS) {
            losses.add(new FieldError(ErrorType.FORBIDDEN, path(true), detail, origin, null));
        }
    }

    private void add(
            List<FieldError> errors,
            @Nullable Position position,
            ErrorType type,
            @Nullable Value bad,
            String detail,
            Origin origin,
            @Nullable Position within,
            long found) {
        if (errors.size() < MAX_ERRORS) {
            errors.add(new FieldError(
                    type,
                    path(isStrict(type)),
                    bad == null ? null : bad.excerpt(),
                    detail,
                    origin,
                    position,
                    within,
                    found));
        }
    }

    /** Whether nothing was reported so far at which the server's decoder stops. */
    public boolean isDecoded() {
        return wrongTypes == 0 && errors.stream().map(FieldError::type).noneMatch(ValidationContext::isStrict);
    }

    private static boolean isStrict(ErrorType type) {
        return type == ErrorType.UNKNOWN_FIELD || type == ErrorType.DUPLICATE_FIELD;
    }

    /** The first {@value #MAX_ERRORS} errors. */
    public int wrongTypes() {
        return wrongTypes;
    }

    /** The first {@value #MAX_ERRORS} mistakes. */
    public List<FieldError> errors() {
        return errors;
    }

    /** The first {@value #MAX_ERRORS} warnings of dropped fields, by their position in the original object. */
    public List<FieldError> losses() {
        return losses;
    }

    /** The first {@value #MAX_ERRORS} other warnings. */
    public List<FieldError> warnings() {
        return warnings;
    }
}
