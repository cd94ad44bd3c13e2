package dev.drawbridge.admission;

import dev.drawbridge.driver.ClassDrivers;
import dev.drawbridge.driver.DriverRegistry;
import dev.drawbridge.driver.ShownDevices;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.validation.ValidationRequest;
import java.util.List;

/** Checks claims and templates against the devices of a cluster. */
@FunctionalInterface
public interface FleetRules {

    /** They are not known. */
    FleetRules NONE = request -> Answer.NOTHING;

    /**
     * Findings for a claim or a template.
     *
     * @param warnings why it does not fit; empty if it does, or if that is unknown
     */
    record Answer(List<FieldError> warnings, boolean denies) {

        public static final Answer NOTHING = new Answer(List.of(), false);
    }

    /** The drivers of the cluster's classes, and of those in the catalogue that the cluster does not have. */
    default ClassDrivers classes(DriverRegistry registry) {
        return registry.classes();
    }

    /** The attributes and capacities of the devices of the cluster. */
    default ShownDevices shown() {
        return ShownDevices.NONE;
    }

    /** Checks the object; must take less than a tenth of the API server's timeout. */
    Answer answer(ValidationRequest request);
}
