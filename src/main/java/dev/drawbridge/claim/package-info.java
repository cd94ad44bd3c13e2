/**
 * The parts of a claim with their places, in every API version: its requests, their forms, and its configurations.
 * Rules, drivers, the fleet and references read claims through {@link dev.drawbridge.claim.ClaimDevices}.
 */
@NullMarked
package dev.drawbridge.claim;

import org.jspecify.annotations.NullMarked;
