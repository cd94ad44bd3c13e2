package dev.drawbridge.check;

import dev.drawbridge.document.JsonEquality;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import org.jspecify.annotations.Nullable;

/**
 * An object in base and head.
 *
 * @param base the old object; null if it is new
 * @param head the new object; null if it is deleted
 * @param isBaseUntouched whether the base is in a file that does not change: the head defines the object again
 */
record Pair(@Nullable Manifest base, @Nullable Manifest head, Lines lines, boolean isBaseUntouched) {

    boolean isUnchanged() {
        return base != null
                && head != null
                && base.apiVersion().equals(head.apiVersion())
                && JsonEquality.same(base.object(), head.object());
    }
}
