package dev.drawbridge.admission;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.driver.DriverFindings;
import dev.drawbridge.driver.DriverRegistry;
import dev.drawbridge.driver.ShownDevices;
import dev.drawbridge.schema.Request;
import dev.drawbridge.validation.ValidationRequest;
import org.jspecify.annotations.Nullable;

/**
 * How invalid driver parameters are handled.
 *
 * @param registry the known drivers
 * @param mode how errors are handled
 */
public record DriverRules(DriverRegistry registry, DriverMode mode) {

    /** How errors in parameters are handled. */
    public enum DriverMode {
        /** A denial. */
        ENFORCE,
        /** A warning. */
        WARN,
        /** Parameters are not checked. */
        OFF
    }

    /** Parameters are not checked. */
    public static final DriverRules NONE = new DriverRules(DriverRegistry.builtIn(), DriverMode.OFF);

    /** The driver findings for parameters that the request adds or changes. */
    DriverFindings findings(ValidationRequest request) {
        if (mode == DriverMode.OFF || !(request.object() instanceof ObjectValue object)) {
            return DriverFindings.NONE;
        }
        ObjectValue stored = request.oldObject() instanceof ObjectValue before ? before : null;
        return request.request() == Request.UPDATE_STATUS
                ? registry.validateStatus(request.kind(), object, stored)
                : registry.validateObject(request.kind(), object, stored).and(names(request, object, stored));
    }

    /** Warnings for names of devices' attributes. The classes of the cluster are taken for those of the catalogue. */
    private DriverFindings names(ValidationRequest request, ObjectValue object, @Nullable ObjectValue stored) {
        return DriverFindings.ofWarnings(
                registry.validateNames(request.kind(), object, stored, registry.classes(), ShownDevices.NONE));
    }
}
