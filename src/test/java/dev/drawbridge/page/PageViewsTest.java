package dev.drawbridge.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.interactions.Actions;

/** Each page as others see it: in the dark, on paper, in a narrow window, with the keyboard, without scripts. */
class PageViewsTest extends BrowserTest {

    private static final Dimension WIDE = new Dimension(1200, 900);
    private static final Dimension NARROW = new Dimension(500, 900);

    /** The elements that a keyboard must reach. */
    private static final String CONTROLS =
            "[...document.querySelectorAll('a, input, select, button, summary, [tabindex]')]"
                    + ".filter(each => each.tabIndex >= 0 && each.checkVisibility())";

    /** The command line of each page, and a text that it shows. */
    static Stream<Arguments> pages() {
        return Stream.of(
                page("fleet", "81559Mi", "fleet", "model:8xh100:2", "model:mig-a100"),
                page("fit", "81559Mi on 32", "fit", "--more", "--fleet", "model:8xh100:4", "deploy/try/fit/train.yaml"),
                page(
                        "check",
                        "invalid CEL expression",
                        "check",
                        "--kubernetes",
                        "1.31,1.37",
                        "deploy/try/claim-template.yaml"),
                page(
                        "gate",
                        "which this change deletes",
                        "check",
                        "--base-dir",
                        "deploy/try/before",
                        "--head-dir",
                        "deploy/try/after"),
                page("upgrade", "1.37 to 1.38", "check", "--upgrade", "1.37..1.38", "deploy/try/upgrade.yaml"),
                page("why", "devicesTaken", "why", "--all", "--from", "deploy/try/cluster.yaml"),
                page("doctor", "kubectl", "doctor", "--from", "deploy/try/cluster.yaml"));
    }

    private static Arguments page(String name, String text, String... words) {
        return argumentSet(name, List.of(words), text);
    }

    @AfterEach
    void reset() {
        browser.emulate("light", "");
        browser.runScripts(true);
        browser.driver().manage().window().setSize(WIDE);
    }

    /** Opens all that can be opened: details, and the first device of a fleet. */
    private static void openAll() {
        browser.script("document.querySelectorAll('details').forEach(each => each.open = true);"
                + "document.querySelector('button.device')?.click()");
    }

    /** The views share the page, which takes long to make; each may change it for the ones after it. */
    @ParameterizedTest
    @MethodSource("pages")
    void everyViewShowsThePage(List<String> words, String text) {
        browser.driver().manage().window().setSize(NARROW);
        Path page = open(words.toArray(String[]::new));
        assertAll(
                PageViewsTest::narrowWindowScrollsOnlyDown,
                () -> paperShowsAllInDarkOnLight(page),
                PageViewsTest::keyboardReachesEveryControl,
                PageViewsTest::textHasContrastInTheLightAndInTheDark,
                () -> tablesShowAllWithoutScripts(page, text));
    }

    private static void narrowWindowScrollsOnlyDown() {
        openAll();

        assertThat(browser.script("const page = document.documentElement; return page.scrollWidth - page.clientWidth"))
                .as("by how many pixels the page is wider than its window")
                .isEqualTo(0L);
    }

    private static void paperShowsAllInDarkOnLight(Path page) {
        browser.driver().manage().window().setSize(WIDE);
        browser.open(page);
        browser.emulate("dark", "print");

        assertThat(browser.find("body").getCssValue("background-color")).contains("255, 255, 255");
        assertThat(browser.find(".filters").isDisplayed()).isFalse();
        assertThat(browser.script("return [...document.querySelectorAll('article, article :not(button), td')]"
                        + ".filter(each => !each.checkVisibility({ contentVisibilityAuto: true })).length"))
                .isEqualTo(0L);
    }

    private static void keyboardReachesEveryControl() {
        browser.emulate("light", "");
        browser.assertIsAccessible();
        browser.find("h1").click();

        long controls = (Long) browser.script("return " + CONTROLS + ".length");
        assertThat(controls).isPositive();
        browser.script("addEventListener('focusin', focus => "
                + "focus.target.dataset.outline = getComputedStyle(focus.target).outlineStyle)");
        Actions keys = new Actions(browser.driver());
        for (int i = 0; i < controls; i++) {
            keys.sendKeys(Keys.TAB);
        }
        keys.perform();
        assertThat(browser.script("return " + CONTROLS + ".filter(each => each.dataset.outline !== 'solid')"
                        + ".map(each => each.outerHTML.slice(0, 200))"))
                .isEqualTo(List.of());
    }

    private static void textHasContrastInTheLightAndInTheDark() {
        openAll();

        browser.assertIsAccessible();
        assertThat(browser.find("body").getCssValue("background-color")).contains("255, 255, 255");
        browser.emulate("dark", "");
        assertThat(browser.find("body").getCssValue("background-color")).contains("13, 17, 23");
        browser.assertIsAccessible();
    }

    /** The check of every page finds what is wrong in one. */
    @Test
    void grayTextOnWhiteIsNotAccessible() {
        open("check", "deploy/try/claim-template.yaml");
        browser.script("document.querySelector('h1').style.color = '#ccc'");

        assertThatThrownBy(browser::assertIsAccessible).hasMessageContaining("color-contrast");
        browser.driver().get(LEFT);
    }

    private static void tablesShowAllWithoutScripts(Path page, String text) {
        browser.runScripts(false);
        browser.open(page);

        assertThat(browser.all("main noscript table")).isNotEmpty().allMatch(table -> table.isDisplayed());
        assertThat(browser.find("main").getText()).contains(text);
        browser.driver().get(LEFT);
    }
}
