package dev.drawbridge.fleet;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A taint for all devices that a selector takes. Which they are, and whether the rule counts at all, is a matter of the
 * release. Source: DeviceTaintRuleSpec of {@code k8s.io/api/resource/v1/types.go}.
 *
 * @param name its name; empty if it has none
 * @param selector null if the rule has none
 */
public record DeviceTaintRule(String name, @Nullable Selector selector, Taint taint) {

    /**
     * What a device must have; an empty name is met by all.
     *
     * @param deviceClassName the class whose selectors the device must meet; of v1alpha3 in 1.34
     * @param selectors expressions that must be true of the device; the same
     */
    public record Selector(String deviceClassName, String driver, String pool, String device, List<String> selectors) {

        /** Whether the device has these names. */
        public boolean names(DeviceId id) {
            return (driver.isEmpty() || driver.equals(id.driver()))
                    && (pool.isEmpty() || pool.equals(id.pool()))
                    && (device.isEmpty() || device.equals(id.device()));
        }
    }
}
