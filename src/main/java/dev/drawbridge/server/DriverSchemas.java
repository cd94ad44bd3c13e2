package dev.drawbridge.server;

import dev.drawbridge.admission.DriverRules;
import dev.drawbridge.driver.DriverRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The drivers whose parameters the webhook validates: those that are built in, and those of a folder, such as a mounted ConfigMap. The folder is
 * read once a second at most. A file that cannot be read leaves what was good before, and is named in the log.
 */
final class DriverSchemas implements Supplier<DriverRules> {

    private static final Logger LOG = LoggerFactory.getLogger(DriverSchemas.class);
    private static final long INTERVAL = TimeUnit.SECONDS.toNanos(1);

    private final DrawbridgeProperties.Drivers settings;
    private volatile DriverRules rules;
    private volatile long looked = System.nanoTime();
    private String seen = "";

    DriverSchemas(DrawbridgeProperties.Drivers settings) {
        this.settings = settings;
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
        Path folder = settings.directory();
        if (folder != null && System.nanoTime() - looked > INTERVAL) {
            look(folder);
        }
        return rules;
    }

    private synchronized void look(Path folder) {
        if (System.nanoTime() - looked <= INTERVAL) {
            return;
        }
        looked = System.nanoTime();
        try {
            String now = state(folder);
            if (!now.equals(seen)) {
                seen = now;
                rules = read(folder);
                LOG.info("drivers: read the schemas in {} again", folder);
            }
        } catch (IOException | InvalidSetting e) {
            LOG.error("drivers: {}; the schemas that were read before stay in force", e.getMessage());
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
