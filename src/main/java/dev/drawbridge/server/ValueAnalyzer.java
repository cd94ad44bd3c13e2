package dev.drawbridge.server;

import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** A value that one of Spring Boot's own settings cannot have. */
@Order(Ordered.HIGHEST_PRECEDENCE + 2)
final class ValueAnalyzer extends AbstractFailureAnalyzer<InvalidConfigurationPropertyValueException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidConfigurationPropertyValueException cause) {
        String reason = cause.getReason() == null ? "" : cause.getReason();
        String expected = reason.endsWith("java.lang.Integer") ? "; expected: a number" : ". " + reason;
        return new FailureAnalysis(
                cause.getName() + ": invalid value \"" + cause.getValue() + "\"" + expected, null, cause);
    }
}
