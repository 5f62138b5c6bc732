package dev.alkdev.operations.examples.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.assertions.LocatorAssertions;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.time.Duration;

class StreamTest {
    private static final int FLOOD = 1_000_000;

    /** Counts how often a timer of the page has its turn, and the longest time without one. */
    private static final String WATCH =
            """
            () => {
              window.longest = 0;
              window.turns = 0;
              let last = performance.now();
              const look = () => {
                const now = performance.now();
                window.longest = Math.max(window.longest, now - last);
                window.turns++;
                last = now;
                setTimeout(look, 10);
              };
              look();
            }
            """;

    @AutoClose private static ConsoleHub hub;
    @AutoClose private static Chromium chromium;

    @BeforeAll
    static void start() {
        chromium = Chromium.open();
        hub = ConsoleHub.started("");
    }

    /** The next test begins with no one listening. */
    @AfterEach
    void allStreamsEnd() {
        await().atMost(Duration.ofSeconds(60)).until(() -> hub.registry().openSubscriptions() == 0);
        hub.ticks().next.clear();
    }

    private static void tick(int... values) {
        for (int value : values) {
            hub.ticks().next.add(value);
        }
    }

    private static Locator items(Visit visit) {
        return visit.page().locator(".item-row");
    }

    private static void subscribe(Visit visit) {
        visit.page().locator(".workbench").waitFor();
        visit.press("Control+Enter");
        assertThat(visit.output().locator(".badge")).hasText("open");
    }

    @Test
    void itemsComeLiveWithTheirRateAndAPlot() {
        try (Visit visit = chromium.visit(Look.WIDE_LIGHT).open(hub.uri(), "#/op/ticks.watch")) {
            subscribe(visit);
            tick(5, 7, 6);
            assertThat(items(visit)).hasCount(3);
            assertThat(visit.output()).containsText("3 items");
            assertThat(visit.output()).containsText("/s");
            visit.page().getByLabel("Number to plot").selectOption("2");
            assertThat(visit.page().locator(".plot svg").nth(1))
                    .hasAttribute("aria-label", "value: value 6");
            items(visit).first().locator("button").click();
            assertThat(visit.page().getByLabel("Item 1", exact())).containsText("value: 5");
            visit.button("Stop").click();
            assertThat(visit.output().locator(".badge").first()).hasText("closed");
        }
    }

    private static com.microsoft.playwright.Page.GetByLabelOptions exact() {
        return new com.microsoft.playwright.Page.GetByLabelOptions().setExact(true);
    }

    @Test
    void aPausedViewStandsStillWhileItemsAreCounted() {
        try (Visit visit = chromium.visit(Look.WIDE_DARK).open(hub.uri(), "#/op/ticks.watch")) {
            subscribe(visit);
            tick(1, 2);
            assertThat(items(visit)).hasCount(2);
            visit.button("Pause").click();
            tick(3);
            assertThat(visit.output()).containsText("3 items");
            assertThat(items(visit)).hasCount(2);
            visit.button("Resume").click();
            assertThat(items(visit)).hasCount(3);
            visit.page().getByLabel("Filter items").fill("\"value\":2");
            assertThat(items(visit)).hasCount(1);
            assertThat(visit.output()).containsText("1 fit the filter");
        }
    }

    @Test
    void aStreamGoesOnWhileOneLooksElsewhere() {
        try (Visit visit = chromium.visit(Look.SMALL_LIGHT).open(hub.uri(), "#/op/ticks.watch")) {
            subscribe(visit);
            tick(1);
            assertThat(items(visit)).hasCount(1);
            visit.page().locator("nav[aria-label=Views] >> text=Streams").click();
            assertThat(visit.page().getByLabel("Open streams")).containsText("ticks.watch");
            tick(2);
            assertThat(items(visit)).hasCount(2);
            visit.isNotWiderThanTheWindow();
            visit.button("Discard").click();
            assertThat(visit.page().getByLabel("Open streams").getByText("None")).isVisible();
        }
    }

    @Test
    void aLostConnectionIsRenewedWhereItStopped() throws Exception {
        try (CuttableProxy proxy = CuttableProxy.to(hub.uri());
                Visit visit = chromium.visit(Look.WIDE_LIGHT)) {
            visit.open(proxy.uri(), "#/op/ticks.watch");
            subscribe(visit);
            tick(1, 2);
            assertThat(items(visit)).hasCount(2);
            proxy.cut();
            assertThat(visit.output()).containsText("1 reconnect");
            // The hub has let the first one go, so that it cannot take the next value.
            assertThat(visit.output().locator(".badge").first()).hasText("open");
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> hub.registry().openSubscriptions() == 1);
            tick(3);
            assertThat(items(visit).nth(2)).containsText("\"number\":3");
            assertThat(items(visit).nth(2)).containsText("\"resumedAfter\":2");
        }
    }

    @Test
    void aFloodDoesNotHoldUpThePage() {
        try (Visit visit = chromium.visit(Look.WIDE_LIGHT).open(hub.uri(), "#/op/ticks.flood")) {
            visit.field("count").fill(Integer.toString(FLOOD));
            visit.page().evaluate(WATCH);
            visit.press("Control+Enter");
            assertThat(visit.output())
                    .containsText(
                            "%,d items".formatted(FLOOD),
                            new LocatorAssertions.ContainsTextOptions().setTimeout(180_000));
            assertThat(visit.output().locator(".badge").first()).hasText("complete");
            assertThat(visit.output()).containsText("the last 10,000 are kept");
            System.out.printf(
                    "console, %,d items: page held up for %s ms at the longest%n",
                    FLOOD, visit.page().evaluate("Math.round(window.longest)"));
            // Other things had their turn all the while.
            assertThat(((Number) visit.page().evaluate("window.turns")).intValue())
                    .isGreaterThan(20);
            assertThat(items(visit).count()).isLessThan(60);
            visit.page().getByLabel("Filter items").fill("\"number\":" + FLOOD + ",");
            assertThat(items(visit)).hasCount(1);
        }
    }
}
