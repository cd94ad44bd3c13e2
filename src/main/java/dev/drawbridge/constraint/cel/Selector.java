package dev.drawbridge.constraint.cel;

import dev.drawbridge.constraint.Constraint;
import dev.drawbridge.constraint.Limits;
import dev.drawbridge.constraint.Place;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** An expression that chooses devices is one of the release's language, gives true or false, and is not too expensive. */
public final class Selector implements Constraint {

    /** Expressions are few and come again: what was found is kept, up to so many characters of expressions and findings. */
    private static final long MAX_KEPT = 256 * 1024;

    /** What an entry takes beside its texts, counted as characters. */
    private static final int ENTRY = 128;

    private final SelectorLanguage language;
    private final @Nullable Selector stored;
    private final int maxBytes;
    private final Constraint length;
    private final ConcurrentHashMap<String, SelectorLanguage.Judgement> kept = new ConcurrentHashMap<>();
    private final AtomicLong keptCharacters = new AtomicLong();

    /** An expression of the language, of at most so many bytes in UTF-8; a longer one is not compiled. What is stored as it stands is not judged. */
    public Selector(SelectorLanguage language, int maxBytes) {
        this(language, maxBytes, (Selector) null);
    }

    /** The same, and what is stored as it stands is judged by the other language. */
    public Selector(SelectorLanguage language, int maxBytes, SelectorLanguage stored) {
        this(language, maxBytes, new Selector(stored, maxBytes));
    }

    private Selector(SelectorLanguage language, int maxBytes, @Nullable Selector stored) {
        this.language = language;
        this.stored = stored;
        this.maxBytes = maxBytes;
        this.length = Limits.maxBytes(maxBytes);
    }

    @Override
    public void check(Value value, Place place) {
        if (!place.isStored()) {
            checkNew(value, place);
        } else if (stored != null) {
            stored.checkNew(value, place);
        }
    }

    private void checkNew(Value value, Place place) {
        place.checkTime();
        int errors = place.errors().size();
        length.check(value, place);
        if (place.errors().size() > errors) {
            return;
        }
        String expression = ((StringValue) value).value();
        if (expression.isEmpty()) {
            place.report(ErrorType.INVALID, null, "is required; set it", Origin.REQUIRED);
            return;
        }
        SelectorLanguage.Problem problem = judge(expression, place).problem();
        if (problem != null) {
            place.report(problem.type(), value, problem.detail(), Origin.CEL);
        }
    }

    /** What the expression costs at most, in steps, unsigned; 0 where it is not compiled. */
    public long cost(String expression, Place place) {
        return expression.isEmpty() || Limits.isLonger(expression, maxBytes)
                ? 0
                : judge(expression, place).cost();
    }

    /** Not computed within the map: that takes milliseconds, for which it would keep other threads from other expressions. */
    private SelectorLanguage.Judgement judge(String expression, Place place) {
        SelectorLanguage.Judgement known = kept.get(expression);
        if (known == null) {
            known = language.judge(expression, place::checkTime);
            SelectorLanguage.Problem problem = known.problem();
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
