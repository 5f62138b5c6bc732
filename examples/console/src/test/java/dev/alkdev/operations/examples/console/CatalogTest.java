package dev.alkdev.operations.examples.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.util.regex.Pattern;

class CatalogTest {
    @AutoClose private static ConsoleHub hub;
    @AutoClose private static Chromium chromium;

    @BeforeAll
    static void start() {
        chromium = Chromium.open();
        hub = ConsoleHub.started("");
    }

    private static Visit catalog(Look look) {
        return chromium.visit(look).open(hub.uri(), "#/");
    }

    @Test
    void everythingThatTheHubCanCallIsInOneList() {
        try (Visit visit = catalog(Look.WIDE_LIGHT)) {
            assertThat(visit.rows()).hasCount(hub.registry().size());
            assertThat(visit.page().locator(".results .status")).containsText("operations");
            assertThat(visit.rows().getByText("Order articles")).isVisible();
            visit.isNotWiderThanTheWindow();
        }
    }

    @Test
    void wordsFindTheBestFirstWhileTyping() {
        try (Visit visit = catalog(Look.WIDE_DARK)) {
            assertThat(visit.page().locator("#search")).isFocused();
            visit.type("what can be bought, articles");
            assertThat(visit.rows().first()).containsText("shop.articles");
            visit.press("Escape");
            assertThat(visit.page().locator("#search")).hasValue("");
            assertThat(visit.rows()).hasCount(hub.registry().size());
        }
    }

    @Test
    void arrowsChooseAndEnterOpens() {
        try (Visit visit = catalog(Look.WIDE_LIGHT)) {
            Locator second = visit.rows().nth(1);
            assertThat(second).isVisible();
            visit.press("ArrowDown");
            assertThat(second).hasAttribute("aria-selected", "true");
            assertThat(visit.page().locator("#search"))
                    .hasAttribute("aria-activedescendant", "row-1");
            String id = second.locator(".row-id").textContent();
            visit.press("Enter");
            assertThat(visit.page().locator("h1")).containsText(id);
            visit.page().goBack();
            assertThat(visit.rows().first()).isVisible();
        }
    }

    @Test
    void filtersNarrowTheListAndStayInTheAddress() {
        try (Visit visit = catalog(Look.WIDE_LIGHT)) {
            visit.page().getByLabel("Filters").getByText("subscription").click();
            assertThat(visit.rows()).hasCount(2);
            assertThat(visit.page()).hasURL(Pattern.compile("types=subscription"));
            visit.page().reload();
            assertThat(visit.rows()).hasCount(2);
            visit.button("Remove filter subscription").click();
            visit.page().getByLabel("Filters").getByText("orders").click();
            assertThat(visit.rows()).hasCount(1);
            assertThat(visit.rows()).containsText("shop.order");
        }
    }

    @Test
    void aSmallWindowHidesTheFiltersUntilTheyAreAskedFor() {
        try (Visit visit = catalog(Look.SMALL_DARK)) {
            Locator facets = visit.page().locator(".facet-lists");
            assertThat(visit.rows().first()).isVisible();
            assertThat(facets).isHidden();
            visit.button("Filters").click();
            facets.getByText("ticks").click();
            assertThat(visit.rows()).hasCount(2);
            visit.isNotWiderThanTheWindow();
        }
    }

    @Test
    void nothingFoundIsNoError() {
        try (Visit visit = catalog(Look.WIDE_LIGHT)) {
            assertThat(visit.rows().first()).isVisible();
            visit.type("qqqqzzzz");
            assertThat(visit.rows()).hasCount(0);
            assertThat(visit.page().locator(".results [role=alert]")).hasCount(0);
        }
    }

    @Test
    void whatIsRegisteredLaterIsFoundAtOnce() {
        try (Visit visit = catalog(Look.WIDE_LIGHT)) {
            assertThat(visit.rows().first()).isVisible();
            hub.registry()
                    .register(
                            dev.alkdev.operations.OperationSpec.query("late.arrival").build(),
                            (input, context) -> null);
            try {
                visit.type("late arrival");
                assertThat(visit.rows().first()).containsText("late.arrival");
            } finally {
                assertThat(hub.registry().remove("late.arrival")).isTrue();
            }
        }
    }
}
