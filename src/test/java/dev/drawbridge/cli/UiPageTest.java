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
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the responses and the access control of {@code drawbridge ui}. */
class UiPageTest {

    private static final int PATIENCE_MILLIS = 120_000;

    @TempDir
    static Path folder;

    private PageServer server;
    private URI address;

    @BeforeEach
    void start() throws IOException {
        Files.writeString(folder.resolve("secret.yaml"), "a: secret");
        Path open = Files.createDirectories(folder.resolve("open"));
        Files.writeString(open.resolve("claim.yaml"), "kind: ResourceClaim # resource.k8s.io");
        serve(true, open);
    }

    private void serve(boolean isWritable, Path path, String... options) throws IOException {
        if (server != null) {
            server.close();
        }
        UiPage page = new UiPage(new UiFiles(List.of(path.toString())), List.of(options), isWritable);
        server = new PageServer(page.handlers(), page::begin);
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
    void missingPathIsReported() {
        assertThatThrownBy(() -> new UiFiles(List.of("nothing.yaml")))
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
        String place = address.getPath() + "message";
        assertTellsNothing(
                send("POST", place, address.getAuthority(), "Origin: https://evil.example.com\r\n", "a: b"), 403);
        assertTellsNothing(send("POST", place, address.getAuthority(), "Origin: null\r\n", "a: b"), 403);
    }

    @Test
    void requestWithoutTheTokenFindsNothing() throws IOException {
        assertTellsNothing(get("/"), 404);
        assertTellsNothing(get("/message"), 404);
        assertTellsNothing(get("/wrong/"), 404);
    }

    @Test
    void pathOutsideOfTheFilesFindsNothing() throws IOException {
        assertTellsNothing(get(address.getPath() + "../secret.yaml"), 404);
        assertTellsNothing(get(address.getPath() + "file?name=../secret.yaml"), 404);
        assertTellsNothing(get(address.getPath() + "file?name=" + folder.resolve("open/../secret.yaml")), 404);
        assertThat(get(address.getPath() + "file?name=" + claim())).contains("kind: ResourceClaim");
    }

    @Test
    void tooLargeTextIsRefused() throws IOException {
        String text = "a".repeat(PageServer.MAX_BODY + 1);
        assertTellsNothing(send("POST", address.getPath() + "message", address.getAuthority(), "", text), 413);
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

    private static Path claim() {
        return folder.resolve("open/claim.yaml");
    }

    /** The version of a file, as the page gets it when it opens the file. */
    private String version(Path file) throws IOException {
        Matcher version =
                Pattern.compile("\"version\":\"([\\w-]+)\"").matcher(get(address.getPath() + "file?name=" + file));
        assertThat(version.find()).isTrue();
        return version.group(1);
    }

    private String save(Path file, String version, String text) throws IOException {
        String place = address.getPath() + "save?name=" + file + "&version=" + version;
        return send("POST", place, address.getAuthority(), "Origin: http://" + address.getAuthority() + "\r\n", text);
    }

    @Test
    void savedFileHasTheTextAndAnotherVersion() throws IOException {
        String first = version(claim());

        String answer = save(claim(), first, "kind: ResourceClaim # changed\r\n");

        assertThat(answer).startsWith("HTTP/1.1 200");
        assertThat(claim()).hasContent("kind: ResourceClaim # changed\r\n");
        assertThat(Files.readString(claim())).isEqualTo("kind: ResourceClaim # changed\r\n");
        assertThat(answer).contains(version(claim())).doesNotContain(first);
    }

    @Test
    void fileThatHasChangedOnDiskIsNotSaved() throws IOException {
        String version = version(claim());
        Files.writeString(claim(), "kind: ResourceClaim # of another program");

        assertThat(save(claim(), version, "kind: ResourceClaim # mine"))
                .startsWith("HTTP/1.1 409")
                .contains("changed on disk since it was opened; open it again");
        assertThat(claim()).hasContent("kind: ResourceClaim # of another program");
    }

    @Test
    void nothingOutsideOfTheFilesIsSaved() throws IOException {
        Path secret = folder.resolve("secret.yaml");
        Path link = Files.createSymbolicLink(folder.resolve("open/link.yaml"), secret);
        Path linked = Files.createSymbolicLink(folder.resolve("open/linked"), folder);
        serve(true, folder.resolve("open"));

        assertThat(save(link, version(link), "a: b"))
                .startsWith("HTTP/1.1 400")
                .contains("links outside the given paths");
        assertTellsNothing(save(secret, "", "a: b"), 404);
        assertTellsNothing(save(folder.resolve("open/../secret.yaml"), "", "a: b"), 404);
        assertTellsNothing(save(linked.resolve("secret.yaml"), "", "a: b"), 404);
        assertThat(secret).hasContent("a: secret");
        assertThat(folder.resolve("open")).isDirectoryNotContaining("glob:**.tmp");
        Files.delete(link);
        Files.delete(linked);
    }

    @Test
    void folderThatBecameALinkIsNotWrittenTo() throws IOException {
        Path inner = Files.createDirectories(folder.resolve("open/inner"));
        Path file = Files.writeString(inner.resolve("a.yaml"), "a: 1");
        Path elsewhere = Files.createDirectories(folder.resolve("elsewhere"));
        Path other = Files.writeString(elsewhere.resolve("a.yaml"), "a: 1");
        serve(true, folder.resolve("open"));
        String version = version(file);
        Files.delete(file);
        Files.delete(inner);
        Files.createSymbolicLink(inner, elsewhere);

        assertThat(save(file, version, "a: 2")).startsWith("HTTP/1.1 400").contains("links outside the given paths");
        assertThat(other).hasContent("a: 1");
        Files.delete(inner);
    }

    @Test
    void textThatIsNotUtf8IsNotSaved() throws IOException {
        Files.write(claim(), new byte[] {'a', ':', ' ', (byte) 0xff});

        assertThat(save(claim(), version(claim()), "a: b"))
                .startsWith("HTTP/1.1 400")
                .contains("is not UTF-8");
        assertThat(Files.size(claim())).isEqualTo(4);
    }

    @Test
    void savingNeedsTheOptionAndPostAndTheOrigin() throws IOException {
        String place = address.getPath() + "save?name=" + claim() + "&version=" + version(claim());
        assertTellsNothing(get(place), 404);
        assertTellsNothing(
                send("POST", place, address.getAuthority(), "Origin: http://evil.example.com\r\n", "a: b"), 403);
        assertTellsNothing(
                send("POST", place.replace(address.getPath(), "/wrong/"), address.getAuthority(), "", "a: b"), 404);

        serve(false, folder.resolve("open"));
        assertTellsNothing(save(claim(), version(claim()), "a: b"), 404);
        assertThat(claim()).hasContent("kind: ResourceClaim # resource.k8s.io");
    }

    private Socket events(String page) throws IOException {
        Socket socket = new Socket("127.0.0.1", address.getPort());
        socket.setSoTimeout(PATIENCE_MILLIS);
        String request = "GET " + address.getPath() + "events?page=" + page + " HTTP/1.1\r\nHost: "
                + address.getAuthority() + "\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
        return socket;
    }

    /** Reads a stream until a line contains a text. */
    private static String until(Socket stream, String text) throws IOException {
        BufferedReader reader =
                new BufferedReader(new InputStreamReader(stream.getInputStream(), StandardCharsets.UTF_8));
        String line = reader.readLine();
        while (line != null && !line.contains(text)) {
            line = reader.readLine();
        }
        assertThat(line).as(text).isNotNull();
        return line;
    }

    private String say(String page, String message) throws IOException {
        return send("POST", address.getPath() + "message?page=" + page, address.getAuthority(), "", message);
    }

    @Test
    void messagesAreThoseOfTheLanguageServer() throws IOException {
        try (Socket stream = events("one")) {
            until(stream, "text/event-stream");
            assertThat(say(
                            "one",
                            "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"initialize\", \"params\":"
                                    + " {\"capabilities\": {}}}"))
                    .startsWith("HTTP/1.1 200");
            assertThat(until(stream, "data: ")).contains("\"id\":1", "drawbridge.selector");
        }
    }

    @Test
    void messageIsRefusedIfNoPageHasItsNameOrItIsNone() throws IOException {
        assertTellsNothing(say("nobody", "{}"), 404);
        try (Socket stream = events("two")) {
            until(stream, "text/event-stream");
            assertThat(say("two", "secret {")).startsWith("HTTP/1.1 400").contains("not a message of the protocol");
            assertThat(say("two", "[".repeat(100_000))).startsWith("HTTP/1.1 400");
        }
    }

    @Test
    void manyOpenPagesAreRefusedUntilOneIsLeft() throws IOException {
        assertThat(get(address.getPath() + "events?page=%2")).startsWith("HTTP/1.1 400");
        List<Socket> streams = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            streams.add(events("page" + i));
            until(streams.get(i), "text/event-stream");
        }
        assertThat(get(address.getPath() + "events?page=more")).startsWith("HTTP/1.1 503");
        assertThat(get(address.getPath())).startsWith("HTTP/1.1 200");
        for (Socket stream : streams) {
            stream.close();
        }
        String answer;
        do {
            say("page0", "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"shutdown\"}");
            try (Socket stream = events("more")) {
                answer = new BufferedReader(new InputStreamReader(stream.getInputStream(), StandardCharsets.UTF_8))
                        .readLine();
            }
        } while (answer.contains("503"));
        assertThat(answer).contains("200");
    }
}
