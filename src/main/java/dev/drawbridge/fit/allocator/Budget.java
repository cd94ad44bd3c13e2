package dev.drawbridge.fit.allocator;

/** The limits of a search: its time or steps, and how long it is brief. */
final class Budget {

    private static final int STEPS_PER_LOOK = 1024;

    /** Most searches end before, and recording failed states costs more than they do. */
    private static final int BRIEF_VISITS = 300;

    private final long deadline;
    private final int maxSteps;
    private final int briefVisits;
    private int steps;
    private int visits;

    /** Creates a budget that ends at this time of {@link System#nanoTime()}. */
    Budget(long deadline) {
        this(deadline, Integer.MAX_VALUE, BRIEF_VISITS);
    }

    /** A budget that also limits steps: without a deadline, each run ends at the same step. */
    Budget(long deadline, int maxSteps, int briefVisits) {
        this.deadline = deadline;
        this.maxSteps = maxSteps;
        this.briefVisits = briefVisits;
    }

    /** Counts a step; throws Undecidable if the time is over. */
    void step() {
        boolean isLate =
                ++steps % STEPS_PER_LOOK == 0 && deadline != Long.MAX_VALUE && System.nanoTime() - deadline > 0;
        if (isLate || steps > maxSteps) {
            throw new Undecidable("the search takes too long");
        }
    }

    /** Counts a visit of a place; whether the search is no longer brief. */
    boolean isLongWithVisit() {
        return ++visits > briefVisits;
    }
}
