package dev.alkdev.operations.examples.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Operations of others cannot break the page, nor run anything in it. */
class HostileTest {
    @AutoClose private static ConsoleHub hub;
    @AutoClose private static Chromium chromium;

    @BeforeAll
    static void start() {
        chromium = Chromium.open();
        hub = ConsoleHub.of("");
        Hostile.in(hub.registry());
        hub.start();
    }

    private static Visit open(String id) {
        Visit visit = chromium.visit(Look.WIDE_LIGHT).open(hub.uri(), "#/op/" + id);
        visit.page().locator(".workbench").waitFor();
        return visit;
    }

    /** Nothing of what it brings became part of the page, and nothing ran. */
    private static void isUnharmed(Visit visit) {
        assertThat(visit.page().evaluate("typeof window.broken")).isEqualTo("undefined");
        assertThat(visit.page().evaluate("({}).polluted === undefined && typeof {}.toString"))
                .isEqualTo("function");
        assertThat(visit.page().locator("#app script, #app iframe, #app img")).hasCount(0);
        assertThat(visit.page().locator("#app a[href^='javascript' i]")).hasCount(0);
    }

    @Test
    void markupStaysText() {
        try (Visit visit = open("hostile.markup")) {
            assertThat(visit.page().locator(".description")).containsText("<script>");
            isUnharmed(visit);
            visit.run();
            for (String tab : new String[] {"Tree", "Raw", "Envelope", "Table", "Copy as code"}) {
                visit.tab(tab).click();
                isUnharmed(visit);
            }
            visit.tab("Raw").click();
            Locator raw = visit.output().locator("pre");
            assertThat(raw).containsText("\\u001b[31m");
            assertThat(raw).containsText("\\u202e");
            visit.page().getByLabel("Fill the input").selectOption("example");
            visit.field("constructor").fill("7");
            visit.run();
            isUnharmed(visit);
            visit.isNotWiderThanTheWindow();
        }
    }

    @Test
    void markupInTheListStaysText() {
        try (Visit visit = chromium.visit(Look.SMALL_LIGHT).open(hub.uri(), "#/")) {
            visit.page().locator("#search").fill("hostile.markup <script>window.broken=1</script>");
            assertThat(visit.rows().first()).containsText("hostile.markup");
            isUnharmed(visit);
            visit.page().navigate(hub.uri() + "/#/op/" + "%3Cimg src=x onerror=window.broken=1%3E");
            assertThat(visit.page().locator("h1")).containsText("<img");
            isUnharmed(visit);
        }
    }

    @Test
    void tenMegabytesAreShownAPartAtATime() {
        try (Visit visit = open("hostile.large")) {
            visit.run();
            assertThat(visit.output()).containsText("11 MB");
            assertThat(visit.output().locator("tbody tr")).hasCount(100);
            visit.tab("Tree").click();
            assertThat(visit.output()).containsText("99,900 more");
            visit.tab("Raw").click();
            assertThat(visit.output()).containsText("MB more");
            Object elements = visit.page().evaluate("document.querySelectorAll('*').length");
            assertThat(((Number) elements).intValue()).isLessThan(5_000);
            visit.button("Run again").click();
            assertThat(visit.output().locator("tbody tr")).hasCount(100);
        }
    }

    @Test
    void aSchemaOfFiveThousandPropertiesHasAForm() {
        try (Visit visit = open("hostile.wide")) {
            assertThat(visit.page().locator(".form .field")).hasCount(1);
            assertThat(visit.page().locator(".schema")).containsText("4,950 more properties");
            visit.field("property7").fill("70");
            Locator picker = visit.page().getByLabel("further properties of Input");
            picker.fill("property4998");
            visit.press("Enter");
            visit.field("property4998").fill("x");
            visit.run();
            assertThat(visit.output()).containsText("property4998: \"x\"");
            assertThat(visit.output()).containsText("property7: 70");
        }
    }

    @Test
    void aSchemaWithoutAnEndHasAForm() {
        try (Visit visit = open("hostile.endless")) {
            assertThat(visit.page().locator(".form")).isVisible();
            assertThat(visit.page().locator(".schema")).containsText("self");
            isUnharmed(visit);
        }
    }
}
