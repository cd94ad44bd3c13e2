package dev.drawbridge.check;

import dev.drawbridge.fleet.HandWrittenSlice;
import dev.drawbridge.manifest.Manifest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Detects hand-written fleet files: those with the comment {@code # drawbridge: fleet} at the top, and the settings'
 * fleet. Their slices are checked as the slices they expand to.
 */
final class FleetDeclaration {

    private static final int LOOK_AHEAD = 4096;

    private final Set<Path> named = new HashSet<>();

    /** Loaded with the first file that begins with a comment. */
    private static final class Patterns {

        private static final Pattern HEADER = Pattern.compile("\\A(?:\\s*#.*\\n)*?\\s*#\\s*drawbridge:\\s*fleet\\b.*");
    }

    FleetDeclaration(CheckSettings settings) {
        FleetSettings fleet = settings.fleet();
        for (String path : fleet == null ? List.<String>of() : fleet.paths()) {
            named.add(absolute(path));
            named.addAll(FleetSettings.files(path));
        }
    }

    private static Path absolute(String path) {
        return Path.of(path).toAbsolutePath().normalize();
    }

    /** Whether the file of this name and text is a fleet. */
    boolean covers(String name, byte[] text) {
        return hasHeader(text) || !named.isEmpty() && named.contains(absolute(name));
    }

    private static boolean hasHeader(byte[] text) {
        int first = 0;
        while (first < text.length && text[first] <= ' ' && text[first] >= 0) {
            first++;
        }
        if (first == text.length || text[first] != '#') {
            return false;
        }
        String start = new String(text, 0, Math.min(text.length, LOOK_AHEAD), StandardCharsets.UTF_8);
        return Patterns.HEADER.matcher(start).lookingAt();
    }

    /** A fleet's manifest as the API server could have it. */
    static Manifest stored(Manifest manifest) {
        return manifest.kind().equals("ResourceSlice")
                ? new Manifest(
                        manifest.file(),
                        manifest.within(),
                        HandWrittenSlice.stored(manifest.object()),
                        manifest.apiVersion(),
                        manifest.kind(),
                        manifest.namespaces())
                : manifest;
    }
}
