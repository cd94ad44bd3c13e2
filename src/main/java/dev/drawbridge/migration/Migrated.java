package dev.drawbridge.migration;

import dev.drawbridge.edit.Edit;
import java.util.List;

/**
 * A text after its migration.
 *
 * @param edits the edits, in the order of the original text
 * @param objects its objects that needed another version, in the order of the text
 */
public record Migrated(String text, List<Edit> edits, List<MigratedObject> objects) {}
