package dev.drawbridge.certs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;

/**
 * A directory with {@code ca.crt}, {@code tls.crt} and {@code tls.key}, named as Kubernetes names the keys of a TLS
 * Secret. The key is readable by its owner alone (0600) from the moment it exists.
 */
public record CertificateDirectory(Path path) {

    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> READABLE = PosixFilePermissions.fromString("rw-r--r--");

    public Path caCertificate() {
        return path.resolve("ca.crt");
    }

    public Path certificate() {
        return path.resolve("tls.crt");
    }

    public Path key() {
        return path.resolve("tls.key");
    }

    /** Whether neither a certificate nor a key exists. */
    public boolean isEmpty() {
        return Files.notExists(certificate()) && Files.notExists(key());
    }

    /** Whether a key exists and the serving certificate is valid for longer than this. */
    public boolean lasts(Instant now, Duration longer) throws IOException {
        return Files.exists(key())
                && ServingCertificate.expiry(Files.readAllBytes(certificate())).isAfter(now.plus(longer));
    }

    /** Writes the three files and replaces existing ones; creates the directory if it is missing. */
    public void write(WebhookCertificates certificates) throws IOException {
        write(certificates.caCertificate(), certificates.certificate(), certificates.key());
    }

    /** Writes those of the three files, in PEM, whose content differs. */
    public void write(String authorities, String certificate, String key) throws IOException {
        Files.createDirectories(path);
        if (!isSame(caCertificate(), authorities)) {
            write(caCertificate(), authorities, READABLE);
        }
        if (!isSame(certificate(), certificate) || !isSame(key(), key)) {
            write(certificate(), certificate, READABLE);
            writePrivate(key(), key);
        }
    }

    private static boolean isSame(Path file, String text) throws IOException {
        return Files.exists(file) && Files.readString(file).equals(text);
    }

    /** Writes a file that only its owner may read, and replaces an existing one. */
    public static void writePrivate(Path file, String text) throws IOException {
        write(file, text, OWNER_ONLY);
    }

    private static void write(Path file, String text, Set<PosixFilePermission> permissions) throws IOException {
        Path directory = Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file has a directory");
        boolean isPosix = Files.getFileAttributeView(directory, PosixFileAttributeView.class) != null;
        FileAttribute<?>[] attributes = isPosix
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER_ONLY)}
                : new FileAttribute<?>[0];
        Path fresh = Files.createTempFile(directory, ".new", "", attributes);
        Files.writeString(fresh, text);
        if (isPosix) {
            Files.setPosixFilePermissions(fresh, permissions);
        }
        Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
    }
}
