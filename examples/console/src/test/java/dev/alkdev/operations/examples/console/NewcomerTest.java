package dev.alkdev.operations.examples.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.hub.Hub;
import dev.alkdev.operations.hub.HubConfig;
import dev.alkdev.operations.mcp.McpClient;
import dev.alkdev.operations.mcp.McpServerOptions;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What somebody sees who has started a hub without a config and opened its page. The pictures of
 * README and guides are made here: {@code -Dconsole.pictures=true}.
 */
class NewcomerTest {
    private static final boolean PICTURES = Boolean.getBoolean("console.pictures");
    private static final Path CONFIG = Path.of("../../cli/src/main/resources/default-hub.yaml");

    @AutoClose private static Hub hub;
    @AutoClose private static Chromium chromium;

    @BeforeAll
    static void start() throws IOException {
        chromium = Chromium.open();
        String config =
                Files.readString(CONFIG)
                        .replace("127.0.0.1:7700", "127.0.0.1:0")
                        .replace("\"@JAVA@\"", quoted(java().toString()))
                        .replace("\"@CLASSPATH@\"", quoted(System.getProperty("java.class.path")));
        hub = Hub.of(HubConfig.parse(config, Path.of(".").toAbsolutePath(), name -> null));
        hub.start();
        hub.awaitSources(Duration.ofSeconds(60));
    }

    private static Path java() {
        return Path.of(System.getProperty("java.home"), "bin", "java");
    }

    private static String quoted(String text) {
        return Json.mapper().writeValueAsString(text);
    }

    private static Visit visit(Look look, String place) {
        return chromium.visit(look).open(hub.uri(), place);
    }

    private static Visit operation(String id) {
        Visit visit = visit(Look.WIDE_LIGHT, "#/op/" + id);
        visit.page().locator(".workbench").waitFor();
        return visit;
    }

    private static void picture(Visit visit, String name) {
        if (PICTURES) {
            visit.page()
                    .screenshot(
                            new Page.ScreenshotOptions()
                                    .setPath(
                                            Path.of("../../docs/images/console-" + name + ".png")));
        }
    }

    @Test
    void theFirstScreenHasCodeRestAndMcpInOneList() {
        try (Visit visit = visit(Look.WIDE_LIGHT, "#/")) {
            assertThat(visit.page().locator(".results .status")).containsText("from 3 sources");
            assertThat(row(visit, "tasks.add")).containsText("tasks code");
            assertThat(row(visit, "library.addBook")).containsText("library openapi");
            assertThat(row(visit, "notes.add")).containsText("notes mcp");
            assertThat(visit.page().getByLabel("Filters")).containsText("notes mcp");
            picture(visit, "catalog-wide-light");
        }
        try (Visit visit = visit(Look.SMALL_DARK, "#/")) {
            assertThat(row(visit, "tasks.add")).isVisible();
            picture(visit, "catalog-small-dark");
        }
    }

    private static Locator row(Visit visit, String id) {
        return visit.rows().filter(new Locator.FilterOptions().setHasText(id));
    }

    private static Locator.FilterOptions having(Pattern text) {
        return new Locator.FilterOptions().setHasText(text);
    }

    @Test
    void resultsAreThereWithTheFirstLetters() {
        try (Visit visit = visit(Look.WIDE_LIGHT, "#/")) {
            assertThat(visit.rows().first()).isVisible();
            visit.type("bo");
            assertThat(visit.rows().first()).containsText("library.");
            visit.type("rr");
            assertThat(visit.rows().first()).containsText("library.borrowBook");
            visit.press("Enter");
            assertThat(visit.page().locator("h1")).containsText("library.borrowBook");
            visit.page().goBack();
            assertThat(visit.page().locator("#search")).hasValue("borr");
        }
    }

    @Test
    void whatTheHandlerRefusesIsShownAtItsField() {
        try (Visit visit = operation("tasks.add")) {
            visit.run();
            assertThat(visit.output()).containsText("VALIDATION_ERROR");
            assertThat(visit.page().locator(".field-error"))
                    .hasText("should have 1 to 200 characters but has 0");
            visit.field("title").fill("Buy milk");
            assertThat(visit.page().locator(".field-error")).hasCount(0);
            visit.run();
            assertThat(visit.output()).containsText("Buy milk");
        }
    }

    @Test
    void whatAnApiSaysAboutItsErrorIsReadAtOnce() {
        try (Visit visit = operation("library.getBook")) {
            assertThat(visit.page().locator(".head")).containsText("GET /books/{isbn}");
            visit.field("isbn").fill("999");
            visit.run();
            assertThat(visit.output().locator(".note"))
                    .hasText(Pattern.compile("HTTP 404: Not Found\\s*There is no book 999"));
            visit.page().navigate(hub.uri() + "/#/op/library.listBooks");
            assertThat(visit.page().locator("h1 .row-id")).containsText("listBooks");
            visit.page().locator(".workbench").waitFor();
            visit.run();
            visit.tab("Table").click();
            assertThat(visit.output()).containsText("Effective Java");
            picture(visit, "table-wide-light");
        }
    }

    @Test
    void anExampleOfTheSchemaCanBeRun() {
        try (Visit visit = operation("notes.add")) {
            assertThat(visit.page().locator(".head")).containsText("MCP tool add");
            visit.page().getByLabel("Fill the input").selectOption("example");
            assertThat(visit.field("title")).hasValue("title");
            visit.run();
            assertThat(visit.output()).containsText("title: \"title\"");
        }
    }

    @Test
    void aStreamShowsWhatHappensAndTheActivityWhoCalled() {
        OperationRegistry registry = hub.registry();
        // The first handler of a process takes a while until it listens, which a page cannot see.
        registry.execute("tasks.add", Map.of("title", "Task 0"));
        try (Subscription<JsonNode> first = registry.subscribe("tasks.watch", Map.of("since", 0))) {
            first.next();
        }
        try (Visit visit = operation("tasks.watch")) {
            visit.press("Control+Enter");
            assertThat(visit.output()).containsText("as soon as something happens");
            for (int i = 1; i <= 12; i++) {
                registry.execute("tasks.add", Map.of("title", "Task " + i));
                if (PICTURES) {
                    visit.page().waitForTimeout(100 + i * i % 7 * 150);
                }
            }
            assertThat(visit.output()).containsText("12 items");
            assertThat(visit.page().locator(".item-row").last()).containsText("Task 12");
            picture(visit, "stream-wide-light");
        }
        try (Visit visit = visit(Look.WIDE_LIGHT, "#/sources")) {
            assertThat(visit.page().getByLabel("All sources")).containsText("openapi");
            picture(visit, "sources-wide-light");
        }
        try (Visit visit = visit(Look.WIDE_DARK, "#/activity");
                McpClient client =
                        McpClient.connect(
                                McpServerOptions.url(hub.uri().resolve("/mcp")).build())) {
            client.callTool("library_listBooks", Json.parse("{}"));
            client.callTool("notes_list", Json.parse("{}"));
            Locator calls = visit.page().getByLabel("Recent calls");
            assertThat(calls).containsText("tasks.add");
            // Calls within the process take less than a millisecond, and are not shown as 0.
            Locator times = calls.locator("td.number");
            assertThat(times.first()).hasText(Pattern.compile("^\\d[\\d.]* (µs|ms|s)$"));
            assertThat(times.filter(having(Pattern.compile("^0(\\.0)? ")))).hasCount(0);
            assertThat(calls).containsText("mcp");
            assertThat(visit.page().locator(".plot").first()).not().containsText("no data");
            picture(visit, "activity-wide-dark");
        }
    }
}
