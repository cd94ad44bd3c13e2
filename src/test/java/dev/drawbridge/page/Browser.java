package dev.drawbridge.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.deque.html.axecore.providers.EmbeddedResourceAxeProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import javax.naming.OperationNotSupportedException;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/**
 * A headless Chromium of Debian without a network. If it is not installed, tests are skipped; with
 * {@code -Dbrowser=required}, as in CI, they fail.
 */
final class Browser implements AutoCloseable {

    private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String AXE = axe();

    private final ChromeDriver driver;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    static Browser start() {
        if (!Files.isExecutable(CHROMIUM) || !Files.isExecutable(DRIVER)) {
            String missing = "no chromium and chromedriver in /usr/bin; apt-get install chromium chromium-driver";
            if ("required".equals(System.getProperty("browser"))) {
                Assertions.fail(missing);
            }
            Assumptions.abort(missing);
        }
        ChromeOptions options = new ChromeOptions();
        options.setBinary(CHROMIUM.toFile());
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--window-size=1200,900",
                "--force-device-scale-factor=1",
                "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1");
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        options.setCapability("goog:loggingPrefs", logs);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(DRIVER.toFile())
                .build();
        Browser browser = new Browser(new ChromeDriver(service, options));
        browser.driver.manage().timeouts().scriptTimeout(PATIENCE);
        return browser;
    }

    private static String axe() {
        try {
            return new EmbeddedResourceAxeProvider().getScript();
        } catch (IOException | OperationNotSupportedException e) {
            throw new IllegalStateException(e);
        }
    }

    ChromeDriver driver() {
        return driver;
    }

    void open(Path page) {
        driver.get(page.toUri().toString());
    }

    /** Shows pages in a color scheme, light or dark, on a screen or, for {@code print}, on paper. */
    void emulate(String scheme, String media) {
        Map<String, Object> feature = Map.of("name", "prefers-color-scheme", "value", scheme);
        driver.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("media", media, "features", List.of(feature)));
    }

    /** Runs the scripts of the pages opened from now on, or not. */
    void runScripts(boolean areRun) {
        driver.executeCdpCommand("Emulation.setScriptExecutionDisabled", Map.of("value", !areRun));
    }

    /** The value of an expression or the result of statements that return one, in the page. */
    Object script(String statements, Object... arguments) {
        return driver.executeScript(statements, arguments);
    }

    WebElement find(String css) {
        return driver.findElement(By.cssSelector(css));
    }

    List<WebElement> all(String css) {
        return driver.findElements(By.cssSelector(css));
    }

    /** Waits until an element of this kind contains the text. */
    void await(String css, String text) {
        await(
                "[...document.querySelectorAll(arguments[0])].some(each => each.innerText.includes(arguments[1]))",
                css,
                text);
    }

    /** Waits until there are this many elements of the kind. */
    void awaitCount(String css, int count) {
        await("document.querySelectorAll(arguments[0]).length === arguments[1]", css, count);
    }

    /**
     * Waits until an expression about the page is true. It is evaluated after each change of the page, and every so
     * often: drawing changes the text that is seen, which is no change of the page.
     */
    private void await(String expression, Object... arguments) {
        driver.executeAsyncScript("""
                const done = arguments[arguments.length - 1];
                const look = () => {
                  if (%s) {
                    observer.disconnect();
                    clearInterval(timer);
                    done();
                  }
                };
                const observer = new MutationObserver(look);
                observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
                const timer = setInterval(look, 250);
                look();
                """.formatted(expression), arguments);
    }

    /** The field or choice with this label. */
    WebElement field(String label) {
        return driver.findElement(By.xpath("//label[starts-with(normalize-space(.), '" + label + "')]/*[1]"));
    }

    /** The button with this text. */
    WebElement button(String text) {
        return (WebElement) script(
                "return [...document.querySelectorAll('button')].find(each => each.innerText === arguments[0])", text);
    }

    /** Verifies that nothing was loaded, and no script failed or was refused. */
    void assertConsoleIsEmpty() {
        assertEquals(List.of(), console());
    }

    /** The messages since the last call. */
    List<String> console() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(LogEntry::getMessage)
                .toList();
    }

    /** Verifies that axe-core, which a page loads once, finds no serious or critical violation. */
    void assertIsAccessible() {
        if (!Boolean.TRUE.equals(script("return typeof axe === 'object'"))) {
            script(AXE);
        }
        assertEquals(List.of(), driver.executeAsyncScript("""
                const done = arguments[0];
                const described = rule => rule.id + ': ' + rule.help + ' '
                  + rule.nodes.slice(0, 3).map(node => node.html);
                axe.run(document, { resultTypes: ['violations'] }).then(
                  found => done(found.violations
                    .filter(rule => ['serious', 'critical'].includes(rule.impact)).map(described)),
                  failure => done([String(failure)]));
                """));
    }

    @Override
    public void close() {
        driver.quit();
    }
}
