package dev.drawbridge.document;

import dev.drawbridge.field.Position;
import org.jspecify.annotations.Nullable;

/** Something that YAML allows and a JSON document cannot be. */
final class YamlUnfoldingException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient @Nullable Position position;

    YamlUnfoldingException(String message, @Nullable Position position) {
        super(message);
        this.position = position;
    }

    @Nullable
    Position position() {
        return position;
    }
}
