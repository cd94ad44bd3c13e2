package dev.drawbridge.edit;

import dev.drawbridge.document.Value;
import java.util.List;

/** An entry of an object that gets other entries than it has. */
sealed interface Piece {

    String key();

    /** One that is written somewhere in the text, be it in this object or in another. */
    record Written(Home home, String key, Value value) implements Piece {}

    /** A new object, some of whose entries are written already. */
    record Level(String key, List<Piece> pieces) implements Piece {}

    /** One that is written nowhere. */
    record Fresh(String key, Value value) implements Piece {}
}
