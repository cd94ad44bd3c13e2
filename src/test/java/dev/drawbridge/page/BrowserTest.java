package dev.drawbridge.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.OutputType;

/**
 * A base class for tests in a browser. After each test, the console must be empty and axe-core must find nothing
 * serious.
 */
abstract class BrowserTest {

    /** The page to open before a server ends, after the page was checked. */
    static final String LEFT = "about:blank";

    static Browser browser;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        browser = Browser.start();
    }

    @AfterAll
    static void stop() {
        if (browser != null) {
            browser.close();
        }
    }

    @AfterEach
    void everyPageIsQuietAndAccessible() {
        if (!LEFT.equals(browser.driver().getCurrentUrl())) {
            browser.assertIsAccessible();
        }
        browser.assertConsoleIsEmpty();
    }

    /** Writes the README's picture with {@code -Dpictures=write}; otherwise verifies that it exists. */
    static void picture(String name) throws IOException {
        Path file = Path.of("src/docs/pictures", name);
        if ("write".equals(System.getProperty("pictures"))) {
            Files.createDirectories(file.getParent());
            Files.write(file, browser.driver().getScreenshotAs(OutputType.BYTES));
        }
        assertThat(Files.size(file)).isLessThanOrEqualTo(200_000);
    }
}
