package dev.drawbridge.constraint.cel;

import dev.drawbridge.constraint.Constraint;
import dev.drawbridge.constraint.Limits;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Suggestion;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A device selector: it must be valid in the release's language, evaluate to bool, and not exceed the cost limit. */
public final class Selector implements Constraint {

    /** Size of the cache of results, in characters of expressions and messages. */
    private static final long MAX_KEPT = 256 * 1024;

    /** The overhead of an entry, counted as characters. */
    private static final int ENTRY = 128;

    /** The length up to which expressions are quoted as a whole. */
    private static final int SHOWN = 55;

    private final SelectorLanguage language;
    private final @Nullable Selector stored;
    private final int maxBytes;
    private final ConcurrentHashMap<String, SelectorLanguage.Judgement> kept = new ConcurrentHashMap<>();
    private final AtomicLong keptCharacters = new AtomicLong();

    private Selector(SelectorLanguage language, int maxBytes, @Nullable Selector stored) {
        this.language = language;
        this.stored = stored;
        this.maxBytes = maxBytes;
    }

    /** An expression of any length. Stored unchanged expressions are not validated. */
    public static Selector of(SelectorLanguage language) {
        return new Selector(language, Integer.MAX_VALUE, null);
    }

    /** An expression of at most this many bytes in UTF-8; a longer one is not compiled. */
    public Selector ofAtMost(int bytes) {
        return new Selector(language, bytes, stored == null ? null : stored.ofAtMost(bytes));
    }

    /** A copy that validates stored unchanged expressions with another language. */
    public Selector validatingStored(SelectorLanguage other) {
        return new Selector(language, maxBytes, new Selector(other, maxBytes, null));
    }

    @Override
    public List<Demand> demands() {
        return maxBytes == Integer.MAX_VALUE
                ? List.of(language.demand())
                : List.of(Limits.maxBytes(maxBytes).demands().get(0), language.demand());
    }

    @Override
    public void check(Value value, ValidationContext context) {
        if (!context.isStored()) {
            checkNew(value, context);
        } else if (stored != null) {
            stored.checkNew(value, context);
        }
    }

    private void checkNew(Value value, ValidationContext context) {
        context.checkTime();
        int errors = context.errors().size();
        Limits.maxBytes(maxBytes).check(value, context);
        if (context.errors().size() > errors) {
            return;
        }
        String expression = ((StringValue) value).value();
        if (expression.isEmpty()) {
            context.report(ErrorType.INVALID, null, new Demand(Origin.REQUIRED, "is required; set it"));
            return;
        }
        SelectorLanguage.Judgement judgement = validate(expression, context);
        // A quotation is not truncated: the position of the mistake is reported instead.
        Value shown = expression.length() <= SHOWN ? value : null;
        report(judgement.warning(), true, null, value, context);
        report(judgement.problem(), false, shown, value, context);
    }

    private static void report(
            @Nullable CelProblem problem,
            boolean isWarning,
            @Nullable Value shown,
            Value expression,
            ValidationContext context) {
        if (problem != null) {
            Suggestion fix = problem.meant() == null || expression.position() == null
                    ? null
                    : Suggestion.replace(
                            Suggestion.Kind.REPLACE,
                            expression.position(),
                            context.fields(),
                            ((StringValue) expression).value(),
                            problem.meant());
            Demand demand = new Demand(Origin.CEL, problem.detail());
            context.reportWithin(problem.place(), problem.type(), shown, demand, fix, isWarning);
        }
    }

    /** The maximum cost of the expression in steps, unsigned; 0 if it does not compile. */
    public long cost(String expression, ValidationContext context) {
        return expression.isEmpty() || Limits.isLonger(expression, maxBytes)
                ? 0
                : validate(expression, context).cost();
    }

    /** Computed outside the map's lock, since it takes milliseconds. */
    private SelectorLanguage.Judgement validate(String expression, ValidationContext context) {
        SelectorLanguage.Judgement known = kept.get(expression);
        if (known == null) {
            known = language.validate(expression, context::checkTime);
            CelProblem problem = known.problem();
            int size = ENTRY
                    + expression.length()
                    + (problem == null ? 0 : problem.detail().length());
            if (keptCharacters.addAndGet(size) > MAX_KEPT) {
                kept.clear();
                keptCharacters.set(size);
            }
            kept.put(expression, known);
        }
        return known;
    }
}
