package dev.drawbridge.edit;

/**
 * An entry of an object with its comments, ready to be written elsewhere.
 *
 * @param lead the text before it: the lines of its comments in a block, or the text after the preceding comma in braces
 * @param body its key and value; in a block, up to the end of its last line including a comment there
 * @param tail in braces, the text before the next comma
 */
record Chunk(String lead, String body, String tail) {}
