package dev.drawbridge.cli;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Settings, {@code .drawbridge.yaml}: read, or refused with a message. */
public final class SettingsFuzzer {

    private SettingsFuzzer() {}

    /** Reads a file of settings. */
    public static void fuzzerTestOneInput(FuzzedDataProvider data) throws IOException {
        Path folder = Files.createTempDirectory("settings");
        Path file = folder.resolve(SettingsFile.NAME);
        try {
            Files.write(file, data.consumeRemainingAsBytes());
            SettingsFile.nearest(folder);
            SettingsFile.nearest(folder.resolve("below"));
        } catch (IOException refused) {
            if (refused.getMessage() == null) {
                throw refused;
            }
        } finally {
            Files.delete(file);
            Files.delete(folder);
        }
    }
}
