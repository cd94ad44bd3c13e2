package dev.drawbridge.cli;

import dev.drawbridge.check.Change;
import dev.drawbridge.check.InputFiles;
import dev.drawbridge.check.Trees;
import dev.drawbridge.report.PageContext;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The texts of checked files for a page; standard input, which is read once, has none. */
final class PageSources {

    /** No file. */
    static final PageSources NONE = new PageSources(InputFiles.named(Map.of(), List.of()));

    private final Trees trees;
    private @Nullable Map<String, Change> changes;

    PageSources(Trees trees) {
        this.trees = trees;
    }

    /** The texts of a file in base and head; null if it cannot be read, which is a finding of its own. */
    PageContext.@Nullable Sides of(String file) {
        try {
            Change change = changes().get(file);
            return change == null
                    ? null
                    : new PageContext.Sides(
                            text(change.base().text()), text(change.head().text()));
        } catch (IOException unreadable) {
            return null;
        }
    }

    private Map<String, Change> changes() throws IOException {
        Map<String, Change> known = changes;
        if (known == null) {
            known = new HashMap<>();
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
