package dev.drawbridge.fit;

/**
 * On how many nodes claims fit.
 *
 * @param now as things are
 * @param freed when no other claim has a device
 */
public record FittingNodes(int now, int freed) {}
