package dev.drawbridge.migration;

import dev.drawbridge.edit.Edit;
import java.util.List;

/**
 * A text after its migration.
 *
 * @param text the text
 * @param edits what was edited, in the order of the text before
 * @param objects what became of its objects that were not in the version they were to have, in the order of the text
 */
public record Migrated(String text, List<Edit> edits, List<MigratedObject> objects) {}
