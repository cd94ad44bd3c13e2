package dev.drawbridge.edit;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Replaces the texts of files atomically, keeping modes and following symbolic links. Thread-safe. */
public final class FileUpdate {

    private final List<Path> named;
    private final Set<Path> written = ConcurrentHashMap.newKeySet();

    /**
     * Allows updates of these paths and the files below them. A link to a file elsewhere is refused unless it is itself
     * one of the paths.
     */
    public FileUpdate(List<Path> named) throws IOException {
        List<Path> real = new ArrayList<>();
        for (Path path : named) {
            real.add(path.toRealPath());
        }
        this.named = List.copyOf(real);
    }

    /**
     * Replaces the text of a file.
     *
     * @param before the expected current text; if another program has changed the file, nothing is written
     */
    public void write(Path file, byte[] before, byte[] after) throws IOException {
        Path target = file.toRealPath();
        if (named.stream().noneMatch(target::startsWith)) {
            throw new FileSystemException(
                    file.toString(), null, "links outside the given paths; to change it, name " + target);
        }
        if (!written.add(target)) {
            // Another link to a file that already has its new text.
            return;
        }
        if (!Files.isWritable(target)) {
            throw new AccessDeniedException(file.toString());
        }
        if (!Arrays.equals(Files.readAllBytes(target), before)) {
            throw new FileSystemException(file.toString(), null, "changed by another program; run again");
        }
        Path temporary = Files.createTempFile(target.getParent(), ".drawbridge", ".tmp");
        try {
            Files.write(temporary, after);
            copyMode(target, temporary);
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    private static void copyMode(Path from, Path to) throws IOException {
        PosixFileAttributeView source = Files.getFileAttributeView(from, PosixFileAttributeView.class);
        PosixFileAttributeView target = Files.getFileAttributeView(to, PosixFileAttributeView.class);
        if (source == null || target == null) {
            return;
        }
        PosixFileAttributes attributes = source.readAttributes();
        PosixFileAttributes own = target.readAttributes();
        if (!attributes.group().equals(own.group())) {
            target.setGroup(attributes.group());
        }
        if (!attributes.owner().equals(own.owner())) {
            target.setOwner(attributes.owner());
        }
        target.setPermissions(attributes.permissions());
    }
}
