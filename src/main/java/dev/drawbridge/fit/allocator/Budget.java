package dev.drawbridge.fit.allocator;

/** The time or step limit of a search. */
final class Budget {

    private static final int STEPS_PER_LOOK = 1024;

    /** The number of visits after which a brief search counts as long. */
    private static final int BRIEF_VISITS = 300;

    private final long deadline;
    private final int maxSteps;
    private int steps;
    private int visits;

    /** Creates a budget that ends at this time of {@link System#nanoTime()}. */
    Budget(long deadline) {
        this(deadline, Integer.MAX_VALUE);
    }

    /** A budget that also limits steps: without a deadline, each run ends at the same step. */
    Budget(long deadline, int maxSteps) {
        this.deadline = deadline;
        this.maxSteps = maxSteps;
    }

    /** Counts a step; throws Undecidable if the time is over. */
    void step() {
        boolean isLate =
                ++steps % STEPS_PER_LOOK == 0 && deadline != Long.MAX_VALUE && System.nanoTime() - deadline > 0;
        if (isLate || steps > maxSteps) {
            throw new Undecidable("the search takes too long");
        }
    }

    /** Counts a visit of a device; throws SearchIsLong if a brief search has had too many. */
    void visit(boolean isBrief) {
        if (++visits > BRIEF_VISITS && isBrief) {
            throw new SearchIsLong();
        }
    }
}
