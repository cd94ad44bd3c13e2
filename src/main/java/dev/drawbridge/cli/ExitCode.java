package dev.drawbridge.cli;

final class ExitCode {

    static final int CLEAN = 0;

    /** The input has findings, or verdicts differ. */
    static final int FINDINGS = 1;

    /** The input cannot be read, or the command line is wrong. */
    static final int USAGE = 2;

    static final int BUG = 3;
}
