package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drawbridge.page.PageServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the responses and the access control of {@code drawbridge ui}. */
class UiPageTest {

    @TempDir
    static Path folder;

    private PageServer server;
    private URI address;

    @BeforeEach
    void start() throws IOException {
        Files.writeString(folder.resolve("secret.yaml"), "a: secret");
        Path open = Files.createDirectories(folder.resolve("open"));
        Files.writeString(open.resolve("claim.yaml"), "kind: ResourceClaim # resource.k8s.io");
        server = new PageServer(new UiPage(List.of(open.toString()), List.of()).handlers());
        address = server.address();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    /** Sends a raw request with a host and more headers, and returns the response. */
    private String send(String method, String place, String host, String headers, String body) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", address.getPort())) {
            socket.getOutputStream()
                    .write((method + " " + place + " HTTP/1.1\r\nHost: " + host + "\r\n" + headers
                                    + "Connection: close\r\nContent-Length: " + body.length() + "\r\n\r\n" + body)
                            .getBytes(StandardCharsets.UTF_8));
            StringBuilder answer = new StringBuilder();
            BufferedReader reader =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            reader.lines().forEach(line -> answer.append(line).append('\n'));
            return answer.toString();
        }
    }

    private String get(String place) throws IOException {
        return send("GET", place, address.getAuthority(), "", "");
    }

    private static void assertTellsNothing(String answer, int status) {
        assertThat(answer).startsWith("HTTP/1.1 " + status);
        assertThat(answer).doesNotContain("secret", "claim.yaml", "Drawbridge");
    }

    @Test
    void pathThatDoesNotExistIsNamed() {
        assertThatThrownBy(() -> new UiPage(List.of("nothing.yaml"), List.of()))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("nothing.yaml");
    }

    @Test
    void otherHostIsForbidden() throws IOException {
        assertTellsNothing(send("GET", address.getPath(), "evil.example.com", "", ""), 403);
        assertTellsNothing(send("GET", address.getPath(), "localhost:" + address.getPort(), "", ""), 403);
    }

    @Test
    void otherOriginIsForbidden() throws IOException {
        String place = address.getPath() + "check";
        assertTellsNothing(
                send("POST", place, address.getAuthority(), "Origin: https://evil.example.com\r\n", "a: b"), 403);
        assertTellsNothing(send("POST", place, address.getAuthority(), "Origin: null\r\n", "a: b"), 403);
    }

    @Test
    void requestWithoutTheTokenFindsNothing() throws IOException {
        assertTellsNothing(get("/"), 404);
        assertTellsNothing(get("/check"), 404);
        assertTellsNothing(get("/wrong/"), 404);
    }

    @Test
    void pathOutsideOfTheFilesFindsNothing() throws IOException {
        assertTellsNothing(get(address.getPath() + "../secret.yaml"), 404);
        assertTellsNothing(get(address.getPath() + "file?name=../secret.yaml"), 404);
        assertTellsNothing(get(address.getPath() + "file?name=" + folder.resolve("open/../secret.yaml")), 404);
        assertThat(get(address.getPath() + "file?name=" + folder.resolve("open/claim.yaml")))
                .contains("kind: ResourceClaim");
    }

    @Test
    void tooLargeTextIsRefused() throws IOException {
        String text = "a".repeat(PageServer.MAX_BODY + 1);
        assertTellsNothing(send("POST", address.getPath() + "check", address.getAuthority(), "", text), 413);
    }

    @Test
    void checkReportsUnknownReleaseAsMistake() throws IOException {
        assertThat(send("POST", address.getPath() + "check?kubernetes=9.9", address.getAuthority(), "", "a: b"))
                .startsWith("HTTP/1.1 400")
                .contains("9.9");
    }

    @Test
    void explanationIsThatOfExplain() throws IOException {
        assertThat(get(address.getPath() + "explain?what=resourceclaim.spec.devices%20--kubernetes%201.37"))
                .contains("KIND:", "Kubernetes 1.37");
    }

    private String hover(int line, int column, String text) throws IOException {
        return send(
                "POST",
                address.getPath() + "hover?line=" + line + "&column=" + column,
                address.getAuthority(),
                "",
                text);
    }

    @Test
    void hoverExplainsTheFieldAtItsPlace() throws IOException {
        String text = """
                apiVersion: resource.k8s.io/v1beta1
                kind: ResourceClaim
                metadata: {name: one, labels: {a: b}}
                ---
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: two}
                spec:
                  devices:
                    requests:
                    - name: gpu
                      exactly: {deviceClassName: gpu, coutn: 1}
                """;

        assertThat(hover(11, 8, text)).contains("resource.k8s.io/v1 ", "spec.devices.requests.name");
        assertThat(hover(12, 30, text)).contains("spec.devices.requests.exactly.deviceClassName");
        assertThat(hover(12, 40, text)).contains("spec.devices.requests.exactly <");
        assertThat(hover(3, 40, text)).contains("resource.k8s.io/v1beta1 ", "metadata");
    }

    @Test
    void hoverSaysNothingOfOtherObjectsAndOfTextThatIsNotYaml() throws IOException {
        assertThat(hover(2, 1, "apiVersion: v1\nkind: Pod\n"))
                .startsWith("HTTP/1.1 200")
                .doesNotContain("KIND:");
        assertThat(hover(1, 1, "a: [")).startsWith("HTTP/1.1 200").doesNotContain("KIND:");
        assertThat(hover(0, 1, "a: b")).startsWith("HTTP/1.1 400").contains("line: must be a number from 1");
    }

    @Test
    void modulesAreServedBelowTheTokenAndNoOtherFileOfTheirJars() throws IOException {
        assertThat(get(address.getPath() + "codemirror-view.js"))
                .startsWith("HTTP/1.1 200")
                .contains("text/javascript", "class EditorView");
        assertTellsNothing(get("/codemirror-view.js"), 404);
        assertTellsNothing(get(address.getPath() + "codemirror-search.js"), 404);
        assertTellsNothing(get(address.getPath() + "../META-INF/importmap.json"), 404);
    }

    @Test
    void policyAllowsTheImportMapAndOneNonceEachTime() throws IOException {
        Pattern nonce = Pattern.compile("style-src 'sha256-[^']+' 'nonce-([^']+)'");
        Matcher first = nonce.matcher(get(address.getPath()));
        Matcher second = nonce.matcher(get(address.getPath()));
        assertThat(first.find() && second.find()).isTrue();
        assertThat(first.group(1)).hasSizeGreaterThan(20).isNotEqualTo(second.group(1));
        assertThat(get(address.getPath()))
                .containsPattern(
                        "default-src 'none'; script-src 'sha256-[^']+' 'sha256-[^']+' 'sha256-[^']+' 'self'; style-src")
                .contains("\"@codemirror/view\": \"./codemirror-view.js\"");
    }
}
