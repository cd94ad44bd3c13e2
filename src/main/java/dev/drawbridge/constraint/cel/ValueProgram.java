package dev.drawbridge.constraint.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.extensions.CelExtensions;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A rule over a value that may be anything, {@code self}, as {@code x-kubernetes-validations} has them. Thread-safe. */
public final class ValueProgram {

    /** A rule that goes on for longer does not hold. */
    private static final int MAX_ITERATIONS = 100_000;

    private static final CelOptions OPTIONS = Runtimes.options(MAX_ITERATIONS);

    /** Loaded when the first rule is read. */
    private static final class Environment {

        private static final CelCompiler COMPILER = CelCompilerFactory.standardCelCompilerBuilder()
                .setOptions(OPTIONS)
                .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
                .addLibraries(CelExtensions.optional(), CelExtensions.strings())
                .addVar("self", SimpleType.DYN)
                .build();
        private static final CelRuntime RUNTIME = CelRuntimeFactory.legacyCelRuntimeBuilder()
                .setOptions(OPTIONS)
                .addLibraries(CelExtensions.optional(), CelExtensions.strings())
                .build();
    }

    private final String rule;
    private volatile CelRuntime.@Nullable Program program;

    private ValueProgram(String rule) {
        this.rule = rule;
    }

    /** The program of a rule, which is compiled when it is first used, or when {@link #check()} is called. */
    public static ValueProgram of(String rule) {
        return new ValueProgram(rule);
    }

    /**
     * Compiles the rule.
     *
     * @throws IllegalArgumentException with a sentence where it is none
     */
    public void check() {
        compiled();
    }

    private CelRuntime.Program compiled() {
        CelRuntime.Program known = program;
        if (known == null) {
            known = compile(rule);
            program = known;
        }
        return known;
    }

    private static CelRuntime.Program compile(String rule) {
        try {
            CelAbstractSyntaxTree tree = Environment.COMPILER.compile(rule).getAst();
            return Environment.RUNTIME.createProgram(tree);
        } catch (CelValidationException e) {
            throw new IllegalArgumentException("invalid CEL expression: " + LanguageCompiler.sentence(e), e);
        } catch (CelEvaluationException e) {
            throw new IllegalArgumentException("invalid CEL expression: " + e.getMessage(), e);
        }
    }

    /** Whether the rule holds for the value: a Map, List, String, Long, Double or Boolean. A rule that fails on it does not hold. */
    public boolean holds(Object self) {
        try {
            return Boolean.TRUE.equals(compiled().eval(Map.of("self", self)));
        } catch (CelEvaluationException e) {
            return false;
        }
    }
}
