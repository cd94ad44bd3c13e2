package dev.drawbridge.fit;

/**
 * The number of nodes on which claims fit.
 *
 * @param now with the devices free now
 * @param freed if no other claim holds a device
 */
public record FittingNodes(int now, int freed) {}
