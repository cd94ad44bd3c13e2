package dev.drawbridge.check;

import dev.drawbridge.rbac.AccessGap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The rules that roles lack, as {@code check --fix} adds them. */
public final class RoleFixes {

    private RoleFixes() {}

    /** Those of the files, by the name of the file. */
    public static Map<String, List<AccessGap>> of(CheckSettings settings, List<Path> files) throws IOException {
        return RoleFindings.fixable(settings, files);
    }
}
