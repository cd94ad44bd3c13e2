package dev.drawbridge.fleet;

import dev.drawbridge.document.ObjectValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A rule that taints all devices that match a selector. The release determines which devices match, and whether the
 * rule has an effect. Source: DeviceTaintRuleSpec of {@code k8s.io/api/resource/v1/types.go}.
 *
 * @param name its name; empty if unset
 * @param selector null if the rule has none
 */
public record DeviceTaintRule(String name, @Nullable Selector selector, Taint taint) {

    public static DeviceTaintRule of(ObjectValue object) {
        ObjectValue spec = object.object("spec");
        return new DeviceTaintRule(
                object.object("metadata").string("name"),
                spec.get("deviceSelector") instanceof ObjectValue selector ? Selector.of(selector) : null,
                Taint.of(spec.object("taint")));
    }

    /** Whether it has a selector, which selects every device. */
    public boolean selectsAll() {
        return selector != null && selector.isEmpty();
    }

    /**
     * The selector of devices; an empty name matches all.
     *
     * @param deviceClassName the class whose selectors must match; only in v1alpha3 of 1.34
     * @param selectors expressions that must be true; only in v1alpha3 of 1.34
     */
    public record Selector(String deviceClassName, String driver, String pool, String device, List<String> selectors) {

        static Selector of(ObjectValue selector) {
            return new Selector(
                    selector.string("deviceClassName"),
                    selector.string("driver"),
                    selector.string("pool"),
                    selector.string("device"),
                    Fields.selectors(selector.list("selectors")));
        }

        private boolean isEmpty() {
            return deviceClassName.isEmpty()
                    && driver.isEmpty()
                    && pool.isEmpty()
                    && device.isEmpty()
                    && selectors.isEmpty();
        }

        public boolean names(DeviceId id) {
            return (driver.isEmpty() || driver.equals(id.driver()))
                    && (pool.isEmpty() || pool.equals(id.pool()))
                    && (device.isEmpty() || device.equals(id.device()));
        }
    }
}
