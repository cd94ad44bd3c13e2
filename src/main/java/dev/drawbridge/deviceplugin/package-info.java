/**
 * Extended resources of device plugins, such as {@code nvidia.com/gpu: 2}, as what Dynamic Resource Allocation has
 * instead: {@link dev.drawbridge.deviceplugin.Proposals} is the entry point.
 */
@NullMarked
package dev.drawbridge.deviceplugin;

import org.jspecify.annotations.NullMarked;
