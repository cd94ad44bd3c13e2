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

/** Tests in a browser. After each, its console is empty and axe-core finds nothing serious. */
abstract class BrowserTest {

    /** Where the browser goes before a server ends; the page was checked then. */
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

    /** With {@code -Dpictures=write}, writes the picture of the README; otherwise it only has to be there. */
    static void picture(String name) throws IOException {
        Path file = Path.of("src/docs/pictures", name);
        if ("write".equals(System.getProperty("pictures"))) {
            Files.createDirectories(file.getParent());
            Files.write(file, browser.driver().getScreenshotAs(OutputType.BYTES));
        }
        assertThat(Files.size(file)).isLessThanOrEqualTo(200_000);
    }
}
