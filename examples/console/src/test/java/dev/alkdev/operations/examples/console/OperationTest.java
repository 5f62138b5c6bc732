package dev.alkdev.operations.examples.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.FilePayload;
import com.microsoft.playwright.options.SelectOption;

import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Pattern;

class OperationTest {
    private static final String ORDER =
            "{\"customer\":\"Ann\",\"items\":[{\"article\":\"Tea\"}],\"payment\":{\"kind\":\"cash\"}}";

    @AutoClose private static ConsoleHub hub;
    @AutoClose private static Chromium chromium;

    @BeforeAll
    static void start() {
        chromium = Chromium.open();
        hub = ConsoleHub.started("");
    }

    private static Visit operation(String id, Look look) {
        Visit visit = chromium.visit(look).open(hub.uri(), "#/op/" + id);
        visit.page().locator(".workbench").waitFor();
        return visit;
    }

    private static Visit operation(String id) {
        return operation(id, Look.WIDE_LIGHT);
    }

    private static Locator editor(Visit visit) {
        return visit.page().getByLabel("Input as JSON");
    }

    private static JsonNode json(Visit visit) {
        visit.tab("JSON").click();
        JsonNode value = Json.parse(editor(visit).inputValue());
        visit.tab("Form").click();
        return value;
    }

    private static void fill(Visit visit, String json) {
        visit.tab("JSON").click();
        editor(visit).fill(json);
        visit.tab("Form").click();
    }

    @Test
    void theDescriptionIsRenderedAndTheSchemaIsATree() {
        try (Visit visit = operation("shop.order")) {
            Locator text = visit.page().locator(".description");
            assertThat(text.locator("em")).hasText("articles");
            assertThat(text.locator("li")).hasCount(2);
            assertThat(text.locator("code")).hasText("shop.articles");
            assertThat(text.locator("a")).hasAttribute("rel", "noopener noreferrer");
            Locator schema = visit.page().locator(".schema");
            assertThat(schema).containsText("customer");
            assertThat(schema).containsText("minLength 3");
            assertThat(schema).containsText("\"low\", \"normal\", \"high\"");
            assertThat(schema).containsText("street");
            visit.button("Close address").click();
            assertThat(schema).not().containsText("street");
            visit.tab("Errors").click();
            assertThat(visit.page().locator(".errors-declared")).containsText("SOLD_OUT");
        }
    }

    /** Seen at every change of the page, however short it is shown. */
    @Test
    void theInputOfOneOperationIsNeverShownUnderTheNameOfAnother() {
        try (Visit visit = operation("shop.order")) {
            assertThat(visit.field("customer")).isVisible();
            visit.page()
                    .evaluate(
                            "() => { window.shown = new Set(); new MutationObserver(() =>"
                                + " window.shown.add(  "
                                + " document.querySelector('h1')?.innerText.trim() + ': '     +"
                                + " (document.querySelector('.workbench') !== null)     +"
                                + " (document.querySelector('[name=customer], [id*=customer]') !=="
                                + " null))) .observe(document.body, {subtree: true, childList:"
                                + " true});}");
            visit.page().navigate(hub.uri() + "/#/op/shop.articles");
            assertThat(visit.page().locator("h1")).containsText("shop.articles");
            visit.page().locator(".workbench").waitFor();
            visit.run();
            assertThat(visit.page().evaluate("[...window.shown]").toString())
                    .contains("shop.articles: truefalse")
                    .doesNotContain("shop.articles: truetrue");
        }
    }

    @Test
    void theFormAndTheJsonAreTwoViewsOfOneInput() {
        try (Visit visit = operation("shop.order")) {
            visit.field("customer").fill("Ann");
            visit.field("priority").selectOption(new SelectOption().setLabel("high"));
            visit.field("gift").selectOption(new SelectOption().setLabel("true"));
            visit.button("Add to items").click();
            visit.field("article").fill("Tea");
            visit.field("count").fill("2");
            visit.page()
                    .getByLabel("Kind of payment")
                    .selectOption(new SelectOption().setLabel("Cash"));
            visit.field("change").fill("1.50");
            visit.button("note is null").click();
            visit.field("deliverOn").fill("2026-12-24");
            visit.button("Set address").click();
            visit.field("city").fill("Bern");
            visit.page().getByLabel("Add a member to labels").isHidden();
            assertThat(json(visit))
                    .isEqualTo(
                            Json.parse(
                                    """
                                    {"customer": "Ann", "items": [{"article": "Tea", "count": 2}],
                                     "payment": {"kind": "cash", "change": 1.50}, "priority": "high", "gift": true,
                                     "note": null, "deliverOn": "2026-12-24", "address": {"city": "Bern"}}
                                    """));
            fill(visit, ORDER);
            assertThat(visit.field("customer")).hasValue("Ann");
            assertThat(visit.field("article")).hasValue("Tea");
            assertThat(visit.page().getByLabel("Kind of payment")).hasValue("1");
            visit.button("Remove items 1").click();
            assertThat(json(visit).get("items")).isEqualTo(Json.parse("[]"));
        }
    }

    @Test
    void filesDatesAndFreeMembersHaveFields() {
        try (Visit visit = operation("shop.order", Look.SMALL_LIGHT)) {
            fill(visit, ORDER);
            visit.page()
                    .getByLabel("File for attachment")
                    .setInputFiles(
                            new FilePayload(
                                    "a.txt",
                                    "text/plain",
                                    "hello".getBytes(StandardCharsets.UTF_8)));
            assertThat(visit.field("attachment")).hasValue("aGVsbG8=");
            visit.field("remindAt").fill("2026-12-24T10:00:30");
            visit.button("Set labels").click();
            visit.page().getByLabel("Add a member to labels").fill("colour");
            visit.press("Enter");
            visit.field("colour").fill("red");
            JsonNode value = json(visit);
            assertThat(value.get("attachment").asString()).isEqualTo("aGVsbG8=");
            assertThat(value.get("remindAt").asString()).startsWith("2026-12-24T").endsWith("Z");
            assertThat(value.get("labels")).isEqualTo(Json.parse("{\"colour\": \"red\"}"));
            visit.isNotWiderThanTheWindow();
        }
    }

    @Test
    void theHubSaysWhatIsWrongWhileOneTypes() {
        try (Visit visit = operation("shop.order")) {
            fill(visit, ORDER);
            visit.field("customer").fill("An");
            Locator wrong = visit.page().locator("[id='field.customer-error']");
            assertThat(wrong).hasText("must have at least 3 characters, has 2, got \"An\"");
            assertThat(visit.field("customer")).hasAttribute("aria-invalid", "true");
            visit.field("customer").fill("Ann");
            assertThat(wrong).hasCount(0);
            visit.tab("JSON").click();
            editor(visit).fill("{\"customer\": ");
            assertThat(visit.page().getByLabel("Problems of the input")).containsText("JSON");
            assertThat(visit.button("Run")).isDisabled();
        }
    }

    @Test
    void aCallRunsByTheKeyboardAndKeepsEveryDigit() {
        try (Visit visit = operation("shop.order")) {
            fill(visit, ORDER);
            visit.run();
            assertThat(visit.output()).containsText("checksum: 9007199254740993");
            assertThat(visit.output()).containsText("number: 17");
            visit.tab("Raw").click();
            assertThat(visit.output().locator("pre")).containsText("9007199254740993");
            visit.tab("Envelope").click();
            assertThat(visit.output()).containsText("operationId: \"shop.order\"");
            assertThat(visit.output()).containsText("x-request-id");
            assertThat(visit.button("Run again")).isVisible();
            visit.run();
        }
    }

    @Test
    void aDeclaredErrorIsShownWithItsCode() {
        try (Visit visit = operation("shop.order", Look.WIDE_DARK)) {
            fill(
                    visit,
                    ORDER.replace(
                            "{\"article\":\"Tea\"}",
                            "{\"article\":\"Tea\"},".repeat(5) + "{\"article\":\"Tea\"}"));
            visit.run();
            assertThat(visit.output()).containsText("SOLD_OUT");
            assertThat(visit.output()).containsText("There are not so many");
        }
    }

    @Test
    void aListOfObjectsIsATableThatCanBeSorted() {
        try (Visit visit = operation("shop.articles")) {
            visit.run();
            Locator first = visit.output().locator("tbody tr td").first();
            assertThat(visit.output().locator("tbody tr")).hasCount(3);
            assertThat(first).hasText("Tea");
            visit.button("article").click();
            assertThat(first).hasText("Cocoa");
            visit.button("article").click();
            assertThat(first).hasText("Tea");
        }
    }

    @Test
    void whatNormalizationChangedIsShown() {
        try (Visit visit = operation("shop.report")) {
            visit.run();
            assertThat(visit.output()).containsText("which were removed: /internal");
            visit.tab("Changed (3)").click();
            Locator changes = visit.output().locator("tbody");
            assertThat(changes).containsText(Pattern.compile("/sold\\s*converted"));
            assertThat(changes).containsText(Pattern.compile("/internal\\s*stripped"));
            assertThat(changes).containsText(Pattern.compile("/currency\\s*defaulted"));
        }
    }

    @Test
    void picturesSoundsAndResourcesAreShown() {
        try (Visit visit = operation("media.show")) {
            visit.run();
            Locator picture = visit.output().getByAltText("Image of the result");
            assertThat(picture).isVisible();
            assertThat(picture.evaluate("image => image.decode().then(() => image.naturalWidth)"))
                    .isEqualTo(1);
            assertThat(visit.output().locator("audio")).isVisible();
            assertThat(visit.output()).containsText("file:///log.txt");
            assertThat(visit.output().locator("em")).hasText("caption");
        }
    }

    @Test
    void cancellingACallInterruptsItsHandler() {
        try (Visit visit = operation("shop.slow")) {
            visit.press("Control+Enter");
            await().atMost(Duration.ofSeconds(60)).until(() -> hub.shop().slow.get() == 1);
            visit.press("Escape");
            assertThat(visit.output()).containsText("You cancelled the call");
            await().atMost(Duration.ofSeconds(60)).until(() -> hub.shop().slow.get() == 0);
        }
    }

    @Test
    void theSameCallIsGivenForOtherPlaces() {
        try (Visit visit = operation("shop.order")) {
            fill(visit, ORDER);
            visit.tab("Copy as code").click();
            Locator code = visit.page().locator(".details");
            assertThat(code).containsText("curl '" + hub.uri() + "/operations/shop.order'");
            assertThat(code).containsText("-d '" + ORDER + "'");
            assertThat(code).containsText("operations call shop.order");
            assertThat(code).containsText("registry.execute(\"shop.order\"");
            assertThat(code).containsText("\"url\": \"" + hub.uri() + "/mcp\"");
            visit.button("Copy as curl").click();
            assertThat(visit.button("Copied")).isVisible();
            assertThat(visit.page().evaluate("navigator.clipboard.readText()").toString())
                    .startsWith("curl ");
        }
    }

    @Test
    void anExampleComesFromTheSchemaAndTheLastInputsStayInTheBrowser() {
        try (Visit visit = operation("shop.order")) {
            Locator fill = visit.page().getByLabel("Fill the input");
            fill.selectOption("example");
            JsonNode example = json(visit);
            assertThat(example.get("priority").asString()).isEqualTo("normal");
            assertThat(example.get("address").has("city")).isTrue();
            assertThat(example.get("items").get(0).get("count").asInt()).isEqualTo(1);
            fill(visit, ORDER);
            visit.run();
            visit.page().reload();
            assertThat(visit.field("customer")).hasValue("Ann");
            fill.selectOption("empty");
            assertThat(visit.field("customer")).hasValue("");
            fill.selectOption("0");
            assertThat(visit.field("customer")).hasValue("Ann");
        }
    }

    @Test
    void anUnknownOperationIsSaidToBeUnknown() {
        try (Visit visit = chromium.visit(Look.WIDE_LIGHT).open(hub.uri(), "#/op/no.such")) {
            assertThat(visit.page().getByRole(com.microsoft.playwright.options.AriaRole.ALERT))
                    .containsText("there is no operation no.such");
        }
    }
}
