package dev.drawbridge.gitops;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.eclipse.jgit.errors.ConfigInvalidException;
import org.eclipse.jgit.lib.Config;
import org.eclipse.jgit.lib.ConfigConstants;
import org.eclipse.jgit.lib.StoredConfig;
import org.eclipse.jgit.util.FS;
import org.eclipse.jgit.util.SystemReader;

/**
 * The user's settings of Git, in which each file system keeps times as exactly as where they cannot be measured. JGit
 * would measure it, with files in the file system, and write the result into the home folder.
 */
final class UserSettings extends StoredConfig {

    private UserSettings(Config ofUser) {
        super(ofUser);
    }

    /** Makes these the settings of all repositories of this process. */
    static void useKnownTimes() {
        SystemReader.setInstance(new SystemReader.Delegate(SystemReader.getInstance()) {
            @Override
            public StoredConfig getUserConfig() throws IOException, ConfigInvalidException {
                return new UserSettings(super.getUserConfig());
            }
        });
    }

    @Override
    public void load() {}

    @Override
    public void save() {}

    @Override
    public long getTimeUnit(String section, String part, String name, long absent, TimeUnit unit) {
        return section.equals(ConfigConstants.CONFIG_FILESYSTEM_SECTION)
                ? unit.convert(FS.FileStoreAttributes.FALLBACK_TIMESTAMP_RESOLUTION)
                : super.getTimeUnit(section, part, name, absent, unit);
    }
}
