package dev.drawbridge.server;

import dev.drawbridge.admission.DriverRules;
import dev.drawbridge.driver.DriverRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;

/**
 * The drivers whose parameters the webhook validates: the built-in ones, and those of a folder, such as a mounted
 * ConfigMap. If a file cannot be read, the last valid schemas stay in use, and the log names the file.
 */
final class DriverSchemas implements Supplier<DriverRules> {

    private static final Logger LOG = LoggerFactory.getLogger(DriverSchemas.class);

    private final DrawbridgeProperties.Drivers settings;
    private volatile DriverRules rules;
    private String seen = "";
    private String lastProblem = "";

    DriverSchemas(DrawbridgeProperties properties) {
        this.settings = properties.drivers();
        Path folder = settings.directory();
        try {
            if (folder != null) {
                seen = state(folder);
            }
            this.rules = read(folder);
        } catch (IOException e) {
            throw new InvalidSetting("drawbridge.drivers.directory: " + e.getMessage(), e);
        }
    }

    private DriverRules read(@Nullable Path folder) throws IOException {
        DriverRegistry registry = DriverRegistry.builtIn().with(settings.parsedGates());
        return new DriverRules(settings.at(folder == null ? registry : registry.with(folder)), settings.mode());
    }

    @Override
    public DriverRules get() {
        return rules;
    }

    /** Reads the folder again if its files have changed. Requests do not wait for it. Not thread-safe. */
    @Scheduled(fixedDelay = 1_000)
    void refresh() {
        Path folder = settings.directory();
        if (folder == null) {
            return;
        }
        try {
            String now = state(folder);
            if (!now.equals(seen)) {
                // Files replaced during this call are read at the next one.
                DriverRules read = read(folder);
                seen = now;
                rules = read;
                LOG.info("drivers: read the schemas in {} again", folder);
            }
            lastProblem = "";
        } catch (IOException | UncheckedIOException | InvalidSetting e) {
            String problem = String.valueOf(e.getMessage());
            if (!problem.equals(lastProblem)) {
                LOG.error("drivers: {}; the previous schemas stay in use", problem);
            }
            lastProblem = problem;
        }
    }

    /** The names, times and sizes of the files. */
    private static String state(Path folder) throws IOException {
        if (Files.notExists(folder)) {
            throw new IOException(folder + ": no such file or folder");
        }
        StringBuilder state = new StringBuilder();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted().toList()) {
                state.append(file).append(Files.getLastModifiedTime(file)).append(Files.size(file));
            }
        }
        return state.toString();
    }
}
