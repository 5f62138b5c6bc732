package dev.alkdev.operations.http;

import static dev.alkdev.operations.http.RestServer.json;
import static dev.alkdev.operations.http.RestServer.problem;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.openapi.DocumentSource;
import dev.alkdev.operations.openapi.HttpServiceOptions;
import dev.alkdev.operations.openapi.OpenApiSource;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.testkit.LeakCheck;
import dev.alkdev.operations.web.HttpSender;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

@ExtendWith(LeakCheck.class)
class ListingTest {
    private RestServer server;
    private OperationRegistry registry;

    @BeforeAll
    static void startWhatTheProcessShares() {
        assertThat(HttpSender.shared()).isNotNull();
    }

    @BeforeEach
    void start(OperationRegistry registry) {
        this.registry = registry;
        Tasks.in(registry);
        server =
                RestServer.serving(
                        RestGateway.over(registry)
                                .authenticator(
                                        request ->
                                                request.getHeader("Authorization") == null
                                                        ? Caller.anonymous()
                                                        : Caller.of(
                                                                Identity.of("ann", "tasks:secret")))
                                .sources(
                                        () ->
                                                List.of(
                                                        source(
                                                                "tasks",
                                                                OperationSource.Status.State.READY),
                                                        source(
                                                                "shop",
                                                                OperationSource.Status.State
                                                                        .FAILED))));
    }

    private static SourceEntry source(String name, OperationSource.Status.State state) {
        String error = state == OperationSource.Status.State.FAILED ? "no route" : null;
        return new SourceEntry(name, "openapi", new OperationSource.Status(state, 3, error));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void itListsWhatIsLeftOutOfADocument(OperationRegistry registry) {
        OpenApiSource source =
                OpenApiSource.of(
                        DocumentSource.text(
                                """
                                openapi: 3.1.0
                                info: {title: Pets, version: "1"}
                                servers: [{url: "http://127.0.0.1:1"}]
                                paths:
                                  /a: {purge: {responses: {}}}
                                  /b: {$ref: "#/nowhere"}
                                """),
                        HttpServiceOptions.of("pets"));
        source.start(registry);
        SourceEntry entry = new SourceEntry("pets", "openapi", source.status());

        try (RestServer listing =
                RestServer.serving(RestGateway.over(registry).sources(() -> List.of(entry)))) {
            assertThat(json(listing.get("/operations")).at("/sources/0/leftOut").propertyNames())
                    .containsExactly("/paths/~1a/purge", "/paths/~1b");
        }
        source.close();
    }

    private List<String> ids(String query, String... headers) {
        List<String> ids = new ArrayList<>();
        json(server.get("/operations" + query, headers))
                .get("operations")
                .forEach(operation -> ids.add(operation.get("id").asString()));
        return ids;
    }

    @Test
    void aSpecTellsTheDriftOfItsOperationOnceThereIsAny() {
        registry.register(
                OperationSpec.query("test.drifts")
                        .output(
                                Schema.parse(
                                        """
                                        {"type": "object", "properties": {"n": {"type": "integer"}}}
                                        """))
                        .build(),
                (input, context) -> Json.parse("{\"n\": \"7\", \"more\": 1}"));

        assertThat(json(server.get("/operations/test.drifts/spec")).has("drift")).isFalse();
        registry.execute("test.drifts", Map.of());
        assertThat(json(server.get("/operations/test.drifts/spec")).get("drift"))
                .isEqualTo(
                        Json.parse(
                                """
                                {"normalized": 1, "mismatched": 0, "stripped": 1,
                                 "defaulted": 0, "converted": 1, "replaced": 0}
                                """));
    }

    @Test
    void tellsOfEachOperationInShort() {
        JsonNode listing = json(server.get("/operations?text=adds"));
        assertThat(listing)
                .isEqualTo(
                        Json.parse(
                                """
                                {"operations": [
                                   {"id": "tasks.add", "type": "query", "version": "1.0.0", "title": "Add",
                                    "summary": "Add", "description": "Adds two numbers", "tags": ["math"],
                                    "accessControl": {"requiredScopes": []}}],
                                 "sources": [
                                   {"name": "tasks", "kind": "openapi", "state": "ready", "operations": 3},
                                   {"name": "shop", "kind": "openapi", "state": "failed", "operations": 3,
                                    "error": "no route"}]}
                                """));
    }

    @Test
    void tellsWhatIsDeprecatedAndWhatIsNeeded() {
        registry.register(
                OperationSpec.mutation("old.thing")
                        .describedAs("Old")
                        .meta(Json.parse("{\"deprecated\": true}"))
                        .access(
                                AccessControl.requires("tasks:secret")
                                        .withAnyOf("tasks:secret", "b"))
                        .build(),
                (input, context) -> null);
        JsonNode listing = json(server.get("/operations?namespace=old", "Authorization", "x"));
        assertThat(listing.get("operations").get(0))
                .isEqualTo(
                        Json.parse(
                                """
                                {"id": "old.thing", "type": "mutation", "version": "1.0.0",
                                 "summary": "Old", "description": "Old", "deprecated": true,
                                 "accessControl": {"requiredScopes": ["tasks:secret"],
                                                   "requiredScopesAny": ["tasks:secret", "b"]}}
                                """));
    }

    @Test
    void isBriefIfAsked() {
        JsonNode listing = json(server.get("/operations?text=adds&brief=true"));
        assertThat(listing.get("operations").get(0))
                .isEqualTo(
                        Json.parse(
                                "{\"id\": \"tasks.add\", \"type\": \"query\", \"summary\":"
                                        + " \"Add\"}"));
    }

    @Test
    void tellsOfTheSourcesOnTheFirstPageOnly() {
        JsonNode first = json(server.get("/operations?limit=1"));
        String cursor = first.get("nextCursor").asString();
        JsonNode second = json(server.get("/operations?limit=1&cursor=" + cursor));

        assertThat(first.get("sources")).hasSize(2);
        assertThat(second.has("sources")).isFalse();
    }

    @Test
    void givesWholeSpecsIfAsked() {
        JsonNode listing = json(server.get("/operations?text=adds&schemas=true"));
        assertThat(listing.get("operations").get(0)).isEqualTo(registry.spec("tasks.add").toJson());
    }

    @Test
    void hasOnlyWhatTheCallerMayUse() {
        assertThat(ids("")).doesNotContain("tasks.secret");
        assertThat(ids("", "Authorization", "x")).contains("tasks.secret");
    }

    @Test
    void hasOnlyWhatCanBeCalled() {
        registry.registerSpec(OperationSpec.query("tasks.later").describedAs("").build());
        assertThat(ids("")).doesNotContain("tasks.later");
    }

    @Test
    void leavesOutWhatProcessesOfferEachOther() {
        registry.register(
                OperationSpec.query("services.list").describedAs("").build(),
                (input, context) -> null);
        assertThat(ids("?limit=10000")).contains("tasks.add").doesNotContain("services.list");
    }

    @Test
    void isFiltered() {
        assertThat(ids("?type=subscription"))
                .containsExactly("tasks.count", "tasks.letters", "tasks.resume", "tasks.silent");
        assertThat(ids("?tag=math")).containsExactly("tasks.add");
        assertThat(ids("?namespace=other")).isEmpty();
        assertThat(ids("?text=&namespace=tasks&type=mutation")).containsExactly("tasks.close");
    }

    @Test
    void isRankedForASearch() {
        JsonNode listing = json(server.get("/operations?search=sum+of+numbers+add&limit=2"));
        assertThat(listing.at("/operations/0/id").asString()).isEqualTo("tasks.add");
        assertThat(listing.get("operations").size()).isLessThanOrEqualTo(2);
        assertThat(listing.has("nextCursor")).isFalse();
        assertThat(listing.get("fitsWell").isBoolean()).isTrue();
        assertThat(ids("?search=add&type=subscription")).doesNotContain("tasks.add");
        assertThat(ids("?search=services")).doesNotContain("services.list");
    }

    @Test
    void aSearchFindsWhatTheCallerMayUseOnly() {
        registry.register(
                OperationSpec.query("tasks.hidden").title("Zeppelin").requires("zeppelin").build(),
                (input, context) -> null);
        assertThat(ids("?search=zeppelin")).isEmpty();
        assertThat(json(server.get("/operations?search=zeppelin")).get("fitsWell").asBoolean())
                .isFalse();
    }

    @Test
    void comesInPages() {
        List<String> all = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = json(server.get("/operations?limit=4&cursor=" + cursor));
            assertThat(page.get("operations").size()).isLessThanOrEqualTo(4);
            page.get("operations").forEach(each -> all.add(each.get("id").asString()));
            cursor = page.path("nextCursor").asString("");
        } while (!cursor.isEmpty());
        assertThat(all).isEqualTo(ids(""));
    }

    @Test
    void operationsAreListedByTheirSource() {
        registry.register(
                OperationBinding.of(OperationSpec.query("shop.find").build(), (input, context) -> 1)
                        .from(OperationBinding.Origin.named("shop")));
        assertThat(ids("?source=shop")).containsExactly("shop.find");
        assertThat(ids("?source=shop&search=find")).containsExactly("shop.find");
        assertThat(ids("?source=hub")).isNotEmpty().doesNotContain("shop.find");
        assertThat(ids("?source=elsewhere")).isEmpty();
        assertThat(json(server.get("/operations/shop.find/spec")).get("source").asString())
                .isEqualTo("shop");
        assertThat(json(server.get("/operations/tasks.add/spec")).has("source")).isFalse();
    }

    @Test
    void operationsAreListedByTheScopeThatTheyAskFor() {
        registry.register(
                OperationSpec.query("shop.secret").requires("tasks:secret").build(),
                (input, context) -> 1);
        JsonNode listed =
                json(
                        server.get(
                                "/operations?scope=tasks:secret&namespace=shop",
                                "Authorization",
                                "Bearer x"));
        assertThat(listed.get("operations").findValuesAsString("id"))
                .containsExactly("shop.secret");
        assertThat(ids("?scope=none")).contains("tasks.add");
        assertThat(ids("?scope=tasks:secret")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "limit=0 | limit should be from 1 to 10000 but is \"0\"",
                "limit=many | limit should be from 1 to 10000 but is \"many\"",
                "type=tool | operation type should be query, mutation or subscription but is"
                        + " \"tool\"",
                "cursor=zzz | cursor should be the nextCursor of a listing's page",
                "cursor=tasks.add | cursor should be the nextCursor of a listing's page",
                "schemas=maybe | schemas should be true or false but is \"maybe\"",
                "page=2 | there is no parameter \"page\"; supported: search, text, namespace,"
                        + " type, tag, source, scope, limit, cursor, schemas and brief"
            })
    void wrongParametersAreRefused(String query, String detail) {
        JsonNode problem = problem(server.get("/operations?" + query));
        assertThat(problem.get("status").asInt()).isEqualTo(422);
        assertThat(problem.get("detail").asString()).isEqualTo(detail);
    }
}
