package dev.drawbridge.fleet;

import dev.drawbridge.document.Locator;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.Position;
import dev.drawbridge.manifest.Manifest;
import java.util.List;

/**
 * An object in a file that the API server would refuse, or of which it drops fields.
 *
 * @param mistakes its errors, or the warnings for the fields, at least one
 */
public record Refusal(Manifest object, List<FieldError> mistakes) {

    /** At most this number of errors as lines, each with its position: {@code fleet.yaml:3:5: spec.driver: …}. */
    public List<String> lines(int max) {
        return mistakes.stream().limit(max).map(this::line).toList();
    }

    /** The same lines, each with what becomes of the object. */
    public List<String> notes(int max, String effect) {
        return lines(max).stream()
                .map(line -> line + " (this " + object.kind() + " is invalid" + effect + ")")
                .toList();
    }

    private String line(FieldError mistake) {
        Position position =
                mistake.position() == null ? Locator.ofValue(object.object(), mistake.path()) : mistake.position();
        String path = object.within() + mistake.path();
        return (object.file().isEmpty() ? "" : object.file() + ":")
                + (position == null ? "" : position + ":")
                + (object.file().isEmpty() && position == null ? "" : " ")
                + path
                + (path.isEmpty() ? "" : ": ")
                + mistake.message();
    }
}
