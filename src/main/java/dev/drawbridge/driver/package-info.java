/**
 * What drivers take as opaque parameters, which the API server passes through unseen: a registry of schemas by driver,
 * apiVersion and kind, and the validation of parameters by them. {@link dev.drawbridge.driver.DriverRegistry} is the
 * entry point.
 */
@NullMarked
package dev.drawbridge.driver;

import org.jspecify.annotations.NullMarked;
