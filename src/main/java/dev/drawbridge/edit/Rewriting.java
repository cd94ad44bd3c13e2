package dev.drawbridge.edit;

import java.util.List;
import java.util.Map;

/**
 * A text after its edits.
 *
 * @param text the text
 * @param edits what was edited, in the order of the text
 * @param refused the documents that stayed as they were by their index, with the reasons
 */
public record Rewriting(String text, List<Edit> edits, Map<Integer, String> refused) {}
