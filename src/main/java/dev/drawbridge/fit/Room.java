package dev.drawbridge.fit;

/**
 * How many more pods of a workload, or claims of a template, can have devices as things are, after those that are
 * wanted already. They are placed one after the other, each on the first node where it fits; with requests that differ
 * more may fit in another order.
 *
 * @param more how many more fit
 * @param isLowerBound whether counting ended before one did not fit: at the limit, or when the time was over
 */
public record Room(Workload workload, long more, boolean isLowerBound) {

    /** Such as {@code 3} or {@code at least 1000}. */
    public String count() {
        return (isLowerBound ? "at least " : "") + more;
    }
}
