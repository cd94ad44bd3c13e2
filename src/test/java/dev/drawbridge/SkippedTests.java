package dev.drawbridge;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.regex.Pattern;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Writes why tests were not run, and in which classes, to {@code target/skipped}; the build prints it in its last
 * lines. JUnit loads it as a service.
 */
public final class SkippedTests implements TestExecutionListener {

    private static final Path FOLDER = Path.of("target/skipped");
    private static final Pattern SHARED = Pattern.compile(".*(\\.\\./shared)/.* is not there");

    private final Map<String, Set<String>> classes = new ConcurrentHashMap<>();

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (result.getStatus() == TestExecutionResult.Status.ABORTED) {
            String message = result.getThrowable().map(Throwable::getMessage).orElse("");
            String reason = SHARED.matcher(message).replaceAll("there is no $1").replace("Assumption failed: ", "");
            classes.computeIfAbsent(reason, any -> new ConcurrentSkipListSet<>())
                    .add(test.getSource().map(SkippedTests::simpleName).orElse(test.getDisplayName()));
        }
    }

    private static String simpleName(TestSource source) {
        String name = source instanceof MethodSource method
                ? method.getClassName()
                : source instanceof ClassSource type ? type.getClassName() : source.toString();
        return name.substring(name.lastIndexOf('.') + 1);
    }

    @Override
    public void testPlanExecutionFinished(TestPlan plan) {
        classes.forEach((reason, names) -> {
            try {
                Files.createDirectories(FOLDER);
                Files.writeString(
                        FOLDER.resolve(Integer.toHexString(reason.hashCode()) + "-"
                                + ProcessHandle.current().pid()),
                        "Skipped, since " + reason + ": tests of " + String.join(", ", new TreeSet<>(names)) + "\n");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }
}
