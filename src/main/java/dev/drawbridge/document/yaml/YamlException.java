package dev.drawbridge.document.yaml;

import dev.drawbridge.field.Position;

/** Invalid YAML, or YAML without a JSON equivalent. */
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
