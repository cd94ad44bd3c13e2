package dev.drawbridge.server;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Our own settings in our own words, before Spring Boot's analysis of the exception around them. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class InvalidSettingAnalyzer extends AbstractFailureAnalyzer<InvalidSetting> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidSetting cause) {
        return new FailureAnalysis(cause.getMessage(), null, cause);
    }
}
