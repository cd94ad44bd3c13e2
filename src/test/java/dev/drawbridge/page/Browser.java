package dev.drawbridge.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.deque.html.axecore.results.Rule;
import com.deque.html.axecore.selenium.AxeBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.logging.Level;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.By;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/**
 * A headless Chromium of Debian without a network. If it is not installed, tests are skipped; with
 * {@code -Dbrowser=required}, as in CI, they fail.
 */
final class Browser implements AutoCloseable {

    private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
    private static final Duration PATIENCE = Duration.ofMinutes(2);

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
        return new Browser(new ChromeDriver(service, options));
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
        new WebDriverWait(driver, PATIENCE)
                .ignoring(StaleElementReferenceException.class)
                .until(any -> all(css).stream().anyMatch(each -> each.getText().contains(text)));
    }

    /** Waits until there are this many elements of the kind. */
    void awaitCount(String css, int count) {
        new WebDriverWait(driver, PATIENCE).until(any -> all(css).size() == count);
    }

    /** The field or choice with this label. */
    WebElement field(String label) {
        return driver.findElement(By.xpath("//label[starts-with(normalize-space(.), '" + label + "')]/*[1]"));
    }

    /** The button with this text. */
    WebElement button(String text) {
        return all("button").stream()
                .filter(each -> each.getText().equals(text))
                .findFirst()
                .orElseThrow();
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

    /** Verifies that axe-core finds no serious or critical violation. */
    void assertIsAccessible() {
        Set<String> grave = Set.of("serious", "critical");
        List<String> violations = new AxeBuilder()
                .analyze(driver).getViolations().stream()
                        .filter(rule -> grave.contains(rule.getImpact()))
                        .map(Browser::described)
                        .toList();
        assertEquals(List.of(), violations);
    }

    private static String described(Rule rule) {
        return rule.getId() + ": " + rule.getHelp() + " "
                + rule.getNodes().stream().limit(3).map(node -> node.getHtml()).toList();
    }

    @Override
    public void close() {
        driver.quit();
    }
}
