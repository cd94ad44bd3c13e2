package dev.drawbridge.server;

import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalysisReporter;

/**
 * Why the start failed, in one line on standard error; the application's settings turn Spring Boot's own page of text
 * off.
 */
final class OneLineReporter implements FailureAnalysisReporter {

    @Override
    public void report(FailureAnalysis analysis) {
        String action = analysis.getAction() == null ? "" : " " + analysis.getAction();
        say(analysis.getDescription() + action);
    }

    static void say(String why) {
        System.err.println(("drawbridge: cannot start: " + why).strip().replaceAll("\\s+", " "));
    }
}
