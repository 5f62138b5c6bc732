package dev.alkdev.operations.examples.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;

import dev.alkdev.operations.mcp.McpClient;
import dev.alkdev.operations.mcp.McpServerOptions;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.regex.Pattern;

class ActivityTest {
    @AutoClose private static ConsoleHub hub;
    @AutoClose private static Chromium chromium;

    @BeforeAll
    static void start() {
        chromium = Chromium.open();
        hub = ConsoleHub.started("");
    }

    private static void call(String id, String input) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(hub.uri().resolve("/operations/" + id))
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(input))
                        .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            client.send(request, BodyHandlers.discarding());
        }
    }

    private static Visit activity(Look look) {
        Visit visit = chromium.visit(look).open(hub.uri(), "#/activity");
        assertThat(visit.page().getByLabel("Calls", exact()).getByRole(AriaRole.STATUS))
                .hasText("live");
        return visit;
    }

    private static Page.GetByLabelOptions exact() {
        return new Page.GetByLabelOptions().setExact(true);
    }

    private static Locator calls(Visit visit) {
        return visit.page().getByLabel("Recent calls").locator("tbody tr");
    }

    @Test
    void callsAppearAsTheyHappen() throws Exception {
        try (Visit visit = activity(Look.WIDE_LIGHT)) {
            call("shop.order", "{\"customer\": 1}");
            Locator newest = calls(visit).filter(having("VALIDATION_ERROR")).first();
            assertThat(newest).containsText("shop.order");
            assertThat(newest).containsText("anonymous");
            assertThat(newest).containsText("rest");
            visit.isNotWiderThanTheWindow();
        }
    }

    private static Locator.FilterOptions having(String text) {
        return new Locator.FilterOptions().setHasText(text);
    }

    @Test
    void nestedCallsAreATreeAndDriftIsCounted() throws Exception {
        call("shop.report", "{}");
        try (Visit visit = activity(Look.SMALL_LIGHT)) {
            visit.tab("Call tree").click();
            Locator tree = visit.page().locator(".call-tree");
            assertThat(tree.locator("li li").first()).containsText("shop.articles");
            assertThat(tree).containsText("shop.report");
            visit.tab("Operations").click();
            Locator row =
                    visit.page()
                            .getByLabel("Figures by operation")
                            .locator("tbody tr")
                            .filter(having("shop.report"));
            assertThat(row.locator("td").last()).hasText(Pattern.compile("[1-9]\\d*"));
            visit.isNotWiderThanTheWindow();
        }
    }

    @Test
    void callsAreFilteredByOperationAndOutcome() throws Exception {
        call("shop.articles", "{}");
        call("shop.order", "{}");
        try (Visit visit = activity(Look.WIDE_DARK)) {
            assertThat(calls(visit).filter(having("shop.articles")).first()).isVisible();
            visit.page().getByLabel("Outcome").selectOption("error");
            assertThat(calls(visit).filter(having("shop.articles"))).hasCount(0);
            assertThat(calls(visit).filter(having("shop.order")).first()).isVisible();
            visit.page().getByLabel("Outcome").selectOption("");
            visit.page().getByLabel("Operation", exact()).fill("shop.art*");
            visit.press("Enter");
            assertThat(calls(visit).filter(having("shop.articles")).first()).isVisible();
            assertThat(calls(visit).filter(having("shop.order"))).hasCount(0);
        }
    }

    @Test
    void callsAreFilteredByCaller() throws Exception {
        call("shop.articles", "{}");
        hub.registry().execute("shop.articles", Map.of());
        try (Visit visit = activity(Look.SMALL_LIGHT)) {
            assertThat(calls(visit).filter(having("anonymous")).first()).isVisible();
            visit.page().getByLabel("Caller").fill("trusted");
            visit.press("Enter");
            assertThat(calls(visit).filter(having("anonymous"))).hasCount(0);
            assertThat(calls(visit).filter(having("trusted")).first())
                    .containsText("shop.articles");
            visit.page().getByLabel("Caller").fill("nobody");
            visit.press("Enter");
            assertThat(visit.page().getByText("No call fits the filter")).isVisible();
        }
    }

    @Test
    void aCallOverMcpIsShownWithItsGateway() {
        try (Visit visit = activity(Look.WIDE_LIGHT);
                McpClient client =
                        McpClient.connect(
                                McpServerOptions.url(hub.uri().resolve("/mcp")).build())) {
            client.callTool("shop_report", Json.parse("{}"));
            Locator call =
                    calls(visit)
                            .filter(having("shop.report"))
                            .filter(
                                    new Locator.FilterOptions()
                                            .setHas(
                                                    visit.page()
                                                            .getByRole(
                                                                    AriaRole.CELL,
                                                                    new Page.GetByRoleOptions()
                                                                            .setName("mcp")
                                                                            .setExact(true))));
            assertThat(call.first()).containsText("ok");
        }
    }

    @Test
    void latencyAndErrorsAreCurves() throws Exception {
        call("shop.articles", "{}");
        try (Visit visit = activity(Look.WIDE_LIGHT)) {
            Locator latency = visit.page().locator(".plot svg").first();
            assertThat(latency)
                    .hasAttribute("aria-label", Pattern.compile("Latency: p50 .*, p95 .*, p99 .*"));
            assertThat(visit.page().locator(".plot").nth(1)).not().containsText("no data");
        }
    }
}
