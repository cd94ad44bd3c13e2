package dev.drawbridge.resource;

import static dev.drawbridge.constraint.Formats.*;
import static dev.drawbridge.schema.Availability.*;
import static dev.drawbridge.schema.KubernetesRelease.*;
import static dev.drawbridge.schema.Vocabulary.STRING;

import dev.drawbridge.constraint.Constraint;
import dev.drawbridge.constraint.Limits;
import dev.drawbridge.constraint.NotEmptyIfSet;
import dev.drawbridge.schema.ScalarType;

/**
 * The names of drivers and pools in all kinds. Source: {@code pkg/apis/resource/validation/validation.go},
 * validateDriverName, validatePoolName.
 */
final class NameTypes {

    // @formatter:off
    /** DriverNameMaxLength. */
    private static final Constraint DRIVER_BYTES = Limits.maxBytes(63);

    /** PoolNameMaxLength. */
    private static final Constraint POOL_BYTES = Limits.maxBytes(253);

    static final ScalarType DRIVER = STRING.with(DRIVER_BYTES).with(DRIVER_NAME);

    /** The driver's name as declared by the Go type, which does not lower its case. */
    static final ScalarType DECLARED_DRIVER = DRIVER.with(CASELESS_LONG_NAME, since(K8S_1_37).and(declaredAlone()));

    /** The driver's name where an empty one is not the same as none. */
    static final ScalarType WRITTEN_DRIVER = STRING
        .with(NotEmptyIfSet.and(DRIVER_BYTES, DRIVER_NAME), until(K8S_1_34))
        .with(NotEmptyIfSet.then(DRIVER_BYTES, DRIVER_NAME), since(K8S_1_35));

    static final ScalarType POOL = STRING.with(POOL_BYTES).with(POOL_NAME);

    /** The pool's name where an empty one is not the same as none. */
    static final ScalarType WRITTEN_POOL = STRING.with(NotEmptyIfSet.then(POOL_BYTES, POOL_NAME));
    // @formatter:on
}
