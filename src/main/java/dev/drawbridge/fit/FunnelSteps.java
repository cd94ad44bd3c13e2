package dev.drawbridge.fit;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** How many devices each condition of a request leaves, and how many it needs on one node; null if it is all. */
public record FunnelSteps(
        String subject, List<Step> steps, @Nullable Long needed) {

    /** A condition, such as a term of a selector, and the number of devices that it leaves. */
    public record Step(String condition, int devices) {}
}
