package dev.alkdev.operations.examples.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.examples.notes.NotesServer;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.websocket.WebSocketClientLink;

import org.junit.jupiter.api.AfterAll;
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
    private static ConsoleHub hub;
    private static Chromium chromium;

    @BeforeAll
    static void start() throws IOException {
        chromium = Chromium.open();
        hub = ConsoleHub.started(config());
    }

    @AfterAll
    static void stop() {
        hub.close();
        chromium.close();
    }

    private static String config() throws IOException {
        Path document = Files.writeString(folder.resolve("stock.json"), DOCUMENT);
        return """
        sources:
          - {name: stock, type: openapi, document: "%s"}
          - {name: lost, type: openapi, document: "http://127.0.0.1:9/missing.json"}
          - name: notes
            type: mcp
            command: "%s"
            args: ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx64m", "-cp", "%s", "%s"]
        """
                .formatted(
                        document,
                        Path.of(System.getProperty("java.home"), "bin", "java"),
                        System.getProperty("java.class.path"),
                        NotesServer.class.getName());
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
            assertThat(visit.page().getByLabel("Resources", exact())).containsText("note://");
            assertThat(visit.page().getByLabel("Prompts")).containsText("summarize");
            assertThat(visit.page().locator("h1")).hasText("notes");
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
