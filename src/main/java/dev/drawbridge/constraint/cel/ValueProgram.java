package dev.drawbridge.constraint.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A rule over {@code self}, a value of any type, as in {@code x-kubernetes-validations}. Thread-safe. */
public final class ValueProgram {

    /** The limit of iterations; a rule that exceeds it counts as broken. */
    private static final int MAX_ITERATIONS = 100_000;

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
        } catch (CelEvaluationException | RuntimeException | StackOverflowError | OutOfMemoryError e) {
            return Unknown.Used.cause(e) != null;
        }
    }
}
