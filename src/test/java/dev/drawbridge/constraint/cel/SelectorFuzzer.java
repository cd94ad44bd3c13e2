package dev.drawbridge.constraint.cel;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import java.nio.charset.StandardCharsets;

/** Expressions of CEL: compiled, costed, and evaluated for a device if the API server would accept them. */
public final class SelectorFuzzer {

    private SelectorFuzzer() {}

    /** Compiles an expression. */
    public static void fuzzerTestOneInput(FuzzedDataProvider data) {
        String expression = new String(data.consumeRemainingAsBytes(), StandardCharsets.UTF_8);
        SampleGpu.LANGUAGE.reads(expression);
        if (SampleGpu.LANGUAGE.validate(expression, () -> {}).problem() == null) {
            SampleGpu.LANGUAGE.program(expression).evaluate(new SampleGpu());
        }
    }
}
