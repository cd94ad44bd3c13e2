package dev.drawbridge.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.support.ui.Select;

/** The page of a fleet, opened from disk in a browser without a network. */
class FleetPageTest extends BrowserTest {

    /** Claims, a taint and an incomplete pool for 12 nodes like {@code model:8xh100}. */
    private static final String STATES = """
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaim
            metadata:
              name: train
              namespace: ml
            spec:
              devices:
                requests:
                - name: gpu
                  exactly:
                    deviceClassName: gpu.nvidia.com
            status:
              allocation:
                devices:
                  results:
                  - {request: gpu, driver: gpu.nvidia.com, pool: 8xh100-0, device: gpu-0}
                  - {request: gpu, driver: gpu.nvidia.com, pool: 8xh100-0, device: gpu-2}
                  - {request: gpu, driver: gpu.nvidia.com, pool: 8xh100-0, device: gpu-1, adminAccess: true}
              devices:
              - driver: gpu.nvidia.com
                pool: 8xh100-0
                device: gpu-2
                conditions: [{type: Ready, status: "False"}]
            ---
            apiVersion: resource.k8s.io/v1beta2
            kind: DeviceTaintRule
            metadata:
              name: broken
            spec:
              deviceSelector: {driver: gpu.nvidia.com, pool: 8xh100-1, device: gpu-3}
              taint: {key: example.com/broken, effect: NoSchedule}
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata:
              name: nics
            spec:
              driver: nic.example.com
              nodeName: 8xh100-1
              pool: {name: nics, generation: 1, resourceSliceCount: 2}
              devices: [{name: nic-0}]
            """;

    private void openFleet() throws IOException {
        Path states = Files.writeString(folder.resolve("states.yaml"), STATES);
        open("fleet", "model:8xh100:12", states.toString());
    }

    private static int devices() {
        return Math.toIntExact((Long) browser.script("return document.querySelectorAll('button.device').length"));
    }

    @Test
    void devicesAreColoredByState() throws IOException {
        openFleet();

        assertThat(browser.all(".card")).hasSize(12);
        assertThat(devices()).isEqualTo(97);
        assertThat(browser.all("button.free")).hasSize(93);
        assertThat(browser.all(".bar .unhealthy")).hasSize(1);
        assertThat(browser.find(".bar").getText())
                .startsWith("gpu.nvidia.com: 93 free, 1 taken, 1 unhealthy, 1 tainted");
        assertThat(browser.find(".card p").getText()).isEqualTo("8 x H100 80GB HBM3");
        browser.find("button.taken").click();
        browser.script("document.querySelector('.legend').scrollIntoView()");
        picture("fleet.png");
        assertThat(browser.find(".detail").getText()).contains("ml/train", "gpu.nvidia.com", "81559Mi");
        assertThat(browser.find(".detail").getText())
                .contains("addressingMode=HMM, architecture=Hopper, brand=Nvidia, cudaComputeCapability=9.0.0");
        browser.button("Close").click();
        browser.find("button.incomplete").click();
        assertThat(browser.find(".detail").getText()).contains("incomplete: generation 1 has 1 of 2 slices");
    }

    @Test
    void filtersLeaveMatchingDevices() throws IOException {
        openFleet();

        for (String state : List.of("taken", "unhealthy", "tainted", "incomplete")) {
            choose("State", state);
            assertThat(devices()).as(state).isOne();
            assertThat(browser.all("button." + state)).hasSize(1);
        }
        choose("State", "");
        choose("Driver", "nic.example.com");
        assertThat(devices()).isOne();
        choose("Driver", "");
        choose("Class", "gpu.nvidia.com");
        assertThat(devices()).isEqualTo(96);
        choose("Class", "");
        choose("Namespace", "ml");
        assertThat(browser.find("[role=status]").getText())
                .isEqualTo("2 of 97 devices on 1 of 12 nodes and shared pools");
        choose("Namespace", "");
        assertThat(browser.all("datalist option"))
                .anyMatch(option -> "architecture=Hopper".equals(option.getAttribute("value")));
        search("architecture=hopper");
        assertThat(devices()).isEqualTo(96);
        search("example.com/broken:NoSchedule");
        assertThat(devices()).isOne();
    }

    private static void choose(String label, String value) {
        new Select(browser.field(label)).selectByValue(value);
    }

    private static void search(String text) {
        browser.field("Name, attribute").clear();
        browser.field("Name, attribute").sendKeys(text);
    }

    @Test
    void keysMoveBetweenDevicesAndCloseTheDetail() throws IOException {
        openFleet();

        new Select(browser.field("Sort by")).getWrappedElement().sendKeys(Keys.TAB);
        browser.driver().switchTo().activeElement().sendKeys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ENTER);
        assertThat(browser.find(".detail h2").getText()).isEqualTo("gpu-2");
        browser.driver().switchTo().activeElement().sendKeys(Keys.ESCAPE);
        assertThat(browser.find(".detail").isDisplayed()).isFalse();
        assertThat(browser.driver().switchTo().activeElement().getAccessibleName())
                .isEqualTo("gpu-2, unhealthy");
        browser.driver().switchTo().activeElement().sendKeys(Keys.TAB);
        assertThat(browser.driver().switchTo().activeElement().getAccessibleName())
                .isEqualTo("gpu-0, free");
    }

    @Test
    void partitionsAreInsideTheirDeviceWithCountersAsBars() throws IOException {
        Path claim = Files.writeString(folder.resolve("claim.yaml"), """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: half, namespace: ml}
                spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: mig.nvidia.com}}]}}
                status:
                  allocation:
                    devices:
                      results:
                      - {request: gpu, driver: gpu.nvidia.com, pool: mig-a100-0, device: gpu-0-mig-3g20gb-9-0}
                """);

        open("fleet", "model:mig-a100", claim.toString());

        assertThat(browser.all(".whole")).hasSize(8);
        assertThat(browser.find(".counters").getAttribute("title")).contains("memory-slice-0 1 of 1");
        assertThat(browser.script("return [...document.querySelectorAll('.whole:first-child .counters > span > span')]"
                        + ".filter(bar => bar.style.height === '100%').length"))
                .isEqualTo(4L);
        browser.find("button.blocked").click();
        assertThat(browser.find(".detail").getText())
                .contains("blocked: in use of gpu-0-counter-set: memory 19968Mi of 40192Mi, multiprocessors 42 of 98");
        assertThat(browser.find("button.blocked").getCssValue("background-image"))
                .contains("repeating-linear-gradient");
        assertThat(browser.all(".detail .bar"))
                .anyMatch(bar -> bar.getText().contains("multiprocessors 42 of 98")
                        && bar.getText().endsWith("43 %"));
    }

    @Test
    void eightDevicesAreInOneRowAndNodesAreSortedByModel() {
        open("fleet", "model:8xa100:3", "model:mi300x", "model:efa-a100");
        browser.driver().manage().window().setSize(new Dimension(1280, 900));

        assertThat(browser.script("return [...document.querySelectorAll('.card')].slice(0, 3).map(card => new Set("
                        + "[...card.querySelectorAll('.device')].map(each => each.offsetTop)).size)"))
                .isEqualTo(List.of(1L, 1L, 1L));
        assertThat(names()).startsWith("8xa100-0", "8xa100-1", "8xa100-2", "efa-a100-0");
        choose("Sort by", "model");
        assertThat(names())
                .startsWith("8xa100-0", "8xa100-1", "8xa100-2")
                .last()
                .isEqualTo("mi300x-0");
        choose("Model", "Instinct MI300X OAM");
        assertThat(names()).containsExactly("mi300x-0");
        browser.driver().manage().window().setSize(new Dimension(1200, 900));
    }

    private static List<String> names() {
        return browser.all(".card h3").stream().map(WebElement::getText).toList();
    }

    @Test
    void onlyWhatIsTakenIsFilled() throws IOException {
        openFleet();

        for (String state : List.of("free", "taken", "unhealthy", "tainted", "incomplete")) {
            boolean isTaken = List.of("taken", "unhealthy").contains(state);
            String back = browser.find("body").getCssValue("background-color");
            for (String css : List.of("button.", ".bar .")) {
                if (!css.equals(".bar .") || !state.equals("incomplete")) {
                    assertThat(browser.find(css + state)
                                    .getCssValue("background-color")
                                    .equals(back))
                            .as(css + state)
                            .isEqualTo(!isTaken);
                }
            }
        }
    }

    @Test
    void thousandNodesAreDrawnWithoutGroups() throws IOException {
        Path page = open("fleet", "model:8xh100:1000");

        assertThat(Files.size(page)).isLessThanOrEqualTo(3_000_000);
        assertThat(devices()).isEqualTo(8_000);
        browser.driver().get(LEFT);
    }

    @Test
    @Tag("siege")
    void thousandNodesAreDrawnWithinASecondAndScrollSmoothly() throws IOException {
        Path page = open("fleet", "model:8xh100:1000");

        assertThat(best(1_000, () -> drawn(page))).as("drawn after").isLessThanOrEqualTo(1_000);
        assertThat(best(100, FleetPageTest::longestTaskWhileScrolling))
                .as("longest task while scrolling")
                .isLessThanOrEqualTo(100);
        browser.driver().get(LEFT);
    }

    @Test
    @Tag("siege")
    void tenThousandNodesAreDrawnWithinThreeSeconds() throws IOException {
        Path page = open("fleet", "model:8xh100:5000", "model:8xa100:5000");

        assertThat(Files.size(page)).isLessThanOrEqualTo(12_000_000);
        assertThat(best(3_000, () -> drawn(page))).as("drawn after").isLessThanOrEqualTo(3_000);
        browser.driver().get(LEFT);
    }

    /** One more than fit in the page without groups. */
    @Test
    void moreThanTwentyThousandDevicesAreGrouped() throws IOException {
        Path page = open("fleet", "model:8xh100:1250", "model:8xa100:1251");

        assertThat(Files.size(page)).isLessThanOrEqualTo(3_000_000);
        assertThat(browser.find("[role=status] + div summary").getText())
                .isEqualTo("1251 nodes, each with 8 x A100-SXM4-40GB: 8 free");
        // A key finds its element also if that moves while the cards are drawn.
        browser.find("[role=status] + div summary").sendKeys(Keys.ENTER);
        browser.await(".card h3", "8xa100-0");
        assertThat(browser.all(".card")).hasSize(200);
        browser.button("Show more of 1251").sendKeys(Keys.ENTER);
        browser.awaitCount(".card", 400);
        browser.driver().get(LEFT);
    }

    /** The first time within the limit, or else the best of three, since other processes hold up the browser. */
    private static long best(long limit, LongSupplier millis) {
        long best = Long.MAX_VALUE;
        for (int i = 0; i < 3 && best > limit; i++) {
            best = Math.min(best, millis.getAsLong());
        }
        return best;
    }

    /** The time from the start of the navigation to the first frame with the devices, in milliseconds. */
    private static long drawn(Path page) {
        browser.open(page);
        return (Long) browser.driver()
                .executeAsyncScript("const done = arguments[0]; requestAnimationFrame(() => setTimeout(() => done("
                        + "Math.round(performance.getEntriesByType('navigation')[0].loadEventEnd))))");
    }

    /** The longest task, in milliseconds; tasks of at most 50 ms count as none. */
    private static long longestTaskWhileScrolling() {
        browser.script("scrollTo(0, 0); window.longest = 0; new PerformanceObserver(list => list.getEntries()"
                + ".forEach(each => window.longest = Math.max(window.longest, each.duration)))"
                + ".observe({ type: 'longtask' })");
        browser.driver()
                .executeCdpCommand(
                        "Input.synthesizeScrollGesture",
                        Map.of("x", 600, "y", 500, "yDistance", -12_000, "speed", 6_000, "gestureSourceType", "mouse"));
        assertThat((Long) browser.script("return Math.round(scrollY)")).isGreaterThan(10_000);
        return (Long) browser.script("return Math.round(window.longest)");
    }
}
