package dev.drawbridge.cli;

import dev.drawbridge.driver.DriverGates;
import dev.drawbridge.driver.DriverRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The options about drivers' parameters. */
final class DriverOptions {

    private static final String GATES = "driver-gates";
    private static final String VERSION = "driver-version";

    /** The drivers that are built in, and those of the options, which win, and of the settings file. */
    static DriverRegistry registry(Arguments arguments, SettingsFile file) {
        DriverRegistry registry = DriverRegistry.builtIn();
        int named = arguments.texts("drivers").size();
        for (Path folder : folders(arguments, file)) {
            registry = with(registry, named-- > 0 ? SettingsFile.NONE : file, folder);
        }
        DriverRegistry known = registry;
        registry = file.read("driverVersions", () -> known.withVersions(file.texts("driverVersions")));
        DriverGates gates = file.read("driverGates", () -> DriverGates.UNKNOWN.with(file.texts("driverGates")));
        registry = arguments.parse(VERSION, arguments.texts(VERSION), registry::withVersions);
        DriverGates all = arguments.parse(GATES, arguments.texts(GATES), gates::with);
        registry = registry.with(all);
        return arguments.has("strict-drivers") ? registry.strict() : registry;
    }

    static List<Path> folders(Arguments arguments, SettingsFile file) {
        List<Path> folders = new ArrayList<>(arguments.allParsed("drivers", Path::of));
        for (String folder : file.existing("drivers")) {
            if (!file.isDeleted(folder)) {
                folders.add(Path.of(folder));
            }
        }
        return folders;
    }

    static DriverRegistry with(DriverRegistry registry, SettingsFile file, Path folder) {
        try {
            DriverRegistry read = registry;
            Map<String, byte[]> texts = file.textsInRevision(folder.toString());
            for (Map.Entry<String, byte[]> text : texts.entrySet()) {
                read = read.with(text.getKey(), text.getValue());
            }
            return texts.isEmpty() ? registry.with(folder) : read;
        } catch (IOException e) {
            throw InputException.of(e);
        }
    }
}
