package dev.drawbridge.check;

import dev.drawbridge.field.Position;
import dev.drawbridge.field.Trace;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.schema.Operation;
import dev.drawbridge.validation.Verdict;

/** An object, what would be done with it, its checks and their results. */
public record TracedObject(Manifest manifest, Operation request, Trace trace, Verdict verdict) {

    /** The line of the file in which the object begins. */
    public int line() {
        Position position = manifest.object().position();
        return position == null ? 0 : position.line();
    }
}
