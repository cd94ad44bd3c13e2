package dev.drawbridge.admission;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.driver.ClassDrivers;
import dev.drawbridge.driver.DriverRegistry;
import dev.drawbridge.driver.ObjectParameters;
import dev.drawbridge.driver.SelectorNames;
import dev.drawbridge.driver.ShownDevices;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.schema.Operation;
import dev.drawbridge.validation.ValidationRequest;
import dev.drawbridge.validation.Verdict;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How invalid driver parameters are handled. */
public record DriverRules(DriverRegistry registry, DriverMode mode) {

    /** How errors in parameters are handled. */
    public enum DriverMode {
        ENFORCE,
        WARN,
        /** Parameters are not checked. */
        OFF
    }

    public static final DriverRules NONE = new DriverRules(DriverRegistry.builtIn(), DriverMode.OFF);

    /** The driver findings for what the request adds or changes, with the cluster's classes and devices, if known. */
    Verdict findings(ValidationRequest request, FleetRules fleet) {
        if (mode == DriverMode.OFF || !(request.object() instanceof ObjectValue object)) {
            return Verdict.Allowed.NOTHING;
        }
        ObjectValue stored = request.oldObject() instanceof ObjectValue before ? before : null;
        return request.request() == Operation.UPDATE_STATUS
                ? new ObjectParameters(registry, object, stored).ofStatus(request.kind())
                : new ObjectParameters(registry, object, stored)
                        .ofSpec(request.kind())
                        .and(names(request, object, stored, fleet));
    }

    /** Warnings for names of devices' attributes. The cluster's devices are included if there are any. */
    private Verdict names(
            ValidationRequest request, ObjectValue object, @Nullable ObjectValue stored, FleetRules fleet) {
        ClassDrivers classes = fleet.classes(registry);
        List<FieldError> found =
                new SelectorNames(registry, classes, ShownDevices.NONE).of(request.kind(), object, stored);
        if (!found.isEmpty()) {
            found = new SelectorNames(registry, classes, fleet.shown()).of(request.kind(), object, stored);
        }
        return Verdict.of(List.of(), found);
    }
}
