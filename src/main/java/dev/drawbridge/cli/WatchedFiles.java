package dev.drawbridge.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The files that decide about the result of a check, as {@code --watch} compares them. */
final class WatchedFiles {

    /** The names, sizes and times of the checked files, and of settings, schemas, fleets, baseline and charts. */
    static String state(CheckPlan plan) throws IOException {
        if (plan.compared().isWanted() || plan.paths().contains(CheckPlan.STANDARD_INPUT)) {
            throw new UsageException("--watch checks files and folders only");
        }
        List<Path> files = new ArrayList<>(plan.files(plan.paths()));
        for (Path other : plan.others()) {
            files.addAll(files(other));
        }
        return state(files.stream());
    }

    /** The names, sizes and times of files. */
    static String state(Stream<Path> files) {
        StringBuilder state = new StringBuilder("files");
        files.forEach(file -> add(file, state));
        return state.toString();
    }

    private static List<Path> files(Path path) throws IOException {
        if (!Files.isDirectory(path)) {
            return List.of(path);
        }
        try (Stream<Path> below = Files.walk(path)) {
            return below.filter(Files::isRegularFile).sorted().toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static void add(Path file, StringBuilder state) {
        state.append('\n').append(file);
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            state.append(' ').append(attributes.size()).append(' ').append(attributes.lastModifiedTime());
        } catch (IOException gone) {
            state.append(" is gone");
        }
    }
}
