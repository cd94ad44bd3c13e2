package dev.drawbridge.cli;

import dev.drawbridge.check.CheckSettings.Policies;
import dev.drawbridge.check.PolicyTests;
import dev.drawbridge.fit.input.FleetFiles;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFiles;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The options about admission policies. */
final class PolicyOptions {

    static List<String> paths(Arguments arguments, SettingsFile file) {
        return arguments.has("policy") ? arguments.texts("policy") : file.existing("policies");
    }

    /** The policies at these paths, and the user of the options. */
    static Policies policies(Arguments arguments, SettingsFile file) {
        String user = arguments.text("user");
        List<String> groups = arguments.texts("group");
        if (user == null && !groups.isEmpty()) {
            throw new UsageException("--group needs --user");
        }
        List<String> paths = paths(arguments, file);
        List<String> there = paths.stream()
                .filter(path -> arguments.has("policy") || !file.isDeleted(path))
                .toList();
        return new Policies(paths, read(arguments, file, there), List.of(), user, groups);
    }

    /** The policies and bindings that the options, or else the settings file, name. */
    static List<Manifest> known(Arguments arguments) {
        SettingsFile file = SettingsFile.here();
        List<Manifest> all = new ArrayList<>(read(arguments, file, paths(arguments, file)));
        all.addAll(read(SettingsFile.NONE, arguments.texts("from"), "--from"));
        return all.stream().filter(Policies::isOne).toList();
    }

    private static List<Manifest> read(Arguments arguments, SettingsFile file, List<String> paths) {
        return arguments.has("policy")
                ? read(SettingsFile.NONE, paths, "--policy")
                : read(file, paths, file.place("policies") + ": policies");
    }

    /** The objects of files; in folders, what only tests of policies use is left out. */
    private static List<Manifest> read(SettingsFile file, List<String> paths, String where) {
        List<Manifest> objects = new ArrayList<>();
        try {
            for (String path : paths) {
                file.readFiles(path, new FleetFiles(object -> {
                    if (isNamed(object.file(), path) || Policies.isOne(object) || !PolicyTests.areIn(object.file())) {
                        objects.add(object);
                    }
                }));
            }
        } catch (NoSuchFileException missing) {
            throw new InputException(
                    where + ": " + missing.getFile() + ": no such file, and no file matches the pattern");
        } catch (IOException e) {
            throw InputException.of(e);
        }
        return objects;
    }

    /** Whether a path means a file itself, or by a pattern, not the folder that it is in. */
    private static boolean isNamed(String file, String path) {
        return ManifestFiles.isPattern(path)
                || Path.of(file).normalize().equals(Path.of(path).normalize());
    }
}
