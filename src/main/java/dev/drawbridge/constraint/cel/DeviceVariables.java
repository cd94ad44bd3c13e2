package dev.drawbridge.constraint.cel;

import dev.drawbridge.port.Quantity;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an expression sees of a device. */
public interface DeviceVariables {

    /** The name of its driver. */
    String driver();

    /** Whether several claims may share it. */
    boolean allowMultipleAllocations();

    /**
     * A Long, Boolean, String, SemanticVersion, or a list of one of these; null if the device has no such attribute.
     */
    @Nullable
    Object attribute(String domain, String identifier);

    /** How much the device has; null if it has no such capacity. */
    @Nullable
    Quantity capacity(String domain, String identifier);

    /** All attributes, by domain and identifier. */
    Map<String, Map<String, Object>> attributesByDomain();

    /** All capacities, by domain and identifier. */
    Map<String, Map<String, Quantity>> capacityByDomain();
}
