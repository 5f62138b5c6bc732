package dev.alkdev.operations.examples.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Operation;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.code.AgentTool;
import dev.alkdev.operations.code.AgentTools;
import dev.alkdev.operations.code.Clients;
import dev.alkdev.operations.code.Operations;
import dev.alkdev.operations.code.Query;
import dev.alkdev.operations.langchain4j.OperationToolProvider;
import dev.alkdev.operations.mcp.McpServerOptions;
import dev.alkdev.operations.mcp.McpSource;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.redis.RedisLink;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.TestRedis;
import dev.alkdev.operations.websocket.WebSocketClientLink;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolProviderRequest;

import io.micrometer.core.instrument.MeterRegistry;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;

/** The application as it is, on Tomcat, called by its two users and by nobody. */
@Timeout(120)
class ShopApplicationTest {
    private static final String ANN = basic("ann:ann-secret");
    private static final String BOB = basic("bob:bob-secret");
    private static final String BOLTS = "{\"part\": \"bolt\", \"pieces\": 50}";

    private static StockApi stock;
    private static ConfigurableApplicationContext application;
    private static HttpClient http;

    @BeforeAll
    static void start() {
        stock = new StockApi();
        application =
                SpringApplication.run(
                        ShopApplication.class,
                        "--server.port=0",
                        "--server.address=127.0.0.1",
                        "--stock.url=" + stock.url());
        http = HttpClient.newHttpClient();
    }

    @AfterAll
    static void stop() {
        http.close();
        application.close();
        stock.close();
    }

    private static String basic(String user) {
        return "Basic " + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8));
    }

    private static URI uri(String path) {
        return URI.create(
                "http://127.0.0.1:"
                        + application.getEnvironment().getProperty("local.server.port")
                        + path);
    }

    private static HttpRequest.Builder request(String path, String user) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path));
        return user.isEmpty() ? request : request.header("Authorization", user);
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpResponse<String> call(String operation, String input, String user)
            throws Exception {
        return send(
                request("/api/operations/" + operation, user)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(input)));
    }

    private static String place() throws Exception {
        return Json.parse(call("orders.place", BOLTS, ANN).body()).path("id").asString();
    }

    @Nested
    class OverRest {
        @Test
        void whoMayPlacesAnOrderFromWhatTheStockHas() throws Exception {
            HttpResponse<String> placed = call("orders.place", BOLTS, ANN);

            assertThat(placed.statusCode()).as(placed.body()).isEqualTo(200);
            ObjectNode order = (ObjectNode) Json.parse(placed.body());
            order.remove("id");
            assertThat(order)
                    .isEqualTo(
                            Json.parse("{\"part\":\"bolt\",\"pieces\":40,\"customer\":\"ann\"}"));
        }

        @Test
        void whoMayNotIsRefused() throws Exception {
            HttpResponse<String> refused = call("orders.place", BOLTS, BOB);

            assertThat(refused.statusCode()).isEqualTo(403);
            assertThat(Json.parse(refused.body()).path("code").asString())
                    .isEqualTo("ACCESS_DENIED");
        }

        @Test
        void whoIsUnknownIsAskedWho() throws Exception {
            assertThat(call("orders.get", "{\"id\": \"A\"}", "").statusCode()).isEqualTo(401);
            assertThat(call("orders.get", "{\"id\": \"A\"}", basic("ann:wrong")).statusCode())
                    .isEqualTo(401);
        }

        @Test
        void aDeclaredErrorHasItsStatus() throws Exception {
            HttpResponse<String> missing = call("orders.get", "{\"id\": \"Z\"}", BOB);

            assertThat(missing.statusCode()).isEqualTo(404);
            assertThat(Json.parse(missing.body()).path("detail").asString())
                    .isEqualTo("There is no order Z");
        }

        @Test
        void aSubscriptionIsAStreamOfEvents() throws Exception {
            String id = place();

            HttpResponse<String> events =
                    send(
                            request("/api/operations/orders.export", BOB)
                                    .header("Accept", "text/event-stream"));

            assertThat(events.body()).contains("\"id\":\"" + id + "\"");
        }

        @Test
        void theDocumentIsOpenToAll() throws Exception {
            JsonNode document = Json.parse(send(request("/api/openapi.json", "")).body());

            assertThat(document.at("/info/title").asString()).isEqualTo("Shop");
        }
    }

    @Nested
    class OverMcp {
        private McpSource source;

        private OperationRegistry tools(String user) {
            OperationRegistry tools = OperationRegistry.create();
            source =
                    McpSource.of(
                            "shop",
                            McpServerOptions.url(uri("/mcp"))
                                    .header("Authorization", user)
                                    .build());
            source.start(tools);
            return tools;
        }

        @Test
        void eachUserHasItsTools() {
            OperationRegistry ofAnn = tools(ANN);
            try (McpSource open = source) {
                assertThat(open.status().lastError()).isNull();
                assertThat(ofAnn.find("shop.orders_place")).isPresent();
                assertThat(ofAnn.execute("shop.orders_place", Json.parse(BOLTS)).data().toString())
                        .contains("\"customer\":\"ann\"");
            }
            OperationRegistry ofBob = tools(BOB);
            try (McpSource open = source) {
                assertThat(open.status().lastError()).isNull();
                assertThat(ofBob.find("shop.orders_get")).isPresent();
                assertThat(ofBob.find("shop.orders_place")).isEmpty();
            }
        }

        @Test
        void whoIsUnknownIsAskedWho() throws Exception {
            assertThat(
                            send(request("/mcp", "")
                                            .POST(HttpRequest.BodyPublishers.ofString("{}")))
                                    .statusCode())
                    .isEqualTo(401);
        }
    }

    private static Peer link(String user) {
        URI address = uri("/link");
        WebSocketClientLink link =
                WebSocketClientLink.to(URI.create("ws" + address.toString().substring(4)))
                        .header("Authorization", user)
                        .build();
        Peer peer = Peer.over(link, OperationRegistry.create());
        link.awaitUp(Duration.ofSeconds(30));
        return peer;
    }

    @Nested
    class OverWebSocket {
        @Test
        void eachUserCallsInItsOwnName() {
            try (Peer ann = link(ANN);
                    Peer bob = link(BOB)) {
                assertThat(
                                ann.call("orders.place", Json.parse(BOLTS))
                                        .data()
                                        .path("customer")
                                        .asString())
                        .isEqualTo("ann");
                assertThat(
                                catchThrowableOfType(
                                                CallException.class,
                                                () -> bob.call("orders.place", Json.parse(BOLTS)))
                                        .code())
                        .isEqualTo("ACCESS_DENIED");
                assertThat(bob.operations())
                        .extracting(OperationSpec::id)
                        .contains("orders.get", "stock.level")
                        .doesNotContain("orders.place");
            }
        }

        @Test
        void whoIsUnknownGetsNoLink() throws Exception {
            HttpRequest.Builder upgrade = request("/link", "");
            assertThat(send(upgrade).statusCode()).isEqualTo(401);
        }
    }

    @Test
    void theActuatorShowsSourcesAndCalls() throws Exception {
        place();

        JsonNode health = Json.parse(send(request("/actuator/health", ANN)).body());
        assertThat(health.at("/components/operations/details/sources/stock/state").asString())
                .isEqualTo("ready");
        assertThat(
                        application
                                .getBean(MeterRegistry.class)
                                .get("operations.calls")
                                .tags("operation", "stock.level", "source", "stock")
                                .timer()
                                .count())
                .isPositive();
    }

    @Test
    void whatBlocksRunsOnAVirtualThread() throws Exception {
        OperationRegistry registry = application.getBean(OperationRegistry.class);
        registry.register(
                OperationSpec.query("threads.blocking").build(),
                (input, context) -> {
                    Thread.sleep(1);
                    return Thread.currentThread().isVirtual();
                });
        try (Peer bob = link(BOB)) {
            assertThat(call("threads.blocking", "{}", BOB).body()).isEqualTo("true");
            assertThat(bob.call("threads.blocking", Json.parse("{}")).data())
                    .isEqualTo(Json.parse("true"));
        } finally {
            registry.remove("threads.blocking");
        }
    }

    @Test
    void theConsoleKnowsTheUserAndHidesTheDetailsOfOthers() throws Exception {
        String api = "/operations-console/console/api";
        call("orders.get", "{\"id\": \"unknown-to-bob\"}", ANN);

        assertThat(send(request(api + "/session", "")).statusCode()).isEqualTo(401);
        JsonNode session = Json.parse(send(request(api + "/session", BOB)).body());
        assertThat(session.at("/caller/id").asString()).isEqualTo("bob");
        String seen = send(request(api + "/activity?caller=ann&operation=orders.get", BOB)).body();
        assertThat(Json.parse(seen).get("calls")).isNotEmpty();
        assertThat(seen).doesNotContain("unknown-to-bob");
        assertThat(send(request(api + "/activity?caller=ann", ANN)).body())
                .contains("unknown-to-bob");
    }

    /** One operation gives one envelope, however it is declared and wherever it is called from. */
    @Nested
    class SameEverywhere {
        @Operations("orders")
        interface OrdersClient {
            @Query
            ResponseEnvelope<Order> get(String id);
        }

        record OrderId(String id) {}

        private final OperationRegistry registry = application.getBean(OperationRegistry.class);

        /** When it was made differs from call to call. */
        private JsonNode timeless(ResponseEnvelope<?> envelope) {
            ObjectNode json = (ObjectNode) envelope.toJson().deepCopy();
            ((ObjectNode) json.path("meta")).put("timestamp", 0);
            return json;
        }

        private JsonNode built(Order order) {
            OperationRegistry other = OperationRegistry.create();
            Operation<OrderId, Order> get =
                    Operation.query("orders.get", OrderId.class, Order.class)
                            .handledBy((input, context) -> order);
            other.register(get);
            return timeless(other.execute(get, new OrderId(order.id())));
        }

        @Test
        void theEnvelopeIsTheSame() throws Exception {
            String id = place();
            JsonNode input = Json.parse("{\"id\": \"" + id + "\"}");
            JsonNode expected = built(new Order(id, "bolt", 40, "ann"));

            assertThat(timeless(registry.execute("orders.get", input))).isEqualTo(expected);
            assertThat(timeless(Clients.bind(OrdersClient.class, registry).get(id)))
                    .isEqualTo(expected);
            try (Peer bob = link(BOB)) {
                assertThat(timeless(Clients.bind(OrdersClient.class, bob).get(id)))
                        .isEqualTo(expected);
            }
            assertThat(overRest(input)).isEqualTo(expected);
            assertThat(overRedis(id)).isEqualTo(expected);
            assertThat(timeless(byAgent(input))).isEqualTo(expected);
        }

        private JsonNode overRest(JsonNode input) throws Exception {
            HttpResponse<String> answer =
                    send(
                            request("/api/operations/orders.get", BOB)
                                    .header("Content-Type", "application/json")
                                    .header("Accept", "application/vnd.operations.envelope+json")
                                    .POST(HttpRequest.BodyPublishers.ofString(input.toString())));
            return timeless(ResponseEnvelope.fromJson(Json.parse(answer.body())));
        }

        private Peer onRedis(String prefix, OperationRegistry offered) {
            String url = TestRedis.url().toString();
            return Peer.over(RedisLink.to(url).prefix(prefix).build(), offered);
        }

        private JsonNode overRedis(String id) {
            String prefix = "shop-" + System.nanoTime();
            try (Peer worker = onRedis(prefix, registry);
                    Peer caller = onRedis(prefix, OperationRegistry.create())) {
                assertThat(worker.isUp()).isTrue();
                assertThat(caller.operations())
                        .extracting(OperationSpec::id)
                        .contains("orders.get");
                return timeless(Clients.bind(OrdersClient.class, caller).get(id));
            }
        }

        private ResponseEnvelope<?> byAgent(JsonNode input) {
            AgentTools tools = AgentTools.over(registry).only("orders.*");
            ToolExecutionResult result =
                    OperationToolProvider.of(tools)
                            .provideTools(new ToolProviderRequest("me", UserMessage.from("x")))
                            .aiServiceTools()
                            .getFirst()
                            .toolExecutor()
                            .executeWithContext(
                                    ToolExecutionRequest.builder()
                                            .name("orders_get")
                                            .arguments(input.toString())
                                            .build(),
                                    null);
            assertThat(tools.tools()).extracting(AgentTool::name).isEqualTo(List.of("orders_get"));
            return (ResponseEnvelope<?>) result.result();
        }
    }
}
