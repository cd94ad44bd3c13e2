package dev.drawbridge.constraint.cel;

import dev.drawbridge.port.Quantity;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The variables of a device that expressions read. */
public interface DeviceVariables {

    String driver();

    /** Whether several claims may share it. */
    boolean allowMultipleAllocations();

    /** A Long, Boolean, String, SemanticVersion, or a list of these; null if the device has no such attribute. */
    @Nullable
    Object attribute(String domain, String identifier);

    /** The capacity's quantity; null if the device has no such capacity. */
    @Nullable
    Quantity capacity(String domain, String identifier);

    /** All attributes, by domain and identifier. */
    Map<String, Map<String, Object>> attributesByDomain();

    /** All capacities, by domain and identifier. */
    Map<String, Map<String, Quantity>> capacityByDomain();
}
