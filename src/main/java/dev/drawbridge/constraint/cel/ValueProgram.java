package dev.drawbridge.constraint.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.drawbridge.document.BooleanValue;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A rule over {@code self}, a value of any type, as in {@code x-kubernetes-validations}. Thread-safe. */
public final class ValueProgram {

    /** The limit of iterations; a rule that exceeds it counts as broken. */
    private static final int MAX_ITERATIONS = 100_000;

    /** The number of levels below which a value is cut off. */
    private static final int MAX_DEPTH = 1_000;

    /** Loaded when the first rule is read. */
    private static final class Environment {

        /** All libraries except those of selectors and removed ones. */
        private static final Set<CelLibrary> LIBRARIES = EnumSet.complementOf(EnumSet.of(
                CelLibrary.AUTHORIZER,
                CelLibrary.AUTHORIZER_SELECTORS,
                CelLibrary.INCLUDES,
                CelLibrary.SEARCHING_INCLUDES,
                CelLibrary.DURATION_OF_NUMBER));

        private static final LanguageCompiler COMPILER =
                new LanguageCompiler(LIBRARIES, true, List.of(), Map.of("self", SimpleType.DYN));
        private static final CelRuntime RUNTIME = Runtimes.ofAtMost(MAX_ITERATIONS);
    }

    private final String rule;
    private volatile CelRuntime.@Nullable Program program;

    private ValueProgram(String rule) {
        this.rule = rule;
    }

    /** The program of a rule; compiled on first use, or by {@link #check()}. */
    public static ValueProgram of(String rule) {
        return new ValueProgram(rule);
    }

    /**
     * A value as expressions see it: an integer is an int, and 1.0 a double.
     *
     * @param ofNull the value of null; without one, fields that are null are left out
     */
    public static Object plain(@Nullable Value value, @Nullable Object ofNull) {
        return plain(value, ofNull, 0);
    }

    private static Object plain(@Nullable Value value, @Nullable Object ofNull, int depth) {
        if (value instanceof ObjectValue object && depth < MAX_DEPTH) {
            Map<String, Object> fields = new LinkedHashMap<>();
            for (int i = 0; i < object.size(); i++) {
                if (ofNull != null || !(object.value(i) instanceof NullValue)) {
                    fields.put(object.key(i), plain(object.value(i), ofNull, depth + 1));
                }
            }
            return fields;
        }
        if (value instanceof ListValue list && depth < MAX_DEPTH) {
            List<Object> items = new ArrayList<>();
            for (int i = 0; i < list.size(); i++) {
                items.add(plain(list.get(i), ofNull, depth + 1));
            }
            return items;
        }
        if (value instanceof StringValue text) {
            return text.value();
        }
        if (value instanceof BooleanValue bool) {
            return bool.value();
        }
        if (value instanceof NumberValue number) {
            return number.isIntegerBetween(Long.MIN_VALUE, Long.MAX_VALUE)
                    ? (Object) Long.valueOf(number.text())
                    : (Object) Double.valueOf(number.text());
        }
        return ofNull == null ? "" : ofNull;
    }

    /**
     * Compiles the rule.
     *
     * @throws IllegalArgumentException with a message if it is invalid
     */
    public void check() {
        compiled();
    }

    private CelRuntime.Program compiled() {
        CelRuntime.Program known = program;
        if (known == null) {
            known = DeepStack.on(rule, () -> compile(rule));
            program = known;
        }
        return known;
    }

    private static CelRuntime.Program compile(String rule) {
        try {
            CelAbstractSyntaxTree tree = Environment.COMPILER.compile(rule, () -> {});
            return Environment.RUNTIME.createProgram(CelFunctions.resolved(tree));
        } catch (CelValidationException e) {
            throw new IllegalArgumentException("invalid CEL expression: " + LanguageCompiler.sentence(e, rule), e);
        } catch (CelEvaluationException e) {
            throw new IllegalArgumentException("invalid CEL expression: " + e.getMessage(), e);
        }
    }

    /**
     * Whether the rule holds for the value: a Map, List, String, Long, Double or Boolean. A rule that fails with an
     * error counts as broken, unless its value is unknown.
     */
    public boolean holds(Object self) {
        try {
            return Boolean.TRUE.equals(compiled().eval(Map.of("self", self)));
        } catch (CelEvaluationException | RuntimeException | StackOverflowError | OutOfMemoryError | GoPanic e) {
            return Unknown.Used.cause(e) != null;
        }
    }
}
