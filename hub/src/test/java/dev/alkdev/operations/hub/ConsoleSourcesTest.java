package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.redis.RedisLink;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.TestRedis;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.time.Duration;

/** What the console shows of sources, links and the catalog. */
@Timeout(120)
class ConsoleSourcesTest {
    @TempDir private Path folder;

    private static JsonNode source(JsonNode all, String name) {
        return all.get("sources")
                .valueStream()
                .filter(each -> each.get("name").asString().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aSourceHasItsStateItsOperationsAndNoSecrets() throws Exception {
        String config =
                HubFixtures.TEST_SOURCE
                        + """
                          - name: api
                            type: openapi
                            document:
                              url: http://user:hidden@127.0.0.1:1/openapi.json?key=hidden
                              headers: {X-Key: hidden}
                        """;
        long before = System.currentTimeMillis();
        try (Hub hub = HubFixtures.started(config);
                ConsoleClient client = new ConsoleClient(hub)) {
            JsonNode all = client.json("/sources");

            JsonNode test = source(all, "test");
            assertThat(test.get("type").asString()).isEqualTo("provider");
            assertThat(test.get("state").asString()).isEqualTo("ready");
            assertThat(test.get("since").asLong()).isGreaterThanOrEqualTo(before);
            assertThat(test.get("error").isNull()).isTrue();
            assertThat(test.get("lastFailure").isNull()).isTrue();
            assertThat(test.get("latency").isNull()).isTrue();
            assertThat(test.get("leftOut")).isEmpty();
            JsonNode api = source(all, "api");
            assertThat(api.get("state").asString()).isEqualTo("failed");
            assertThat(api.get("error").asString()).isNotEmpty();
            assertThat(api.at("/lastFailure/message")).isEqualTo(api.get("error"));
            assertThat(api.at("/lastFailure/at").asLong()).isGreaterThanOrEqualTo(before);
            assertThat(api.get("address").asString())
                    .isEqualTo("http://***@127.0.0.1:1/openapi.json?***");
            assertThat(all.toString()).doesNotContain("hidden");
            JsonNode one = client.json("/sources/test");
            assertThat(one.get("operationIds"))
                    .as("all but what needs a scope")
                    .hasSize(test.get("operations").asInt() - 1)
                    .contains(Json.parse("\"test.echo\""));
            assertThat(client.get("/sources/nobody").statusCode()).isEqualTo(404);
            assertThat(client.get("/sources/").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void anMcpServerShowsItsErrorOutputToThoseWhoInspect() throws Exception {
        String config =
                "tokens:\n"
                        + HubFixtures.token("ann", "ann-token")
                        + HubFixtures.token("eve", "eve-token", "hub:inspect")
                        + "sources:\n"
                        + LockingServer.source(folder.resolve("lock"), "one", "");
        try (Hub hub = HubFixtures.started(config);
                ConsoleClient ann = ConsoleClient.signedIn(hub, "ann-token");
                ConsoleClient eve = ConsoleClient.signedIn(hub, "eve-token")) {
            JsonNode seen = source(eve.json("/sources"), "locking");
            JsonNode less = source(ann.json("/sources"), "locking");

            assertThat(seen.get("stderr")).isEmpty();
            assertThat(seen.get("address").asString()).doesNotContain("lock ");
            assertThat(seen.get("resources").asInt()).isZero();
            assertThat(seen.get("prompts").asInt()).isZero();
            assertThat(less.has("stderr")).isFalse();
            assertThat(less.has("address")).isFalse();
            assertThat(less.get("state").asString()).isEqualTo("ready");
            eve.call("locking.tools_die", "{}");
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> isReady(source(eve.json("/sources"), "locking")));
            JsonNode recovered = source(eve.json("/sources"), "locking");
            assertThat(recovered.get("stderr").toString()).isEqualTo("[\"told to die\"]");
        }
    }

    /** Again: a source that is about to start anew is not. */
    private static boolean isReady(JsonNode source) {
        return source.get("state").asString().equals("ready") && !source.get("stderr").isEmpty();
    }

    @Test
    void linkedProgramsAreListedWithWhatTheyOffer() throws Exception {
        OperationRegistry offered = OperationRegistry.create();
        offered.register(
                OperationBinding.of(
                        OperationSpec.query("spoke.hello").build(), (input, context) -> "hello"));
        try (Hub hub = HubFixtures.started(HubFixtures.TEST_SOURCE);
                ConsoleClient client = new ConsoleClient(hub)) {
            assertThat(client.json("/sources").get("links")).isEmpty();
            try (Peer peer = HubFixtures.linked(hub, "", offered)) {
                assertThat(peer.isUp()).isTrue();
                await().atMost(Duration.ofSeconds(20))
                        .until(() -> client.json("/sources").at("/links/0/offers").asInt() == 1);

                JsonNode link = client.json("/sources").at("/links/0");

                assertThat(link.get("kind").asString()).isEqualTo("websocket");
                assertThat(link.get("direction").asString()).isEqualTo("in");
                assertThat(link.get("peer").asString()).isEqualTo("anonymous");
                assertThat(link.get("operations").toString()).isEqualTo("[\"spoke.hello\"]");
                assertThat(client.json("/facets").get("sources"))
                        .contains(Json.parse("{\"name\": \"link\", \"count\": 1}"));
            }
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> client.json("/sources").get("links").isEmpty());
        }
    }

    @Test
    void aHubThatThisOneLinksToIsListedUpOrDown() throws Exception {
        int port;
        try (Hub other = HubFixtures.started(HubFixtures.TEST_SOURCE)) {
            port = other.uri().getPort();
            String config =
                    """
                    sources:
                      - {name: other, type: peer, url: "ws://127.0.0.1:%d/link"}
                    """
                            .formatted(port);
            try (Hub hub = HubFixtures.started(config);
                    ConsoleClient client = new ConsoleClient(hub)) {
                await().atMost(Duration.ofSeconds(30))
                        .until(() -> client.json("/sources").at("/links/0/offers").asInt() > 0);
                JsonNode link = client.json("/sources").at("/links/0");
                assertThat(link.get("direction").asString()).isEqualTo("out");
                assertThat(link.get("source").asString()).isEqualTo("other");
                assertThat(link.get("up").asBoolean()).isTrue();
                assertThat(link.get("operations")).contains(Json.parse("\"test.echo\""));

                other.close();

                await().atMost(Duration.ofSeconds(30))
                        .until(() -> !client.json("/sources").at("/links/0/up").asBoolean());
            }
        }
    }

    @Test
    void theWorkersOnRedisAreListedWithWhatEachOffersToThoseWhoMayUseIt() throws Exception {
        String engine = "engine: {type: redis, url: \"%s\", prefix: console-%s}\n";
        String joined = engine.formatted(TestRedis.url(), System.nanoTime());
        OperationRegistry offered = OperationRegistry.create();
        offered.register(
                OperationBinding.of(
                        OperationSpec.query("worker.hello").build(), (input, context) -> "hello"));
        offered.register(
                OperationBinding.of(
                        OperationSpec.query("worker.secret").requires("secret:read").build(),
                        (input, context) -> "secret"));
        String prefix = joined.replaceAll("(?s).*prefix: (.*)}.*", "$1");
        try (Hub hub = HubFixtures.started(joined);
                ConsoleClient client = new ConsoleClient(hub)) {
            assertThat(client.json("/sources").get("links")).isEmpty();
            RedisLink link = RedisLink.to(TestRedis.url().toString()).prefix(prefix).build();
            try (Peer worker = Peer.over(link, offered)) {
                assertThat(worker.isUp()).isTrue();
                await().atMost(Duration.ofSeconds(30))
                        .until(() -> !client.json("/sources").at("/links/0/operations").isEmpty());

                JsonNode shown = client.json("/sources").at("/links/0");

                assertThat(shown.get("kind").asString()).isEqualTo("redis");
                assertThat(shown.get("direction").asString()).isEqualTo("shared");
                assertThat(shown.get("offers").asInt()).isEqualTo(2);
                assertThat(shown.get("operations").toString()).isEqualTo("[\"worker.hello\"]");
            }
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> client.json("/sources").get("links").isEmpty());
        }
    }

    @Test
    void facetsCountWhatIsSearchedFor() throws Exception {
        try (Hub hub = HubFixtures.started(HubFixtures.TEST_SOURCE);
                ConsoleClient client = new ConsoleClient(hub)) {
            JsonNode all = client.json("/facets");
            JsonNode echo = client.json("/facets?search=gives+back+what+it+got");

            assertThat(all.get("total").asInt())
                    .as("all but what needs a scope")
                    .isEqualTo(hub.registry().size() - 1);
            assertThat(all.get("namespaces").toString())
                    .isEqualTo("[{\"name\":\"test\",\"count\":" + all.get("total") + "}]");
            assertThat(all.get("types"))
                    .extracting(each -> each.get("name").asString())
                    .containsExactly("query", "mutation", "subscription");
            assertThat(echo.get("tags").toString()).isEqualTo("[{\"name\":\"plain\",\"count\":1}]");
        }
    }

    @Test
    void anInputIsCheckedWithTheMessagesOfACallAndWithoutOne() throws Exception {
        try (Hub hub = HubFixtures.started(HubFixtures.TEST_SOURCE);
                ConsoleClient client = new ConsoleClient(hub)) {
            JsonNode checked =
                    Json.parse(client.post("/check/test.square", "{\"n\": \"x\"}").body());
            JsonNode called = Json.parse(client.call("test.square", "{\"n\": \"x\"}").body());

            assertThat(checked.at("/errors/0/pointer").asString()).isEqualTo("/n");
            assertThat(checked.at("/errors/0/message"))
                    .isEqualTo(called.at("/details/errors/0/message"));
            assertThat(client.post("/check/test.square", "{\"n\": 1}").body())
                    .isEqualTo("{\"errors\":[]}");
            assertThat(client.post("/check/no.such", "{}").statusCode()).isEqualTo(404);
            assertThat(client.post("/check/test.square", "{").statusCode()).isEqualTo(400);
            assertThat(client.get("/check/test.square").statusCode()).isEqualTo(405);
            assertThat(client.json("/activity").get("calls")).hasSize(1);
        }
    }
}
