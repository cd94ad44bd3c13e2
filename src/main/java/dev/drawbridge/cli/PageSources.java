package dev.drawbridge.cli;

import dev.drawbridge.check.Change;
import dev.drawbridge.check.InputFiles;
import dev.drawbridge.check.Trees;
import dev.drawbridge.gitops.LineDiff;
import dev.drawbridge.report.PageContext;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The texts of checked files for a page; standard input, which is read once, has none. */
final class PageSources {

    static final PageSources NONE = new PageSources(InputFiles.named(Map.of(), List.of()));

    /** The percentage of its lines that a file keeps when it is renamed, as git has it. */
    private static final int MIN_KEPT = 50;

    private final Trees trees;
    private @Nullable Map<String, Change> changes;

    PageSources(Trees trees) {
        this.trees = trees;
    }

    /** The texts of a file in base and head; null if it cannot be read, which is a finding of its own. */
    PageContext.@Nullable Sides of(String file) {
        try {
            Change change = changes().get(file);
            return change == null ? null : sides(change);
        } catch (IOException unreadable) {
            return null;
        }
    }

    private PageContext.Sides sides(Change change) throws IOException {
        String head = text(change.head().text());
        if (!trees.hasBase()) {
            return new PageContext.Sides("", "", head, List.of());
        }
        Change from = renamed(change, head);
        String base = text(from.base().text());
        List<List<Integer>> rows = base.isEmpty() || head.isEmpty()
                ? List.of()
                : LineDiff.of(base, head).stream()
                        .map(row -> List.of(row.before(), row.after()))
                        .toList();
        return new PageContext.Sides(from.basePath(), base, head, rows);
    }

    /** The removed file that has most of its lines in an added one; the change itself if there is none. */
    private Change renamed(Change change, String head) throws IOException {
        Change from = change;
        if (change.base().text().length == 0) {
            int most = MIN_KEPT;
            for (Change other : changes().values()) {
                int kept = other.head().text().length > 0
                        ? 0
                        : LineDiff.percentKept(text(other.base().text()), head);
                if (kept >= most) {
                    most = kept;
                    from = other;
                }
            }
        }
        return from;
    }

    private Map<String, Change> changes() throws IOException {
        Map<String, Change> known = changes;
        if (known == null) {
            known = new LinkedHashMap<>();
            for (Change change : trees.changes()) {
                known.put(change.path(), change);
            }
            changes = known;
        }
        return known;
    }

    private static String text(byte[] text) {
        return new String(text, StandardCharsets.UTF_8);
    }
}
