package dev.drawbridge.cli;

/**
 * The properties of the output: on a terminal, findings have source lines, in colors unless {@code NO_COLOR} is set.
 *
 * @param isInteractive whether standard output is a terminal, as determined by {@code bin/drawbridge}
 * @param hasColor whether findings have colors
 * @param columns the width for wrapping lines; 0 for no wrapping
 */
record Terminal(boolean isInteractive, boolean hasColor, int columns) {

    private static final int FEWEST = 40;

    /** The property that {@code bin/drawbridge} sets if standard output is a terminal. */
    static final String PROPERTY = "drawbridge.terminal";

    /** The property with its width. */
    private static final String COLUMNS = "drawbridge.columns";

    /** The terminal of the process; {@code auto} follows {@code NO_COLOR}, {@code FORCE_COLOR} and the terminal. */
    static Terminal of(String color) {
        boolean interactive = Boolean.getBoolean(PROPERTY);
        boolean automatic = !isSet("NO_COLOR") && (interactive || isSet("FORCE_COLOR"));
        int columns = interactive ? Integer.getInteger(COLUMNS, 0) : 0;
        return new Terminal(
                interactive,
                color.equals("always") || color.equals("auto") && automatic,
                columns < FEWEST ? 0 : columns);
    }

    static int columnsOfOutput() {
        return of("never").columns();
    }

    /** The width of text on standard error; 0 if it is no terminal, or if its width is not known. */
    static int columnsOfErrors() {
        return Boolean.getBoolean(Progress.PROPERTY) ? columnsOfOutput() : 0;
    }

    static Terminal of(Arguments arguments) {
        return of(arguments.has("no-color") ? "never" : arguments.choice("color", "auto"));
    }

    private static boolean isSet(String variable) {
        String value = System.getenv(variable);
        return value != null && !value.isEmpty();
    }
}
