package dev.alkdev.operations.examples.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.redis.RedisLink;
import dev.alkdev.operations.testkit.TestRedis;
import dev.alkdev.operations.websocket.WebSocketClientLink;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.net.URI;

/** A hub that is linked to another one, to programs, and to workers over a real Redis. */
class PeersTest {
    private static final String PREFIX = "console-map-" + System.nanoTime();

    @AutoClose private static ConsoleHub other;
    @AutoClose private static ConsoleHub hub;
    @AutoClose private static Chromium chromium;
    private static Axe axe;

    @BeforeAll
    static void start() {
        chromium = Chromium.open();
        axe = new Axe();
        other = ConsoleHub.started("");
        hub =
                ConsoleHub.started(
                        """
                        sources:
                          - {name: branch, type: peer, url: "%s/link", namespace: branch}
                        engine: {type: redis, url: "%s", prefix: %s}
                        """
                                .formatted(webSocket(other), TestRedis.url(), PREFIX));
    }

    private static Locator map(Visit visit) {
        return visit.page().locator(".map svg");
    }

    private static Locator row(Visit visit, String text) {
        return visit.page()
                .getByLabel("All links")
                .locator("tbody tr")
                .filter(new Locator.FilterOptions().setHasText(text));
    }

    private static OperationRegistry offering(String id) {
        OperationRegistry registry = OperationRegistry.create();
        registry.register(OperationSpec.query(id).build(), (input, context) -> "here");
        return registry;
    }

    @Test
    void hubsProgramsAndWorkersComeAndGoWithWhatTheyOffer() {
        try (Visit visit = chromium.visit(Look.WIDE_LIGHT).open(hub.uri(), "#/sources")) {
            assertThat(map(visit)).hasAttribute("aria-label", "This hub has 0 sources and 1 links");
            assertThat(row(visit, "branch")).containsText("linked by this hub");
            assertThat(row(visit, "branch")).containsText("branch.shop_articles");
            assertThat(map(visit)).containsText("redis · ready");
            try (Peer program = linked("printer.status");
                    Peer worker = joined("fax.status")) {
                assertThat(row(visit, "printer.status")).containsText("linked to this hub");
                assertThat(row(visit, "fax.status")).containsText("over redis");
                assertThat(row(visit, "fax.status")).containsText("worker ");
                assertThat(map(visit))
                        .hasAttribute("aria-label", "This hub has 0 sources and 3 links");
                assertThat(axe.violations(visit.page())).isEmpty();
                visit.page().getByText("fax.status").last().click();
                visit.page().locator(".workbench").waitFor();
                visit.run();
                assertThat(visit.output()).containsText("here");
                visit.page().goBack();
                assertThat(row(visit, "fax.status")).isVisible();
                assertThat(program.isUp()).isTrue();
                assertThat(worker.isUp()).isTrue();
            }
            assertThat(row(visit, "printer.status")).hasCount(0);
            assertThat(row(visit, "fax.status")).hasCount(0);
            assertThat(map(visit)).hasAttribute("aria-label", "This hub has 0 sources and 1 links");
            assertThat(row(visit, "branch")).containsText("linked");
        }
    }

    @Test
    void anotherHubSeesWhoIsLinkedToIt() {
        try (Visit visit = chromium.visit(Look.SMALL_DARK).open(other.uri(), "#/sources")) {
            assertThat(map(visit)).hasAttribute("aria-label", "This hub has 0 sources and 1 links");
            assertThat(row(visit, "linked to this hub")).hasCount(1);
            visit.isNotWiderThanTheWindow();
        }
    }

    private static Peer linked(String id) {
        URI address = URI.create(webSocket(hub) + "/link");
        return Peer.over(WebSocketClientLink.to(address).build(), offering(id));
    }

    private static String webSocket(ConsoleHub of) {
        return of.uri().toString().replaceFirst("http", "ws");
    }

    private static Peer joined(String id) {
        return Peer.over(
                RedisLink.to(TestRedis.url().toString()).prefix(PREFIX).build(), offering(id));
    }
}
