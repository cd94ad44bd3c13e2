package dev.drawbridge.driver;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The known feature gates of drivers.
 *
 * @param byDriver the gates that are set, by driver
 * @param areComplete whether unset gates have their defaults; otherwise they are unknown
 */
public record DriverGates(Map<String, Map<String, Boolean>> byDriver, boolean areComplete) {

    /** No known feature gates. */
    public static final DriverGates UNKNOWN = new DriverGates(Map.of(), false);

    /**
     * Adds gates from a command line, such as {@code gpu.nvidia.com:MPSSupport=true,TimeSlicingSettings=true}.
     *
     * @throws IllegalArgumentException with a message if the text is malformed
     */
    public DriverGates with(String text) {
        int colon = text.indexOf(':');
        if (colon <= 0) {
            throw new IllegalArgumentException("expected DRIVER:GATE=true|false, found \"" + text + "\"");
        }
        Map<String, Boolean> gates = new LinkedHashMap<>(byDriver.getOrDefault(text.substring(0, colon), Map.of()));
        for (String setting : text.substring(colon + 1).split(",", -1)) {
            int equals = setting.indexOf('=');
            String value = setting.substring(equals + 1).strip();
            if (equals <= 0 || !value.equals("true") && !value.equals("false")) {
                throw new IllegalArgumentException("expected DRIVER:GATE=true|false, found \"" + text + "\"");
            }
            gates.put(setting.substring(0, equals).strip(), value.equals("true"));
        }
        Map<String, Map<String, Boolean>> all = new LinkedHashMap<>(byDriver);
        all.put(text.substring(0, colon), gates);
        return new DriverGates(all, areComplete);
    }

    /**
     * Adds gates from each text.
     *
     * @throws IllegalArgumentException with a message if a text is malformed
     */
    public DriverGates with(List<String> texts) {
        DriverGates gates = this;
        for (String text : texts) {
            gates = gates.with(text);
        }
        return gates;
    }

    @Nullable
    Boolean state(String driver, String gate, boolean isOnByDefault) {
        Boolean known = byDriver.getOrDefault(driver, Map.of()).get(gate);
        return known == null && areComplete ? Boolean.valueOf(isOnByDefault) : known;
    }
}
