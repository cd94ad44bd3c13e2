package dev.drawbridge.constraint.cel;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import dev.drawbridge.port.Quantity;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Expressions of CEL: compiled, costed, and evaluated for a device if the API server would accept them. */
public final class SelectorFuzzer {

    private static final SelectorLanguage LANGUAGE = SelectorLanguage.ofDevice(CelLibrary.values())
            .without(CelLibrary.INCLUDES)
            .with(SelectorLanguage.Feature.ALLOCATIONS, SelectorLanguage.Feature.LIST_ATTRIBUTES)
            .with(CelLibrary.SEARCHING_INCLUDES);

    private record Gpu() implements DeviceVariables {

        @Override
        public String driver() {
            return "gpu.example.com";
        }

        @Override
        public boolean allowMultipleAllocations() {
            return true;
        }

        @Override
        public @Nullable Object attribute(String domain, String identifier) {
            return attributesByDomain().getOrDefault(domain, Map.of()).get(identifier);
        }

        @Override
        public @Nullable Quantity capacity(String domain, String identifier) {
            return capacityByDomain().getOrDefault(domain, Map.of()).get(identifier);
        }

        @Override
        public Map<String, Map<String, Object>> attributesByDomain() {
            return Map.of("d", Map.of("model", "h100", "numa", 1L, "links", List.of("x", "y")));
        }

        @Override
        public Map<String, Map<String, Quantity>> capacityByDomain() {
            return Map.of("d", Map.of("memory", Quantity.of(80L << 30)));
        }
    }

    private SelectorFuzzer() {}

    /** Compiles an expression. */
    public static void fuzzerTestOneInput(FuzzedDataProvider data) {
        String expression = new String(data.consumeRemainingAsBytes(), StandardCharsets.UTF_8);
        LANGUAGE.reads(expression);
        if (LANGUAGE.validate(expression, () -> {}).problem() == null) {
            LANGUAGE.program(expression).evaluate(new Gpu());
        }
    }
}
