package dev.drawbridge.fit;

/** How long a search may take. */
final class Budget {

    private static final int STEPS_PER_LOOK = 1024;

    /** A brief search that looks for a device more often is a long one. */
    private static final int BRIEF_VISITS = 300;

    private final long deadline;
    private final int maxSteps;
    private int steps;
    private int visits;

    /** Until this time of {@link System#nanoTime()}. */
    Budget(long deadline) {
        this(deadline, Integer.MAX_VALUE);
    }

    private Budget(long deadline, int maxSteps) {
        this.deadline = deadline;
        this.maxSteps = maxSteps;
    }

    /** So many steps, however long they take: another run ends at the same step. */
    static Budget ofSteps(int steps) {
        return new Budget(Long.MAX_VALUE, steps);
    }

    /**
     * Counts a step.
     *
     * @throws Undecidable if the time is over
     */
    void step() {
        boolean isLate =
                ++steps % STEPS_PER_LOOK == 0 && deadline != Long.MAX_VALUE && System.nanoTime() - deadline > 0;
        if (isLate || steps > maxSteps) {
            throw new Undecidable("the search takes too long");
        }
    }

    /**
     * Counts a look for a device.
     *
     * @throws SearchIsLong if a brief search has had too many
     */
    void visit(boolean isBrief) {
        if (++visits > BRIEF_VISITS && isBrief) {
            throw new SearchIsLong();
        }
    }
}
