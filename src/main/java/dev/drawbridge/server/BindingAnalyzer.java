package dev.drawbridge.server;

import dev.drawbridge.field.Spelling;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** A value that a setting cannot have, or a setting of ours that does not exist, without a word of how settings are bound. */
@Order(Ordered.HIGHEST_PRECEDENCE + 1)
final class BindingAnalyzer extends AbstractFailureAnalyzer<BindException> {

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BindException cause) {
        UnboundConfigurationPropertiesException unbound =
                findCause(cause, UnboundConfigurationPropertiesException.class);
        if (unbound != null) {
            String names = unbound.getUnboundProperties().stream()
                    .map(property -> property.getName() + ": unknown setting"
                            + Spelling.hint(property.getName().toString(), SettingNames.NAMES))
                    .collect(Collectors.joining("; "));
            return new FailureAnalysis(names, null, cause);
        }
        if (findCause(cause, InvalidSetting.class) != null || cause.getProperty() == null) {
            return null;
        }
        String value = String.valueOf(cause.getProperty().getValue());
        return new FailureAnalysis(
                cause.getName() + ": invalid value \"" + value + "\"; expected: "
                        + expected(cause.getTarget().getType().resolve(Object.class)),
                null,
                cause);
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
