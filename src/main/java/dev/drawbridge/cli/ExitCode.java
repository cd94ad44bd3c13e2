package dev.drawbridge.cli;

/** What the process ends with. */
final class ExitCode {

    /** Nothing to complain of. */
    static final int CLEAN = 0;

    /** The input has findings, or verdicts differ. */
    static final int FINDINGS = 1;

    /** The input cannot be read, or the command line is wrong. */
    static final int USAGE = 2;

    /** A bug of Drawbridge. */
    static final int BUG = 3;

    private ExitCode() {}
}
