package dev.drawbridge.edit;

import java.util.List;
import java.util.Map;

/**
 * A text after its edits.
 *
 * @param refused the reasons for unchanged documents, by index
 */
public record Rewriting(String text, List<Edit> edits, Map<Integer, String> refused) {}
