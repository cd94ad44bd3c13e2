package dev.drawbridge.constraint.cel;

import dev.drawbridge.port.Quantity;
import dev.drawbridge.port.SemanticVersion;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A device with an attribute of each type. */
record SampleGpu() implements DeviceVariables {

    static final SelectorLanguage LANGUAGE = SelectorLanguage.ofDevice(CelLibrary.values())
            .without(CelLibrary.INCLUDES)
            .with(SelectorLanguage.Feature.ALLOCATIONS, SelectorLanguage.Feature.LIST_ATTRIBUTES);

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
        return Map.of(
                "d",
                Map.of(
                        "model",
                        "h100",
                        "numa",
                        1L,
                        "ecc",
                        true,
                        "version",
                        version("1.10.0"),
                        "links",
                        List.of("x", "y")));
    }

    @Override
    public Map<String, Map<String, Quantity>> capacityByDomain() {
        return Map.of("d", Map.of("memory", Quantity.of(80L << 30)));
    }

    private static Object version(String text) {
        SemanticVersion version = SemanticVersion.parse(text);
        return version == null ? "" : version;
    }
}
