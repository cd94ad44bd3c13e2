package dev.drawbridge.lsp;

import dev.drawbridge.edit.Edit;
import dev.drawbridge.field.Position;
import dev.drawbridge.reference.ReferenceFacts;
import dev.drawbridge.report.Finding;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/** The folders that an editor has open, as the command line checks them. Texts are in UTF-8. */
public interface Workspace {

    /** The options of {@code check} that an editor's settings may have. */
    List<String> OPTIONS = List.of("kubernetes", "feature-gates");

    /**
     * What a check found.
     *
     * @param findings the findings of each file that was checked
     * @param names the names that each file defines and refers to
     * @param problem why a folder cannot be checked, such as a mistake in its settings; empty for none
     */
    record Checked(Map<Path, List<Finding>> findings, Map<Path, ReferenceFacts> names, String problem) {

        /** Before the first check. */
        static final Checked NOTHING = new Checked(Map.of(), Map.of(), "");
    }

    /**
     * A change that is offered.
     *
     * @param kind its kind in the protocol, such as {@code quickfix}
     * @param of the finding that it is about; empty for the whole file
     * @param isPreferred whether an editor may apply it without a question
     */
    record Action(String title, String kind, List<Finding> of, List<Edit> edits, boolean isPreferred) {}

    /** A name that completes what was typed, and what it is. */
    record Name(String text, String meaning) {}

    /**
     * The names that fit a place.
     *
     * @param typed the text before the place that a name replaces
     */
    record Names(String typed, List<Name> names) {}

    /** Sets {@link #OPTIONS} by their names; an empty one is not set. */
    void settings(Map<String, String> settings);

    /** Sets the folders, whose files may have changed on disk since the last check. */
    void folders(List<Path> folders);

    /**
     * Checks all files of the folders, and the open ones. A folder that cannot be checked keeps its findings. One
     * thread calls it; the other methods do not wait for it.
     *
     * @param progress receives the percentage of the files that have been checked; from several threads
     */
    Checked check(Map<Path, byte[]> open, IntConsumer progress);

    List<Action> actions(Path file, byte[] text, List<Finding> findings) throws IOException;

    /** The explanation of the field at a place; empty if there is none. */
    String explanation(Path file, byte[] text, Position place) throws IOException;

    /** The names that may stand at a place, given the text before it. */
    Names names(Path file, String before, Checked known) throws IOException;

    /** Whether each workload of a text fits the fleet now, by its place; nothing if its folder has no fleet. */
    Map<Position, Supplier<String>> fits(Path file, byte[] text, Checked known) throws IOException;

    /** The commands that can be executed. */
    List<String> commands();

    /**
     * Executes a command about a text.
     *
     * @param argument what it needs besides the text; empty for nothing
     * @return texts, numbers, lists and maps
     * @throws IOException with a message for the user if it cannot be executed
     */
    Object execute(String command, Path file, byte[] text, String argument, Checked known) throws IOException;
}
