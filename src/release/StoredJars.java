import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.util.List;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Rewrites the jars below a folder without compression, with the same classes: an archive that compresses all of them
 * together is a quarter smaller. Signatures and indexes that nothing here reads are left out, as for JGit in every
 * build.
 */
final class StoredJars {

    private StoredJars() {}

    /** Rewrites the jars below the folder {@code args[0]}. */
    public static void main(String[] args) throws IOException {
        List<Path> jars;
        try (Stream<Path> files = Files.walk(Path.of(args[0]))) {
            jars = files.filter(file -> file.toString().endsWith(".jar")).toList();
        }
        for (Path jar : jars) {
            Path stored = Path.of(jar + ".stored");
            try (ZipFile from = new ZipFile(jar.toFile());
                    ZipOutputStream to = new ZipOutputStream(Files.newOutputStream(stored))) {
                to.setMethod(ZipOutputStream.STORED);
                boolean isSigned = from.stream().anyMatch(StoredJars::isSignature);
                from.stream().filter(entry -> !isUnused(entry)).forEach(entry -> copy(from, entry, isSigned, to));
            }
            Files.move(stored, jar, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static boolean isSignature(ZipEntry entry) {
        return entry.getName().matches("META-INF/[^/]+\\.(SF|RSA|DSA|EC)");
    }

    /** Whether nothing reads an entry: a signature, or Quarkus' index of classes. */
    private static boolean isUnused(ZipEntry entry) {
        return isSignature(entry) || entry.getName().equals("META-INF/jandex.idx");
    }

    private static void copy(ZipFile from, ZipEntry entry, boolean isSigned, ZipOutputStream to) {
        try {
            byte[] content = from.getInputStream(entry).readAllBytes();
            if (isSigned && entry.getName().equals("META-INF/MANIFEST.MF")) {
                // Each signed file has an entry with its digest.
                Manifest manifest = new Manifest(new ByteArrayInputStream(content));
                manifest.getEntries().clear();
                ByteArrayOutputStream main = new ByteArrayOutputStream();
                manifest.write(main);
                content = main.toByteArray();
            }
            ZipEntry copy = new ZipEntry(entry.getName());
            CRC32 crc = new CRC32();
            crc.update(content);
            copy.setCrc(crc.getValue());
            copy.setSize(content.length);
            copy.setTimeLocal(LocalDateTime.of(1980, 1, 1, 0, 0));
            to.putNextEntry(copy);
            to.write(content);
            to.closeEntry();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
