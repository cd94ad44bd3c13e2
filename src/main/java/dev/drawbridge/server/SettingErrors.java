package dev.drawbridge.server;

import dev.drawbridge.field.Spelling;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/** Turns the exceptions in which Spring Boot wraps an invalid setting into one sentence. */
final class SettingErrors {

    static @Nullable String message(Throwable failure) {
        String message = null;
        // The innermost cause is the most specific.
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof InvalidSetting) {
                return cause.getMessage();
            } else if (cause instanceof UnboundConfigurationPropertiesException unbound) {
                return unbound.getUnboundProperties().stream()
                        .map(property -> property.getName() + ": unknown setting"
                                + Spelling.hint(property.getName().toString(), Settings.OWN))
                        .collect(Collectors.joining("; "));
            } else if (cause instanceof InvalidConfigurationPropertyValueException invalid) {
                String reason = invalid.getReason() == null ? "" : invalid.getReason();
                String expected = reason.endsWith("java.lang.Integer") ? "; expected: a number" : ". " + reason;
                message = invalid.getName() + ": invalid value \"" + invalid.getValue() + "\"" + expected;
            } else if (cause instanceof BindException bind && bind.getProperty() != null) {
                Class<?> type = bind.getTarget().getType().resolve(Object.class);
                message = bind.getName() + ": invalid value \""
                        + bind.getProperty().getValue() + "\"; expected: " + expected(type);
            }
        }
        return message;
    }

    private static String expected(Class<?> type) {
        if (type.isEnum()) {
            return Arrays.stream(type.getEnumConstants())
                    .map(constant -> constant.toString().toLowerCase(Locale.ROOT))
                    .collect(Collectors.joining(", "));
        }
        return switch (type.getSimpleName()) {
            case "Integer", "int", "Long", "long" -> "a number";
            case "Boolean", "boolean" -> "true, false";
            case "DataSize" -> "a size, such as 32MB";
            case "Duration" -> "a duration, such as 5s";
            default -> "a " + type.getSimpleName();
        };
    }
}
