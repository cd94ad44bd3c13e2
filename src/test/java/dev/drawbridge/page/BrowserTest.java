package dev.drawbridge.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.cli.Cli;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.openqa.selenium.OutputType;

/**
 * A base class for tests in a browser. After each test, the console must be empty and axe-core must find nothing
 * serious.
 */
@ResourceLock("browser")
abstract class BrowserTest {

    /** The page to open before a server ends, or after a page that takes long to check. */
    static final String LEFT = "about:blank";

    static Browser browser;

    @TempDir
    Path folder;

    /** Starts the browser that all tests share; it ends with the tests' process. */
    @BeforeAll
    static void start() {
        if (browser == null) {
            browser = Browser.start();
            Runtime.getRuntime().addShutdownHook(new Thread(browser::close));
        }
    }

    @AfterEach
    void everyPageIsQuietAndAccessible() {
        if (!LEFT.equals(browser.driver().getCurrentUrl())) {
            browser.assertIsAccessible();
        }
        browser.assertConsoleIsEmpty();
    }

    /** Writes a page with the command line, and opens it. */
    final Path open(String... arguments) {
        Path page = folder.resolve("page.html");
        List<String> words = new ArrayList<>(List.of(arguments));
        words.addAll(List.of("-o", "html=" + page));
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(printed, true, StandardCharsets.UTF_8);
        int exitCode = Cli.run(words.toArray(String[]::new), stream, stream);
        assertThat(exitCode).as(printed.toString(StandardCharsets.UTF_8)).isLessThan(2);
        browser.open(page);
        return page;
    }

    /**
     * Compares the page with the README's picture; writes it with {@code -Dpictures=write}. Other fonts and versions of
     * Chromium draw the same page a little differently.
     */
    static void picture(String name) throws IOException {
        Path file = Path.of("src/docs/pictures", name);
        byte[] drawn = browser.driver().getScreenshotAs(OutputType.BYTES);
        if ("write".equals(System.getProperty("pictures"))) {
            Files.createDirectories(file.getParent());
            Files.write(file, drawn);
        }
        assertThat(Files.size(file)).isLessThanOrEqualTo(200_000);
        Path now =
                Files.write(Files.createDirectories(Path.of("target/pictures")).resolve(name), drawn);
        assertThat(Picture.of(Files.readAllBytes(file)).difference(Picture.of(drawn)))
                .as("share of %s that differs from %s; renew it with -Dpictures=write", file, now)
                .isLessThanOrEqualTo(0.03);
    }
}
