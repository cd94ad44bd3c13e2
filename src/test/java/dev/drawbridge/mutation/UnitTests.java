package dev.drawbridge.mutation;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** The tests of the rules and of their documentation, with the classes of a mutant. */
record UnitTests(MutantClasses classes) implements Callable<String> {

    private static final Path TESTS = Path.of("src/test/java");
    private static final List<String> PLACES = List.of(
            "field",
            "document",
            "schema",
            "constraint",
            "resource",
            "validation",
            "admission",
            "explain/ManualTest.java");

    /** The first test that fails; empty if none does. */
    @Override
    public String call() throws IOException, ClassNotFoundException {
        Thread.currentThread().setContextClassLoader(classes);
        List<DiscoverySelector> tests = new ArrayList<>();
        for (String name : PLACES) {
            for (String test : tests(TESTS.resolve("dev/drawbridge").resolve(name))) {
                tests.add(selectClass(classes.loadClass(test)));
            }
        }
        SummaryGeneratingListener summary = new SummaryGeneratingListener();
        Launcher launcher = LauncherFactory.create();
        launcher.execute(
                LauncherDiscoveryRequestBuilder.request()
                        .selectors(tests)
                        .configurationParameter("junit.jupiter.execution.parallel.enabled", "false")
                        .build(),
                summary);
        if (summary.getSummary().getTestsSucceededCount() == 0) {
            throw new IllegalStateException("no test ran");
        }
        return summary.getSummary().getFailures().stream()
                .findFirst()
                .map(failure -> failure.getTestIdentifier().getUniqueId() + ": " + failure.getException())
                .orElse("");
    }

    private static List<String> tests(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.map(file -> TESTS.relativize(file).toString())
                    .filter(file -> file.endsWith("Test.java"))
                    .sorted()
                    .map(file -> file.replace(".java", "").replace('/', '.'))
                    .toList();
        }
    }
}
