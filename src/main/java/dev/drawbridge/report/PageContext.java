package dev.drawbridge.report;

import dev.drawbridge.field.PrintedTable;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The content of a page besides the report.
 *
 * @param subject the kind of check, such as {@code check of a change}
 * @param read what was read, such as paths
 * @param sources the texts of a file, by the name that findings give it; null if there is none
 * @param tables further tables, such as that of an upgrade
 */
public record PageContext(
        String subject, String read, Function<String, @Nullable Sides> sources, List<PrintedTable> tables) {

    /** Nothing but the report. */
    public static final PageContext NONE = new PageContext("check", "", file -> null, List.of());

    /**
     * A file in the base and the head.
     *
     * @param basePath its name in the base
     * @param base its text in the base; empty if it does not exist there, or there is no base
     * @param head its text in the head; empty if it does not exist there
     * @param rows the lines next to each other, as numbers in base and head; empty if either does not exist
     */
    public record Sides(String basePath, String base, String head, List<List<Integer>> rows) {}
}
