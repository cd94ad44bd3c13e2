package dev.drawbridge.constraint;

import dev.drawbridge.document.Value;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Suggestion;
import dev.drawbridge.field.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The findings of a validation so far, and the path at which the next one is reported. For one walk and one thread;
 * what {@link #at} returns is valid as long as the constraint or rule that called it runs.
 */
public final class ValidationContext {

    /** The maximum number of errors kept: an object of 32 MiB can have ten million. */
    public static final int MAX_ERRORS = 10_000;

    private final Findings findings;

    /** The context of the object or list that has this field or entry; null if this is the path of the walk. */
    private final @Nullable ValidationContext parent;

    /** The field or key; null if it is an entry of a list. */
    private final @Nullable String name;

    private final int entry;
    private final boolean isKey;

    /** What all contexts of a walk share. */
    private static final class Findings {

        final WalkPath walk;
        final @Nullable Map<String, String> namespaceLabels;
        final @Nullable List<Trace.Check> trace;
        final List<FieldError> errors = new ArrayList<>(0);
        final List<FieldError> warnings = new ArrayList<>(0);
        final List<FieldError> losses = new ArrayList<>(0);
        int wrongTypes;
        boolean showsWholeKeys;

        Findings(@Nullable Map<String, String> namespaceLabels, BooleanSupplier outOfTime, boolean isTraced) {
            this.walk = new WalkPath(outOfTime);
            this.namespaceLabels = namespaceLabels;
            this.trace = isTraced ? new ArrayList<>() : null;
        }
    }

    /**
     * Creates a context for a walk.
     *
     * @param namespaceLabels the labels of the object's namespace; null if unknown
     */
    public ValidationContext(@Nullable Map<String, String> namespaceLabels) {
        this(namespaceLabels, () -> false, false);
    }

    public ValidationContext(
            @Nullable Map<String, String> namespaceLabels, BooleanSupplier outOfTime, boolean isTraced) {
        this(new Findings(namespaceLabels, outOfTime, isTraced), null, null, 0, false);
    }

    private ValidationContext(
            Findings findings, @Nullable ValidationContext parent, @Nullable String name, int entry, boolean isKey) {
        this.findings = findings;
        this.parent = parent;
        this.name = name;
        this.entry = entry;
        this.isKey = isKey;
    }

    /** The context of a field of the current object, or of a nested field. */
    public ValidationContext at(String... fields) {
        ValidationContext context = this;
        for (String field : fields) {
            context = context.step(field, 0, false);
        }
        return context;
    }

    /** The context of an entry of the current list. */
    public ValidationContext at(int entry) {
        return step(null, entry, false);
    }

    /** The context of a key's value in the current map. */
    public ValidationContext atKey(String key) {
        return step(key, 0, true);
    }

    private ValidationContext step(@Nullable String field, int index, boolean ofMap) {
        findings.walk.step();
        return new ValidationContext(findings, this, field, index, ofMap);
    }

    /** The path of the walk, which only the walk changes. */
    public WalkPath walk() {
        return findings.walk;
    }

    public boolean isTraced() {
        return findings.trace != null;
    }

    /** Traces demands on the current value; later errors than the given number belong to them. */
    public void trace(List<Demand> demands, int errorsBefore) {
        List<Trace.Check> trace = findings.trace;
        if (trace == null) {
            return;
        }
        List<FieldError> made = findings.errors.subList(errorsBefore, findings.errors.size());
        for (Demand demand : demands) {
            List<FieldError> unmet = made.stream()
                    .filter(error -> demand.equals(source(demands, error)))
                    .toList();
            trace.add(new Trace.Check(path(), demand, unmet));
        }
    }

    /** The demand that an error reports; the first of its rule if the error has a demand of its own. */
    private static @Nullable Demand source(List<Demand> demands, FieldError error) {
        List<Demand> ofRule = demands.stream()
                .filter(demand -> demand.origin() == error.origin())
                .toList();
        return ofRule.stream()
                .filter(error.demand()::isSame)
                .findFirst()
                .orElse(ofRule.isEmpty() ? null : ofRule.get(0));
    }

    /** The trace; empty if tracing is off. */
    public List<Trace.Check> trace() {
        return findings.trace == null ? List.of() : findings.trace;
    }

    /** Ends a walk after its deadline with a {@link java.util.concurrent.CancellationException}. */
    public void checkTime() {
        findings.walk.checkTime();
    }

    /** The labels of the object's namespace; null if unknown. */
    public @Nullable Map<String, String> namespaceLabels() {
        return findings.namespaceLabels;
    }

    /** Whether the current part is stored unchanged: its expressions and parameters are not validated again. */
    public boolean isStored() {
        return findings.walk.isStored();
    }

    /** Sets whether paths show map keys whole, as for rules that only tags declare; validation code shortens keys. */
    public void showWholeKeys(boolean areWhole) {
        findings.showsWholeKeys = areWhole;
    }

    public FieldPath path() {
        return path(false);
    }

    /** The current path with keys of maps as fields. */
    public FieldPath fields() {
        return path(true);
    }

    private FieldPath path(boolean keysAsFields) {
        if (parent == null) {
            return findings.walk.path(keysAsFields, findings.showsWholeKeys);
        }
        FieldPath path = parent.path(keysAsFields);
        if (name == null) {
            return path.index(entry);
        }
        if (!isKey || keysAsFields) {
            return path.child(name);
        }
        return findings.showsWholeKeys ? path.key(name) : path.key(name, FieldPath.MAX_SHOWN);
    }

    /** Reports an unmet demand at the current path, or at a field or nested field of the current object. */
    public void report(ErrorType type, @Nullable Value bad, Demand demand, String... fields) {
        at(fields).report(type, bad, demand, (Suggestion) null);
    }

    /** Reports an unmet demand at the current path, with a change that would meet it; null for none. */
    public void report(ErrorType type, @Nullable Value bad, Demand demand, @Nullable Suggestion suggestion) {
        add(findings.errors, null, type, bad, demand, null, FieldError.NO_LIMIT, suggestion);
    }

    /** Reports an error with its own position, such as the second of two equal keys. */
    public void reportAt(
            @Nullable Position position,
            ErrorType type,
            @Nullable Value bad,
            Demand demand,
            @Nullable Suggestion suggestion) {
        add(findings.errors, position, type, bad, demand, null, FieldError.NO_LIMIT, suggestion);
    }

    /** Reports an error or a warning at a position in the text of the current value; null is the whole value. */
    public void reportWithin(
            @Nullable Position within,
            ErrorType type,
            @Nullable Value bad,
            Demand demand,
            @Nullable Suggestion suggestion,
            boolean isWarning) {
        List<FieldError> into = isWarning ? findings.warnings : findings.errors;
        add(into, null, type, bad, demand, within, FieldError.NO_LIMIT, suggestion);
    }

    /** Reports a list, map or string that exceeds a limit; {@code found} is its number of entries or bytes. */
    public void reportExcess(ErrorType type, @Nullable Value bad, Demand limit, long found, String... fields) {
        at(fields).add(findings.errors, null, type, bad, limit.adding("found " + found), null, found, null);
    }

    /** Reports a value of a wrong JSON type: rules over its object are not checked. */
    public void reportWrongType(Value bad, Demand demand, @Nullable Suggestion suggestion) {
        findings.wrongTypes++;
        report(ErrorType.WRONG_TYPE, bad, demand, suggestion);
    }

    /** Reports a warning, which does not affect the verdict. */
    public void warn(ErrorType type, @Nullable Value bad, Demand demand) {
        add(findings.warnings, null, type, bad, demand, null, FieldError.NO_LIMIT, null);
    }

    /** Reports a field that the server drops. */
    public void warnOfLoss(String detail) {
        if (findings.losses.size() < MAX_ERRORS) {
            findings.losses.add(new FieldError(ErrorType.FORBIDDEN, path(true), detail, Origin.DROPPED, null));
        }
    }

    private void add(
            List<FieldError> errors,
            @Nullable Position position,
            ErrorType type,
            @Nullable Value bad,
            Demand demand,
            @Nullable Position within,
            long found,
            @Nullable Suggestion suggestion) {
        if (errors.size() < MAX_ERRORS) {
            String shown = bad == null ? null : bad.shown();
            FieldPath path = path(isStrict(type));
            errors.add(new FieldError(type, path, shown, demand, position, within, found, suggestion));
        }
    }

    /** Whether nothing was reported so far at which the server's decoder stops. */
    public boolean isDecoded() {
        return findings.wrongTypes == 0
                && findings.errors.stream().map(FieldError::type).noneMatch(ValidationContext::isStrict);
    }

    private static boolean isStrict(ErrorType type) {
        return type == ErrorType.UNKNOWN_FIELD || type == ErrorType.DUPLICATE_FIELD;
    }

    /** The number of values of a wrong JSON type so far. */
    public int wrongTypes() {
        return findings.wrongTypes;
    }

    /** The first {@value #MAX_ERRORS} errors. */
    public List<FieldError> errors() {
        return findings.errors;
    }

    /** The first {@value #MAX_ERRORS} warnings of dropped fields, by their position in the original object. */
    public List<FieldError> losses() {
        return findings.losses;
    }

    /** The first {@value #MAX_ERRORS} other warnings. */
    public List<FieldError> warnings() {
        return findings.warnings;
    }
}
