package dev.drawbridge.fleet;

import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.Position;
import dev.drawbridge.manifest.Manifest;
import java.util.List;

/**
 * An object in a file that the API server would refuse.
 *
 * @param object the object
 * @param mistakes what is wrong with it, at least one mistake
 */
public record Refusal(Manifest object, List<FieldError> mistakes) {

    /** The mistakes as lines, each with its place: {@code fleet.yaml:3:5: spec.driver: …}; no more than so many. */
    public List<String> lines(int max) {
        return mistakes.stream().limit(max).map(this::line).toList();
    }

    private String line(FieldError mistake) {
        Position position = mistake.position() == null ? object.object().position() : mistake.position();
        String path = object.within() + mistake.path();
        return (object.file().isEmpty() ? "" : object.file() + ":")
                + (position == null ? "" : position + ":")
                + (object.file().isEmpty() && position == null ? "" : " ")
                + path
                + (path.isEmpty() ? "" : ": ")
                + mistake.message();
    }
}
