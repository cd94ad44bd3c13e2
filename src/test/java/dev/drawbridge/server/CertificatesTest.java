package dev.drawbridge.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drawbridge.certs.CertificateDirectory;
import dev.drawbridge.certs.WebhookCertificates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
@ResourceLock(Resources.SYSTEM_OUT)
class CertificatesTest {

    private static final Instant NOW = Instant.now().truncatedTo(ChronoUnit.SECONDS);

    @TempDir
    private Path folder;

    private CertificateDirectory directory;
    private Certificates certificates;

    @BeforeEach
    void serve() throws IOException {
        directory = new CertificateDirectory(folder.resolve("tls"));
        write(10);
        certificates = new Certificates(directory, null);
    }

    private void write(int days) throws IOException {
        directory.write(made(days));
    }

    private static WebhookCertificates made(int days) {
        return WebhookCertificates.generate(List.of("localhost"), NOW, Duration.ofDays(days));
    }

    private void isServed(int days) {
        certificates.refresh();
        certificates.refresh();
        assertThat(certificates.expiry()).isEqualTo(NOW.plus(Duration.ofDays(days)));
    }

    @Test
    void newPairIsServedForEveryWayOfReplacement() throws IOException {
        write(11);
        isServed(11);

        // Replaces the files as a kubelet does for a Secret, by swapping a link to a folder.
        Path mount = folder.resolve("mount");
        new CertificateDirectory(folder.resolve("one")).write(made(12));
        new CertificateDirectory(folder.resolve("two")).write(made(13));
        Files.createDirectories(mount);
        Files.createSymbolicLink(mount.resolve("..data"), folder.resolve("one"));
        for (String name : List.of("tls.crt", "tls.key")) {
            Files.createSymbolicLink(mount.resolve(name), Path.of("..data", name));
        }
        directory = new CertificateDirectory(mount);
        certificates = new Certificates(directory, null);
        isServed(12);
        Files.createSymbolicLink(mount.resolve("..new"), folder.resolve("two"));
        Files.move(mount.resolve("..new"), mount.resolve("..data"), StandardCopyOption.REPLACE_EXISTING);
        isServed(13);

        Files.delete(mount.resolve("tls.crt"));
        Files.delete(mount.resolve("tls.key"));
        isServed(13);
        write(14);
        isServed(14);
    }

    @Test
    void mismatchedPairIsNotServedAndLoggedOnce(CapturedOutput output) throws IOException {
        Files.writeString(directory.certificate(), made(11).certificate());
        for (int i = 0; i < 5; i++) {
            isServed(10);
        }
        assertThat(output.getAll().lines().filter(line -> line.contains("keeping the last certificate")))
                .singleElement()
                .asString()
                .contains("WARN")
                .contains("does not belong to the certificate");

        write(12);
        isServed(12);
    }

    @Test
    void partlyWrittenPairIsNotLogged(CapturedOutput output) throws IOException {
        WebhookCertificates next = made(11);
        Files.writeString(directory.certificate(), next.certificate());
        certificates.refresh();
        Files.writeString(directory.key(), next.key());
        isServed(11);

        assertThat(output.getAll()).doesNotContain("keeping the last certificate");
    }

    @Test
    void mismatchPreventsStart() throws IOException {
        Files.writeString(directory.key(), made(1).key());

        assertThatThrownBy(() -> new Certificates(directory, null))
                .isInstanceOf(InvalidSetting.class)
                .hasMessageContaining("does not belong to the certificate");
    }

    @Test
    void expiredCertificateIsServedWithWarning(CapturedOutput output) throws IOException {
        directory.write(
                WebhookCertificates.generate(List.of("localhost"), NOW.minus(Duration.ofDays(2)), Duration.ofDays(1)));

        new Certificates(directory, null);

        assertThat(output.getAll()).contains("WARN").contains("expired");
    }
}
