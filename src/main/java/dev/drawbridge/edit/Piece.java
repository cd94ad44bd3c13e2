package dev.drawbridge.edit;

import dev.drawbridge.document.Value;
import java.util.List;

/** An entry of an object whose entries change. */
sealed interface Piece {

    String key();

    /** An entry whose source is in the text, in this object or another. */
    record Written(Home home, String key, Value value) implements Piece {}

    /** A new object with existing and new entries, maybe as the only one of a list. */
    record Level(String key, List<Piece> pieces, boolean isListed) implements Piece {}

    record Fresh(String key, Value value) implements Piece {}
}
