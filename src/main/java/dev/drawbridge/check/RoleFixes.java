package dev.drawbridge.check;

import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.manifest.ManifestReader;
import dev.drawbridge.rbac.AccessGap;
import dev.drawbridge.rbac.AccessGaps;
import dev.drawbridge.rbac.RbacObjects;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The rules that roles lack, as {@code check --fix} adds them. */
public final class RoleFixes {

    private RoleFixes() {}

    /** The missing rules in these files, by the name of the file. */
    public static Map<String, List<AccessGap>> of(CheckSettings settings, List<Path> files) throws IOException {
        if (RoleFindings.enforcing(settings).isEmpty()) {
            return Map.of();
        }
        ManifestReader reader = new ManifestReader();
        List<RbacObjects> objects = new ArrayList<>();
        for (Path file : files) {
            byte[] text = ReadLimits.DEFAULT.text(file);
            String name = ManifestFiles.name(file);
            if (RbacObjects.mayBeIn(new String(text, StandardCharsets.ISO_8859_1))) {
                objects.add(RbacObjects.of(
                        reader.read(name, text).manifests(), settings.input().namespace()));
            }
        }
        return AccessGaps.of(RbacObjects.joined(objects), false).stream()
                .filter(gap -> gap.fix() != null)
                .collect(Collectors.groupingBy(gap -> gap.role().source().file(), HashMap::new, Collectors.toList()));
    }
}
