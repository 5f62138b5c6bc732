package dev.alkdev.operations.examples.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.util.regex.Pattern;

class KeyboardTest {
    @AutoClose private static ConsoleHub hub;
    @AutoClose private static Chromium chromium;

    @BeforeAll
    static void start() {
        chromium = Chromium.open();
        hub = ConsoleHub.started("");
    }

    private static Locator dialog(Visit visit, String name) {
        return visit.page().getByRole(AriaRole.DIALOG, new Page.GetByRoleOptions().setName(name));
    }

    private static Locator heading(Visit visit) {
        return visit.page().locator("h1");
    }

    @Test
    void thePaletteGoesAnywhere() {
        try (Visit visit = chromium.visit(Look.WIDE_LIGHT).open(hub.uri(), "#/activity")) {
            assertThat(heading(visit)).hasText("Activity");
            visit.press("Control+k");
            assertThat(dialog(visit, "Palette")).isVisible();
            visit.type("go to sour");
            visit.press("Enter");
            assertThat(heading(visit)).hasText("Sources");
            assertThat(dialog(visit, "Palette")).hasCount(0);
            visit.press("Control+k");
            assertThat(dialog(visit, "Palette").locator("input")).isFocused();
            visit.type("order articles");
            assertThat(dialog(visit, "Palette").getByRole(AriaRole.OPTION).first())
                    .containsText("shop.order");
            visit.press("Enter");
            assertThat(heading(visit)).containsText("shop.order");
            visit.press("Control+k");
            assertThat(dialog(visit, "Palette")).isVisible();
            visit.press("Escape");
            assertThat(dialog(visit, "Palette")).hasCount(0);
            assertThat(heading(visit)).containsText("shop.order");
        }
    }

    @Test
    void everyViewHasItsKeys() {
        try (Visit visit = chromium.visit(Look.WIDE_LIGHT).open(hub.uri(), "#/sources")) {
            assertThat(heading(visit)).hasText("Sources");
            visit.type("ga");
            assertThat(heading(visit)).hasText("Activity");
            visit.type("gt");
            assertThat(heading(visit)).hasText("Streams");
            visit.type("gs");
            assertThat(heading(visit)).hasText("Sources");
            visit.press("/");
            assertThat(visit.page().locator("#search")).isFocused();
            visit.type("report of sales");
            assertThat(visit.rows().first()).containsText("shop.report");
            visit.press("Enter");
            assertThat(heading(visit)).containsText("shop.report");
            visit.press("Escape");
            assertThat(visit.page().locator("#search")).isVisible();
        }
    }

    @Test
    void aQuestionMarkShowsAllKeys() {
        try (Visit visit = chromium.visit(Look.WIDE_DARK).open(hub.uri(), "#/streams")) {
            assertThat(heading(visit)).hasText("Streams");
            visit.press("?");
            assertThat(dialog(visit, "Keys")).containsText("run or subscribe");
            visit.press("Escape");
            assertThat(dialog(visit, "Keys")).hasCount(0);
        }
    }

    @Test
    void tabsAreChosenByArrows() {
        try (Visit visit = chromium.visit(Look.WIDE_LIGHT).open(hub.uri(), "#/op/shop.articles")) {
            visit.page().locator(".workbench").waitFor();
            visit.tab("Form").focus();
            visit.press("ArrowRight");
            assertThat(visit.tab("JSON")).isFocused();
            assertThat(visit.tab("JSON")).hasAttribute("aria-selected", "true");
            visit.press("Home");
            assertThat(visit.tab("Form")).isFocused();
        }
    }

    @Test
    void theFirstStopSkipsToTheContent() {
        try (Visit visit = chromium.visit(Look.WIDE_LIGHT).open(hub.uri(), "#/activity")) {
            assertThat(heading(visit)).hasText("Activity");
            visit.press("Tab");
            visit.press("Enter");
            assertThat(visit.page().locator("#content")).isFocused();
            assertThat(visit.page()).hasURL(Pattern.compile("#/activity$"));
        }
    }

    @Test
    void theThemeFollowsTheSystemUntilItIsChosen() {
        try (Visit visit = chromium.visit(Look.WIDE_DARK).open(hub.uri(), "#/")) {
            Locator root = visit.page().locator("html");
            assertThat(root).hasAttribute("data-theme", "dark");
            visit.button("Use the light theme").click();
            assertThat(root).hasAttribute("data-theme", "light");
            visit.page().reload();
            assertThat(root).hasAttribute("data-theme", "light");
            assertThat(
                            visit.page()
                                    .evaluate("getComputedStyle(document.body).backgroundColor")
                                    .toString())
                    .isEqualTo("rgb(246, 247, 249)");
        }
    }
}
