/**
 * Proposes DRA equivalents for extended resources of device plugins, such as {@code nvidia.com/gpu: 2}. {@link
 * dev.drawbridge.deviceplugin.Proposals} is the entry point.
 */
@NullMarked
package dev.drawbridge.deviceplugin;

import org.jspecify.annotations.NullMarked;
