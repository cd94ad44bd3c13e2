package dev.drawbridge.document.yaml;

import dev.drawbridge.field.Position;

/** A text that is no YAML, or YAML that JSON cannot say. */
final class YamlException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Position position;

    YamlException(String message, Position position) {
        super(message);
        this.position = position;
    }

    Position position() {
        return position;
    }
}
