package dev.alkdev.operations.examples.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Locale;

/** Every view, at both sizes and in both themes. */
class AccessibilityTest {
    @AutoClose private static ConsoleHub hub;
    @AutoClose private static Chromium chromium;
    private static Axe axe;

    @BeforeAll
    static void start() {
        chromium = Chromium.open();
        axe = new Axe();
        hub =
                ConsoleHub.started(
                        "sources:\n"
                                + "  - {name: lost, type: openapi, document:"
                                + " \"http://127.0.0.1:9/lost.json\"}\n");
    }

    private static void check(Visit visit, String name) {
        Page page = visit.page();
        assertThat(axe.violations(page)).as(name).isEmpty();
        visit.isNotWiderThanTheWindow();
    }

    private static String named(String view, Look look) {
        return view + "-" + look.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @ParameterizedTest
    @EnumSource(Look.class)
    void theCatalogAndTheDialogs(Look look) {
        try (Visit visit = chromium.visit(look).open(hub.uri(), "#/")) {
            assertThat(visit.rows().first()).isVisible();
            assertThat(visit.page().locator(".facets")).containsText("hub");
            check(visit, named("catalog", look));
            visit.press("Control+k");
            assertThat(visit.page().locator("dialog.palette")).isVisible();
            visit.type("order");
            assertThat(visit.page().locator("#palette-list >> text=shop.order")).isVisible();
            check(visit, named("palette", look));
            visit.press("Escape");
            visit.button("Show all keys").click();
            assertThat(visit.page().locator("dialog.help")).isVisible();
            check(visit, named("keys", look));
        }
    }

    @ParameterizedTest
    @EnumSource(Look.class)
    void anOperation(Look look) {
        try (Visit visit = chromium.visit(look).open(hub.uri(), "#/op/shop.order")) {
            visit.page().getByLabel("Fill the input").selectOption("example");
            visit.field("customer").fill("A");
            assertThat(visit.page().locator(".field-error").first()).isVisible();
            check(visit, named("input", look));
            visit.page().navigate(hub.uri() + "/#/op/shop.articles");
            assertThat(visit.page().locator("h1")).containsText("shop.articles");
            visit.page().locator(".workbench").waitFor();
            visit.run();
            check(visit, named("table", look));
            for (String tab : new String[] {"Tree", "Raw", "Envelope", "JSON", "Copy as code"}) {
                visit.tab(tab).click();
            }
            check(visit, named("code", look));
        }
    }

    @ParameterizedTest
    @EnumSource(Look.class)
    void streams(Look look) {
        try (Visit visit = chromium.visit(look).open(hub.uri(), "#/op/ticks.flood")) {
            visit.field("count").fill("40");
            visit.press("Control+Enter");
            assertThat(visit.output()).containsText("40 items");
            check(visit, named("stream", look));
            visit.page().navigate(hub.uri() + "/#/streams");
            assertThat(visit.page().locator("h1")).hasText("Streams");
            assertThat(visit.page().getByLabel("Open streams")).containsText("ticks.watch");
            check(visit, named("streams", look));
        }
    }

    @ParameterizedTest
    @EnumSource(Look.class)
    void sourcesAndActivity(Look look) {
        try (Visit visit = chromium.visit(look).open(hub.uri(), "#/sources")) {
            assertThat(visit.page().getByLabel("All sources")).containsText("lost");
            check(visit, named("sources", look));
            visit.page().navigate(hub.uri() + "/#/sources/lost");
            assertThat(visit.page().locator("h1")).hasText("lost");
            assertThat(visit.page().locator(".badge").first()).isVisible();
            check(visit, named("source", look));
            visit.page().navigate(hub.uri() + "/#/activity");
            assertThat(visit.page().locator(".activity .status .badge").first()).hasText("live");
            check(visit, named("activity", look));
        }
    }
}
