package dev.drawbridge.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.cli.Cli;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.support.ui.Select;

/** Tests of the page of {@code drawbridge ui} in a browser. */
class EditorTest extends BrowserTest {

    @Test
    void showsHostileTextAndNeverRunsIt() throws Exception {
        Path hostile = Files.writeString(folder.resolve("<img src=x onerror=document.title='run'>.yaml"), """
                apiVersion: resource.k8s.io/v1
                kind: DeviceClass
                metadata:
                  name: "</textarea><script>document.title='run'</script>"
                spec: # </script><script>document.title='run'</script>
                  "<svg/onload=document.title='run'>": 1
                """);

        try (Ui ui = new Ui(folder.toString())) {
            ui.open();
            browser.await("article", "<svg/onload=document.title='run'>");

            assertThat(text()).isEqualTo(Files.readString(hostile));
            browser.await(".cm-lintRange-error", "<svg/onload=document.title='run'>");
            new Actions(browser.driver())
                    .moveToElement(browser.find(".cm-lintRange-error"))
                    .perform();
            browser.await(".cm-tooltip-lint", "</textarea><script>");
            assertThat(browser.driver().getTitle()).isEqualTo("Drawbridge");
            assertThat(browser.all("main img, main svg, main script")).isEmpty();
        }
    }

    @Test
    void opensTheFirstFileWithAnErrorAndCountsInAll() throws Exception {
        try (Ui ui = new Ui("deploy/try")) {
            ui.open();
            browser.await(".cm-lintRange-error", "deviceClassName");
            browser.await("[aria-current=true]", "claim-template.yaml 5 errors");
            browser.await("[role=status]", "9 errors, 16 warnings in ");
            browser.await("article button", "moved deviceClassName into exactly");
            browser.all("article button").get(1).click();
            browser.await("pre[role=region]", "KIND:");
            picture("ui.png");
            file("upgrade.yaml").click();
            browser.await(".cm-line", "resource.k8s.io/v1beta1");
            browser.awaitCount(".cm-lint-marker-warning", 2);
            assertThat(browser.find("aside").isDisplayed()).isFalse();
        }
    }

    @Test
    void isAccessibleInTheDark() throws Exception {
        browser.emulate("dark", "");
        try (Ui ui = new Ui("deploy/try/claim-template.yaml")) {
            ui.open();
            browser.await(".cm-lintRange-error", "deviceClassName");
            new Actions(browser.driver())
                    .moveToElement(browser.find(".cm-lintRange-error"))
                    .perform();
            browser.await(".cm-tooltip-lint", "unknown field");
            assertThat(browser.find("body").getCssValue("background-color")).contains("13, 17, 23");
            browser.assertIsAccessible();
        } finally {
            browser.emulate("light", "");
        }
    }

    @Test
    void showsFindingsAtTheirLinesWhileTyping() throws Exception {
        try (Ui ui = new Ui(folder.toString())) {
            ui.open();
            browser.await("[role=status]", "No findings");
            type(Keys.chord(Keys.CONTROL, Keys.END), "\nsize: 1");
            browser.await("article", "unknown field");
            browser.await(".cm-lintRange-error", "size");
            assertThat(browser.all(".cm-lint-marker-error")).hasSize(1);
            assertThat(browser.all(".cm-lineNumbers .cm-gutterElement"))
                    .anyMatch(line -> line.getText().equals("12"));
            new Actions(browser.driver())
                    .moveToElement(browser.find(".cm-lintRange-error"))
                    .perform();
            browser.await(".cm-tooltip-lint", "unknown field");
            new Select(browser.field("Kubernetes")).selectByValue("1.31");
            browser.await("article", "not serve");
            WebElement gates = browser.field("Feature gates");
            gates.sendKeys("Nonsense", Keys.ENTER);
            browser.await("[role=status]", "Nonsense");
        }
    }

    @Test
    void appliesTheFixOfAFinding() throws Exception {
        Files.writeString(folder.resolve("one.yaml"), """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: one}
                spec:
                  devices:
                    requests:
                    - name: gpu
                      exactly: {deviceClassName: gpu.nvidia.com, cuont: 2}
                """);
        try (Ui ui = new Ui(folder.toString())) {
            ui.open();
            browser.await("article button", "Fix:");
            browser.all("article button").get(2).click();
            browser.await("[role=status]", "No findings");
            assertThat(text()).contains("count: 2");
        }
    }

    @Test
    void goesToWhatANameRefersTo() throws Exception {
        Files.writeString(folder.resolve("pod.yaml"), """
                apiVersion: v1
                kind: Pod
                metadata: {name: p}
                spec:
                  containers: [{name: c, image: i, resources: {claims: [{name: gpu}]}}]
                  resourceClaims:
                  - name: gpu
                    resourceClaimTemplateName: one-gpu""");
        Files.writeString(folder.resolve("template.yaml"), """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaimTemplate
                metadata: {name: one-gpu}
                spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu}}]}}}
                """);
        try (Ui ui = new Ui(folder.toString())) {
            ui.open();
            browser.await("[role=status]", "No findings");
            file("pod.yaml").click();
            browser.await(".cm-line", "kind: Pod");
            type(Keys.chord(Keys.CONTROL, Keys.END), Keys.F12);
            browser.await(".cm-line", "kind: ResourceClaimTemplate");
            browser.await("[aria-current=true]", "template.yaml");
        }
    }

    @Test
    void completesASelectorFromTheFleet() throws Exception {
        try (Ui ui = new Ui(folder.toString(), "--from", "model:8xh100:4")) {
            ui.open();
            type(Keys.chord(Keys.CONTROL, Keys.END), "\nselectors:\n- cel:\n    expression: device.arch");
            browser.await(".cm-tooltip-autocomplete li", "device.attributes[\"gpu.nvidia.com\"].architecture");
            // For 75 ms after the list has appeared, CodeMirror takes Enter for a new line.
            browser.find(".cm-tooltip-autocomplete li").click();
            assertThat(text()).endsWith("expression: device.attributes[\"gpu.nvidia.com\"].architecture");
            type(" == \"Hopper\"");
            browser.await("[role=status]", "No findings");
            type(" && device.arch");
            browser.await(".cm-tooltip-autocomplete li", "device.attributes[\"gpu.nvidia.com\"].architecture");
            browser.assertIsAccessible();
        }
    }

    @Test
    void showsWhatMigrateAndFixWouldDo() throws Exception {
        Path old = Files.writeString(folder.resolve("old.yaml"), """
                apiVersion: resource.k8s.io/v1beta1
                kind: ResourceClaim
                metadata:
                  name: "<b>one</b>" # kept
                spec:
                  devices:
                    requests:
                    - name: gpu
                      deviceClassName: gpu.nvidia.com
                """);
        String before = Files.readString(old);

        try (Ui ui = new Ui(folder.toString())) {
            ui.open();
            browser.await("article", "must be a DNS subdomain");
            new Select(browser.field("What would it do")).selectByValue("migrate");
            browser.await(".added", "+apiVersion: resource.k8s.io/v1");
            assertThat(browser.all(".removed")).anyMatch(line -> line.getText().contains("v1beta1"));
            assertThat(browser.find("aside").getText()).contains("<b>one</b>");
            assertThat(browser.all("main b")).isEmpty();
            browser.button("Put into the editor").click();
            assertThat(text()).contains("apiVersion: resource.k8s.io/v1\n", "exactly:", "# kept");
            type(Keys.chord(Keys.CONTROL, Keys.END));
            paste("        cuont: 1");
            browser.await("article", "unknown field");
            new Select(browser.field("What would it do")).selectByValue("check --fix");
            browser.await(".added", "count: 1");
        }
        assertThat(Files.readString(old)).isEqualTo(before);
    }

    @Test
    void savesTheOpenFileUnlessItHasChanged() throws Exception {
        Path file = Files.writeString(folder.resolve("crlf.yaml"), "apiVersion: v1\r\nkind: Pod\r\n");

        try (Ui ui = new Ui("--write", folder.toString())) {
            ui.open();
            browser.await(".cm-line", "kind: Pod");
            type(Keys.chord(Keys.CONTROL, Keys.END), "\nspec: {}", Keys.chord(Keys.CONTROL, "s"));
            browser.await("[role=status]", "crlf.yaml saved");
            assertThat(Files.readString(file)).isEqualTo("apiVersion: v1\r\nkind: Pod\r\n\r\nspec: {}");

            Files.writeString(file, "a: other");
            type(" # mine");
            browser.button("Save").click();
            browser.await("[role=status]", "not saved: changed on disk since it was opened");
            assertThat(file).hasContent("a: other");
            assertThat(browser.console()).singleElement().asString().contains("409 (Conflict)");

            new Select(browser.field("Template")).selectByValue("pod");
            browser.driver().switchTo().alert().dismiss();
            assertThat(text()).endsWith("# mine");
            new Select(browser.field("Template")).selectByValue("pod");
            browser.driver().switchTo().alert().accept();
            browser.await(".cm-line", "kind: ResourceClaimTemplate");
            assertThat(browser.button("Save").isEnabled()).isFalse();
        }
    }

    @Test
    void explainsTheFieldUnderTheMouseAndAtTheCaret() throws Exception {
        try (Ui ui = new Ui(folder.toString())) {
            ui.open();
            browser.await(".cm-line:nth-child(11) span", "count");
            new Actions(browser.driver())
                    .moveToElement(browser.find(".cm-line:nth-child(11) span"))
                    .perform();
            browser.await(".cm-tooltip .explained", "FIELD:");
            assertThat(browser.find(".explained").getText()).contains("spec.devices.requests.exactly.count");
            browser.assertIsAccessible();
            type(Keys.chord(Keys.CONTROL, Keys.HOME), Keys.ARROW_DOWN, Keys.F1);
            browser.await("pre[role=region]", "KIND:");
        }
    }

    @Test
    void keyboardCanLeaveTheEditor() throws Exception {
        try (Ui ui = new Ui(folder.toString())) {
            ui.open();
            type(Keys.chord(Keys.CONTROL, Keys.END), "\n", Keys.TAB);
            assertThat(text()).endsWith("\n          ");
            type(Keys.ESCAPE);
            browser.driver().switchTo().activeElement().sendKeys(Keys.TAB);
            assertThat(browser.driver().switchTo().activeElement().getAttribute("class"))
                    .doesNotContain("cm-content");
        }
    }

    /** The entry of a file in the list. */
    private static WebElement file(String name) {
        return browser.all(".files button").stream()
                .filter(entry -> entry.getText().startsWith(name))
                .findFirst()
                .orElseThrow();
    }

    /** The text in the editor, of which all lines must be on the page. */
    private static String text() {
        return browser.all(".cm-line").stream()
                .map(line -> line.getAttribute("textContent"))
                .collect(Collectors.joining("\n"));
    }

    /** Puts a text at the caret of the editor. On a busy machine the caret may move between two typed keys. */
    private static void paste(String text) {
        browser.script("""
                const clipboardData = new DataTransfer();
                clipboardData.setData("text/plain", arguments[0]);
                const paste = { clipboardData, bubbles: true, cancelable: true };
                document.activeElement.dispatchEvent(new ClipboardEvent("paste", paste));
                """, text);
    }

    /** Types at the caret of the editor. */
    private static void type(CharSequence... keys) {
        WebElement content = browser.find(".cm-content");
        if (!content.equals(browser.driver().switchTo().activeElement())) {
            content.click();
        }
        browser.driver().switchTo().activeElement().sendKeys(keys);
    }

    @Test
    void showsWherePodsWouldGoAndWhichDevicesASelectorMatches() throws Exception {
        try (Ui ui = new Ui(folder.toString(), "--from", "model:8xh100:4")) {
            ui.open();
            browser.await("[role=status]", "No findings");
            browser.await("section[aria-label=Devices] p", "32 devices");
            browser.button("Where would it go?").click();
            browser.await("aside article", "Where it would go: node");
            assertThat(browser.all("aside figure .bar")).isNotEmpty();
            WebElement selector = browser.field("Selector");
            selector.clear();
            selector.sendKeys("device.attributes['gpu.nvidia.com'].architecture == 'Hopper'", Keys.ENTER);
            browser.await("aside h2", "32 of 32 devices match");
            assertThat(browser.find("aside p").getText()).matches("Estimated cost: \\d+ of at most 1000000");
            selector.clear();
            selector.sendKeys("device.attributes['gpu.nvidia.com']['<b>nothing</b>'] == 1", Keys.ENTER);
            browser.await("aside td", "<b>nothing</b>");
            assertThat(browser.all("main b")).isEmpty();
            browser.driver().get(browser.find("a[href^=fleet]").getAttribute("href"));
            assertThat(browser.all(".device")).hasSize(32);
            new Select(browser.field("State")).selectByValue("planned");
            browser.find(".device.planned").click();
            assertThat(browser.find(".detail").getText()).contains("would go here\nResourceClaim default/one-gpu");
        }
    }

    /** A process of {@code drawbridge ui}. */
    private static final class Ui implements AutoCloseable {

        private final CompletableFuture<String> address = new CompletableFuture<>();
        private final Thread thread;

        private Ui(String... arguments) {
            List<String> words = new ArrayList<>(List.of("ui"));
            words.addAll(List.of(arguments));
            thread = new Thread(() -> Cli.run(words.toArray(String[]::new), lines(address), System.err));
            thread.start();
        }

        private void open() throws Exception {
            browser.driver().get(address.get(2, TimeUnit.MINUTES));
        }

        /** Leaves the page before its server ends, since a request may still be running. */
        @Override
        public void close() {
            browser.assertIsAccessible();
            browser.driver().get(LEFT);
            thread.interrupt();
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** A stream whose first line completes the future. */
    private static PrintStream lines(CompletableFuture<String> first) {
        return new PrintStream(
                new ByteArrayOutputStream() {
                    @Override
                    public synchronized void write(byte[] bytes, int offset, int length) {
                        super.write(bytes, offset, length);
                        String text = toString(StandardCharsets.UTF_8);
                        if (text.indexOf('\n') > 0) {
                            first.complete(text.substring(0, text.indexOf('\n')));
                        }
                    }
                },
                true,
                StandardCharsets.UTF_8);
    }
}
