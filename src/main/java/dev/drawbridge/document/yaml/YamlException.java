package dev.drawbridge.document.yaml;

import dev.drawbridge.field.Position;

/** Invalid YAML, or YAML without a JSON equivalent. */
@SuppressWarnings("serial")
final class YamlException extends RuntimeException {

    private final transient Position position;

    YamlException(String message, Position position) {
        super(message);
        this.position = position;
    }

    Position position() {
        return position;
    }
}
