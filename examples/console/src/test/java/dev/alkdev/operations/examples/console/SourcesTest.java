package dev.alkdev.operations.examples.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.websocket.WebSocketClientLink;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

class SourcesTest {
    private static final String DOCUMENT =
            """
            {"openapi": "3.1.0", "info": {"title": "Stock", "version": "1"}, "servers": [{"url": "http://127.0.0.1:9"}],
             "paths": {
               "/parts": {"get": {"operationId": "listParts", "responses": {"200": {"description": "ok"}}}},
               "orders": {"post": {"operationId": "addOrder", "responses": {"200": {"description": "ok"}}}}}}
            """;

    @TempDir private static Path folder;
    private static LoudServer notes;
    @AutoClose private static ConsoleHub hub;
    @AutoClose private static Chromium chromium;

    @BeforeAll
    static void start() throws IOException {
        chromium = Chromium.open();
        hub = ConsoleHub.started(config());
    }

    private static String config() throws IOException {
        Path document = Files.writeString(folder.resolve("stock.json"), DOCUMENT);
        notes = LoudServer.in(folder);
        return """
        sources:
          - {name: stock, type: openapi, document: "%s"}
          - {name: lost, type: openapi, document: "http://127.0.0.1:9/missing.json"}
        """
                        .formatted(document)
                + notes.source("notes");
    }

    private static Visit sources(String name, Look look) {
        return chromium.visit(look).open(hub.uri(), "#/sources" + name);
    }

    private static Locator row(Visit visit, String source) {
        return visit.page()
                .getByLabel("All sources")
                .locator("tbody tr")
                .filter(new Locator.FilterOptions().setHasText(source));
    }

    @Test
    void everySourceShowsItsStateAndItsLastError() {
        try (Visit visit = sources("", Look.WIDE_LIGHT)) {
            assertThat(row(visit, "stock")).containsText("ready");
            assertThat(row(visit, "stock")).containsText("openapi");
            assertThat(row(visit, "lost")).containsText("failed");
            assertThat(row(visit, "lost")).containsText("127.0.0.1:9");
            assertThat(row(visit, "notes")).containsText("ready");
            visit.isNotWiderThanTheWindow();
        }
    }

    @Test
    void aSourceShowsWhatWasLeftOutAndWhatItOffers() {
        try (Visit visit = sources("/stock", Look.SMALL_DARK)) {
            assertThat(visit.page().getByLabel("Left out"))
                    .containsText("a path begins with a slash");
            assertThat(visit.page().getByLabel("Operations", exact()))
                    .containsText("stock.listParts");
            visit.isNotWiderThanTheWindow();
        }
    }

    @Test
    void theCatalogIsFilteredByASource() {
        try (Visit visit = chromium.visit(Look.WIDE_LIGHT).open(hub.uri(), "#/?sources=stock")) {
            assertThat(visit.rows().first()).containsText("stock.");
            visit.button("Remove filter stock").click();
            visit.page().getByLabel("Filters").getByText("open to all").click();
            assertThat(visit.rows().getByText("shop.articles")).isVisible();
            visit.page().locator("#search").fill("parts");
            assertThat(visit.rows().first()).containsText("stock.listParts");
            visit.press("Enter");
            assertThat(visit.page().locator(".head")).containsText("source stock");
        }
    }

    private static Page.GetByLabelOptions exact() {
        return new Page.GetByLabelOptions().setExact(true);
    }

    @Test
    void anMcpServerShowsItsResourcesPromptsAndErrorOutput() {
        try (Visit visit = sources("/notes", Look.WIDE_DARK)) {
            assertThat(visit.page().locator("h1")).hasText("notes");
            Locator resources = visit.page().getByLabel("Resources", exact()).locator("tbody tr");
            assertThat(resources.first()).containsText("Welcome");
            assertThat(resources.first()).containsText("note://1");
            Locator prompt = visit.page().getByLabel("Prompts", exact()).locator("tbody tr");
            assertThat(prompt).containsText("Summarize my notes");
            assertThat(prompt).containsText("All notes, with the request to summarize them");
            assertThat(visit.page().getByLabel("Standard error"))
                    .containsText("the notebook is open");
        }
    }

    @Test
    void aBrokenSourceIsSeenEverywhereAndWhyStaysKnownAfterwards() throws IOException {
        try (Visit visit = sources("", Look.WIDE_LIGHT)) {
            assertThat(row(visit, "notes")).containsText("ready");
            notes.kill();
            try {
                assertThat(row(visit, "notes")).containsText("failed");
                visit.page().navigate(hub.uri() + "/#/sources/notes");
                assertThat(visit.page().getByRole(AriaRole.ALERT))
                        .containsText("the notebook is locked");
                visit.page().navigate(hub.uri() + "/#/op/notes.list");
                assertThat(visit.page().locator(".head")).containsText("source notes has failed");
                assertThat(visit.page().locator("nav[aria-label=Views] .dot-failed"))
                        .hasAttribute("aria-label", "2 failed");
                visit.page().navigate(hub.uri() + "/#/");
                assertThat(visit.page().locator(".results .status"))
                        .containsText("2 sources failed");
                assertThat(visit.rows().getByText("notes.list")).isVisible();
            } finally {
                notes.unlock();
            }
            visit.page().navigate(hub.uri() + "/#/sources");
            assertThat(row(visit, "notes")).containsText("ready");
            assertThat(row(visit, "notes")).containsText("ago: ");
            assertThat(row(visit, "notes")).containsText("the notebook is locked");
        }
    }

    @Test
    void theMapShowsALinkedProgramWhileItStays() {
        OperationRegistry registry = OperationRegistry.create();
        registry.register(
                OperationSpec.query("printer.status").build(), (input, context) -> "idle");
        URI address = URI.create(hub.uri().toString().replaceFirst("http", "ws") + "/link");
        try (Visit visit = sources("", Look.WIDE_LIGHT)) {
            Locator map = visit.page().locator(".map svg");
            assertThat(map).hasAttribute("aria-label", "This hub has 3 sources and 0 links");
            WebSocketClientLink link = WebSocketClientLink.to(address).build();
            Peer peer = Peer.over(link, registry);
            try {
                link.awaitUp(Duration.ofSeconds(30));
                assertThat(map).hasAttribute("aria-label", "This hub has 3 sources and 1 links");
                assertThat(map).containsText("offers 1");
                assertThat(visit.page().getByLabel("All links")).containsText("websocket");
            } finally {
                peer.close();
            }
            assertThat(map).hasAttribute("aria-label", "This hub has 3 sources and 0 links");
            map.getByRole(AriaRole.LINK).first().click();
            assertThat(visit.page().locator("h1")).not().hasText("Sources");
        }
    }
}
