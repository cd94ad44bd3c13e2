package dev.drawbridge.server;

import dev.drawbridge.cluster.ServerVersion;
import dev.drawbridge.document.Document;
import dev.drawbridge.document.JsonReader;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.ReadResult;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.net.ssl.HttpsURLConnection;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;

/**
 * {@code GET /version} of an API server, which needs no token where anonymous requests are allowed, as they are by
 * default. Where a service account's token is mounted it is sent.
 *
 * <p>Source: {@code k8s.io/apimachinery/pkg/version}, Info.
 *
 * @param server such as {@code https://10.96.0.1:443}
 * @param caCertificate the certificates that the server's must be signed by, PEM; read for each call
 */
record ApiServerVersion(URI server, Path caCertificate) {

    /** Where Kubernetes mounts what a pod needs to talk to its API server. */
    static final Path SERVICE_ACCOUNT = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

    private static final int TIMEOUT_MILLIS = 10_000;
    private static final int MAX_BYTES = 64 * 1024;

    /** A minor release of Kubernetes: that which the server emulates, where it emulates an earlier one. */
    record Minor(int major, int minor) {

        @Override
        public String toString() {
            return major + "." + minor;
        }
    }

    /** Asks the server; an {@link IOException} says why there is no answer. */
    Minor ask() throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) server.resolve("/version").toURL().openConnection();
        try {
            if (connection instanceof HttpsURLConnection https) {
                https.setSSLSocketFactory(Authorities.trustedIn(caCertificate).getSocketFactory());
            }
            connection.setInstanceFollowRedirects(false);
            connection.setConnectTimeout(TIMEOUT_MILLIS);
            connection.setReadTimeout(TIMEOUT_MILLIS);
            connection.setRequestProperty(HttpHeaders.ACCEPT, MediaType.APPLICATION_JSON_VALUE);
            Path token = SERVICE_ACCOUNT.resolve("token");
            if (Files.exists(token)) {
                connection.setRequestProperty(
                        HttpHeaders.AUTHORIZATION,
                        "Bearer " + Files.readString(token).trim());
            }
            int status = connection.getResponseCode();
            if (status != HttpStatus.OK.value()) {
                boolean isRefused = status == HttpStatus.UNAUTHORIZED.value() || status == HttpStatus.FORBIDDEN.value();
                throw new IOException("HTTP " + status
                        + (isRefused
                                ? "; it needs a token: set automountServiceAccountToken, or pin the release"
                                : ""));
            }
            try (InputStream body = connection.getInputStream()) {
                return parse(body.readNBytes(MAX_BYTES));
            }
        } finally {
            connection.disconnect();
        }
    }

    static Minor parse(byte[] body) throws IOException {
        ReadResult answer = JsonReader.withoutPositions(ReadLimits.DEFAULT).read(body);
        if (!(answer instanceof Document document) || !(document.value() instanceof ObjectValue info)) {
            throw new IOException("the answer is not a version");
        }
        ServerVersion version = ServerVersion.of(info);
        return new Minor(version.major(), version.minor());
    }
}
