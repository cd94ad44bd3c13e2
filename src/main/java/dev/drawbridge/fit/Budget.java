package dev.drawbridge.fit;

/** How long a search may take. */
final class Budget {

    private static final int STEPS_PER_LOOK = 1024;

    private final long deadline;
    private int steps;

    /** Until this time of {@link System#nanoTime()}. */
    Budget(long deadline) {
        this.deadline = deadline;
    }

    /**
     * Counts a step.
     *
     * @throws Undecidable where the time is over
     */
    void step() {
        if (++steps % STEPS_PER_LOOK == 0 && System.nanoTime() - deadline > 0) {
            throw new Undecidable("the search takes too long");
        }
    }
}
