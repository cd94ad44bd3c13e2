package dev.drawbridge.edit;

/**
 * An entry of an object with the comments that belong to it, ready to be written at another place.
 *
 * @param lead what is before it: of an entry in lines the whole lines of its comments, of one in braces what follows
 *     the comma
 * @param body its key and its value; of an entry in lines up to the end of the last one, with the comment there
 * @param tail of an entry in braces, what is before the next comma
 */
record Chunk(String lead, String body, String tail) {

    /** The chunk without its comments before and behind. */
    Chunk bare() {
        return new Chunk("", body, "");
    }
}
