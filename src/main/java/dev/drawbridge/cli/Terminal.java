package dev.drawbridge.cli;

/**
 * Who reads: a person at a terminal sees the lines that findings are about, in colors unless {@code NO_COLOR} is set.
 *
 * @param isInteractive whether standard output is a terminal; {@code bin/drawbridge} finds that out
 * @param hasColor whether findings have colors
 */
record Terminal(boolean isInteractive, boolean hasColor) {

    /** The property that {@code bin/drawbridge} sets where standard output is a terminal. */
    static final String PROPERTY = "drawbridge.terminal";

    /** The values of {@code --color}. */
    static final String CHOICES = "always|never|auto";

    /**
     * What the process was started with; {@code auto} follows {@code NO_COLOR}, {@code FORCE_COLOR} and the terminal.
     */
    static Terminal of(String color) {
        boolean interactive = Boolean.getBoolean(PROPERTY);
        boolean automatic = !isSet("NO_COLOR") && (interactive || isSet("FORCE_COLOR"));
        return new Terminal(interactive, color.equals("always") || color.equals("auto") && automatic);
    }

    private static boolean isSet(String variable) {
        String value = System.getenv(variable);
        return value != null && !value.isEmpty();
    }
}
