package dev.drawbridge.fit;

import dev.drawbridge.fit.input.Workload;

/**
 * The number of further pods of a workload, or claims of a template, that fit now, in addition to those wanted already.
 * They are placed one after the other, each on the first node where it fits; with different requests, more may fit in
 * another order.
 *
 * @param more the number of further ones that fit
 * @param isLowerBound whether counting ended before one did not fit: at the limit, or when the time was over
 */
public record Room(Workload workload, long more, boolean isLowerBound) {

    /** Such as {@code 3} or {@code at least 1000}. */
    public String count() {
        return (isLowerBound ? "at least " : "") + more;
    }
}
