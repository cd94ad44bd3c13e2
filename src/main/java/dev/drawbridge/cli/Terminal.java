package dev.drawbridge.cli;

/**
 * Who reads: a person at a terminal sees the lines that findings are about, in colour unless {@code NO_COLOR} is set.
 *
 * @param isInteractive whether standard output is a terminal; {@code bin/drawbridge} finds that out
 * @param hasColour whether it is told colours
 */
record Terminal(boolean isInteractive, boolean hasColour) {

    /** The property that {@code bin/drawbridge} sets where standard output is a terminal. */
    static final String PROPERTY = "drawbridge.terminal";

    /** What the process was started with. */
    static Terminal of(boolean noColour) {
        boolean interactive = Boolean.getBoolean(PROPERTY);
        String wish = System.getenv("NO_COLOR");
        boolean plain = noColour || wish != null && !wish.isEmpty();
        return new Terminal(interactive, interactive && !plain);
    }
}
