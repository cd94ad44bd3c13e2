package dev.drawbridge.admission;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.driver.DriverFindings;
import dev.drawbridge.driver.DriverRegistry;
import dev.drawbridge.schema.Request;
import dev.drawbridge.validation.ValidationRequest;

/**
 * What becomes of parameters that their driver refuses.
 *
 * @param registry the drivers that are known
 * @param mode what a mistake is
 */
public record DriverRules(DriverRegistry registry, DriverMode mode) {

    /** What a mistake in parameters is. */
    public enum DriverMode {
        /** A denial. */
        ENFORCE,
        /** A warning. */
        WARN,
        /** Nothing: parameters are not checked. */
        OFF
    }

    /** Parameters are not checked. */
    public static final DriverRules NONE = new DriverRules(DriverRegistry.builtIn(), DriverMode.OFF);

    /** What drivers say of the parameters that the request adds or changes. */
    DriverFindings findings(ValidationRequest request) {
        if (mode == DriverMode.OFF || !(request.object() instanceof ObjectValue object)) {
            return DriverFindings.NONE;
        }
        ObjectValue stored = request.oldObject() instanceof ObjectValue before ? before : null;
        return request.request() == Request.UPDATE_STATUS
                ? registry.validateStatus(request.kind(), object, stored)
                : registry.validateObject(request.kind(), object, stored);
    }
}
