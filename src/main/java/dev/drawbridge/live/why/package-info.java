/**
 * Why pods are pending. {@link dev.drawbridge.live.why.Why} is the door: it asks one {@link
 * dev.drawbridge.live.why.PodCheck} after the other, in the order in which a pod meets what they are about, and each
 * answers with {@link dev.drawbridge.live.why.Finding}s. The causes, with what to change, are the rows of {@link
 * dev.drawbridge.live.why.Cause}.
 */
@NullMarked
package dev.drawbridge.live.why;

import org.jspecify.annotations.NullMarked;
