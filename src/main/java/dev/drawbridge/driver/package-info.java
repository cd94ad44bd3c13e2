/**
 * Validation of drivers' opaque parameters, which the API server does not validate: a registry of schemas by driver,
 * apiVersion and kind. Its answers are verdicts. {@link dev.drawbridge.driver.DriverRegistry} is the entry point.
 */
@NullMarked
package dev.drawbridge.driver;

import org.jspecify.annotations.NullMarked;
