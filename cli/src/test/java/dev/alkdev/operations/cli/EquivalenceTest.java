package dev.alkdev.operations.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.hub.Hub;
import dev.alkdev.operations.hub.HubConfig;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.redis.RedisLink;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.TestRedis;
import dev.alkdev.operations.web.SseParser;
import dev.alkdev.operations.websocket.WebSocketClientLink;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The same call gives the same data, or the same error code, whichever way it comes in. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
class EquivalenceTest {
    private static final Map<String, Identity> CALLERS =
            Map.of(
                    "ann", Identity.of("ann", "tasks:write"),
                    "bob", Identity.of("bob"));

    private TestRedis redis;
    private Hub hub;
    private final HttpClient http = HttpClient.newHttpClient();
    private final Map<String, Peer> links = new LinkedHashMap<>();
    private Peer group;

    /** What came of a call: data, or the code of an error and its details. */
    private record Outcome(JsonNode data, String code) {
        static Outcome of(JsonNode data) {
            return new Outcome(data, "");
        }

        static Outcome failed(String code, JsonNode details) {
            JsonNode lasting = details.deepCopy();
            if (lasting instanceof ObjectNode object) {
                // Of an answer over HTTP; its date is that of the call.
                object.remove("headers");
            }
            return new Outcome(lasting, code);
        }

        static Outcome failed(JsonNode error) {
            return failed(error.get("code").asString(), error.path("details"));
        }
    }

    /** A way in. */
    private interface Way {
        Outcome call(String caller, String operation, JsonNode input) throws Exception;
    }

    @BeforeAll
    void start() throws Exception {
        redis = TestRedis.start();
        hub = Hub.of(HubConfig.parse(config(redis.port()), Path.of("."), name -> null));
        hub.start();
        assertThat(hub.awaitSources(Duration.ofSeconds(30))).isTrue();
        for (String caller : CALLERS.keySet()) {
            links.put(caller, linked(token(caller)));
        }
        RedisLink link =
                RedisLink.to(redis.ownUrl().toString())
                        .prefix("equivalence")
                        .trustingIdentities()
                        .build();
        group = Peer.over(link, OperationRegistry.create());
    }

    private static String config(int redisPort) {
        return """
        listen: 127.0.0.1:0
        engine: {url: "redis://127.0.0.1:%d", prefix: equivalence, trustIdentities: true, offer: true}
        tokens:
          - {id: ann, hash: "%s", scopes: [tasks:write]}
          - {id: bob, hash: "%s"}
        sources:
          - {name: tasks, type: provider, provider: tasks, options: {examples: true, scopes: true}}
          - {name: library, type: provider, provider: library}
        """
                .formatted(redisPort, hash(token("ann")), hash(token("bob")));
    }

    private static String token(String caller) {
        return "op_test_token_of_" + caller;
    }

    private static String hash(String token) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            byte[] hash = sha.digest(token.getBytes(StandardCharsets.UTF_8));
            return "sha256:" + HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private Peer linked(String token) {
        URI uri = URI.create(hub.uri().toString().replace("http:", "ws:") + "/link");
        WebSocketClientLink link = WebSocketClientLink.to(uri).bearerToken(() -> token).build();
        Peer peer = Peer.over(link, OperationRegistry.create());
        link.awaitUp(Duration.ofSeconds(10));
        return peer;
    }

    @AfterAll
    void stop() throws Exception {
        group.close();
        links.values().forEach(Peer::close);
        hub.close();
        http.shutdownNow();
        redis.stop();
    }

    @ParameterizedTest(name = "{1} {2} by {0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            textBlock =
                    """
                    ann | tasks.list       | {}                       |
                    bob | tasks.list       | {"limit": 2}             |
                    bob | tasks.get        | {"id": 1}                |
                    bob | tasks.get        | {"id": 99999}            | TASK_NOT_FOUND
                    bob | tasks.get        | {}                       | VALIDATION_ERROR
                    bob | tasks.get        | {"id": "many"}           | VALIDATION_ERROR
                    bob | tasks.add        | {"title": "Not for Bob"} | ACCESS_DENIED
                    bob | tasks.add        | {}                       | ACCESS_DENIED
                    ann | tasks.add        | {}                       | VALIDATION_ERROR
                    ann | tasks.complete   | {"id": 99999}            | TASK_NOT_FOUND
                    ann | tasks.watch      | {}                       | INVALID_OPERATION_TYPE
                    ann | no.such          | {}                       | OPERATION_NOT_FOUND
                    ann | library.listBooks| {}                       |
                    bob | library.listBooks| {"limit": "no number"}   | VALIDATION_ERROR
                    bob | library.getBook  | {"isbn": "0000000000000"}| HTTP_404
                    """)
    void aCallComesToTheSameWhicheverWayItTakes(
            String caller, String operation, String input, String code) {
        Map<String, Outcome> outcomes = outcomes(caller, operation, Json.parse(input));

        assertThat(Set.copyOf(outcomes.values())).as("%s", outcomes).hasSize(1);
        assertThat(outcomes.values().iterator().next().code()).isEqualTo(code == null ? "" : code);
    }

    @Test
    void aMutationIsDoneOnceWhicheverWayItTakes() throws Exception {
        for (Map.Entry<String, Way> way : ways().entrySet()) {
            String title = "Came over " + way.getKey();
            JsonNode input = JsonNodeFactory.instance.objectNode().put("title", title);

            Outcome added = way.getValue().call("ann", "tasks.add", input);

            assertThat(added.data().get("title").asString()).isEqualTo(title);
            assertThat(added.data().get("done").asBoolean()).isFalse();
            JsonNode all = rest("bob", "tasks.list", Json.parse("{\"limit\": 100}")).data();
            assertThat(all.findValuesAsString("title")).containsOnlyOnce(title);
        }
    }

    private Map<String, Way> ways() {
        Map<String, Way> ways = new LinkedHashMap<>();
        ways.put("rest", this::rest);
        ways.put("websocket", this::websocket);
        ways.put("redis", this::redis);
        ways.put("cli", this::cli);
        ways.put("mcp", this::mcp);
        return ways;
    }

    private Map<String, Outcome> outcomes(String caller, String operation, JsonNode input) {
        Map<String, Outcome> outcomes = new LinkedHashMap<>();
        ways().forEach(
                        (name, way) -> {
                            if (name.equals("mcp") && operation.equals("tasks.watch")) {
                                // As a tool a subscription has a result: its first items.
                                return;
                            }
                            try {
                                outcomes.put(name, way.call(caller, operation, input));
                            } catch (CallException e) {
                                outcomes.put(name, failed(e));
                            } catch (Exception e) {
                                throw new IllegalStateException(name, e);
                            }
                        });
        return outcomes;
    }

    private static Outcome failed(CallException e) {
        return Outcome.failed(e.code(), e.details().orElseGet(MissingNode::getInstance));
    }

    private Outcome rest(String caller, String operation, JsonNode input) throws Exception {
        HttpResponse<String> response =
                http.send(
                        HttpRequest.newBuilder(hub.uri().resolve("/operations/" + operation))
                                .header("Authorization", "Bearer " + token(caller))
                                .header("Content-Type", "application/json")
                                .header("Accept", "application/json")
                                .POST(BodyPublishers.ofString(input.toString()))
                                .build(),
                        BodyHandlers.ofString());
        JsonNode body = Json.parse(response.body());
        return response.statusCode() == 200 ? Outcome.of(body) : Outcome.failed(body);
    }

    private Outcome websocket(String caller, String operation, JsonNode input) {
        return Outcome.of(linkOf(caller).call(operation, input).data());
    }

    private Peer linkOf(String caller) {
        return Objects.requireNonNull(links.get(caller));
    }

    private Outcome redis(String caller, String operation, JsonNode input) {
        return Outcome.of(group.requests().call(as(caller).to(operation, input)).data());
    }

    private static CallBuilder resuming(CallBuilder call, @Nullable String after) {
        return after == null ? call : call.lastEventId(after);
    }

    private static CallBuilder as(String caller) {
        return Call.builder().caller(Caller.of(Objects.requireNonNull(CALLERS.get(caller))));
    }

    private Outcome cli(String caller, String operation, JsonNode input) {
        Printed printed = run(caller, "call", operation, input.toString());
        return printed.exitCode() == 0
                ? Outcome.of(Json.parse(printed.out()))
                : Outcome.failed(Json.parse(printed.err()).get("error"));
    }

    private Outcome mcp(String caller, String operation, JsonNode input) throws Exception {
        JsonNode message = McpWay.call(http, hub.uri(), token(caller), operation, input);
        JsonNode failure = McpWay.failure(message);
        return failure == null
                ? Outcome.of(message.get("result").get("structuredContent"))
                : Outcome.failed(failure);
    }

    private record Printed(int exitCode, String out, String err) {}

    private Printed run(String caller, String... arguments) {
        TestConsole console =
                new TestConsole()
                        .hub(hub.uri().toString())
                        .variable("OPERATIONS_TOKEN", token(caller));
        String[] all = new String[arguments.length + 1];
        all[0] = "--json";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        int code = console.run(all);
        return new Printed(code, console.out(), console.err());
    }

    @ParameterizedTest(name = "{0} after {2}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            nullValues = "-",
            textBlock =
                    """
                    tasks.watch | {"since": 0} | - | 3
                    tasks.watch | {"since": 0} | 1 | 2
                    """)
    void aStreamGivesTheSameItemsWhicheverWayItTakes(
            String operation, String text, String after, int count) throws Exception {
        JsonNode input = Json.parse(text);
        List<String> overLink;
        try (Subscription<JsonNode> items =
                linkOf("ann")
                        .requests()
                        .subscribe(resuming(Call.builder(), after).to(operation, input))) {
            overLink = first(items, count);
        }
        List<String> overRedis;
        try (Subscription<JsonNode> items =
                group.requests().subscribe(resuming(as("ann"), after).to(operation, input))) {
            overRedis = first(items, count);
        }

        assertThat(overLink)
                .hasSize(count)
                .noneMatch(item -> item.startsWith("null "), "has an event id");
        assertThat(overRedis).isEqualTo(overLink);
        assertThat(overRest(operation, input, after, count)).isEqualTo(overLink);
        assertThat(overCli(operation, text, after, count)).isEqualTo(overLink);
    }

    /** Data and event id of each item. */
    private static List<String> first(Subscription<JsonNode> items, int count) {
        List<String> first = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ResponseEnvelope<JsonNode> item = items.next();
            first.add(item.meta().eventId() + " " + item.data());
        }
        return first;
    }

    private List<String> overRest(String operation, JsonNode input, String after, int count)
            throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(hub.uri().resolve("/operations/" + operation))
                        .header("Authorization", "Bearer " + token("ann"))
                        .header("Content-Type", "application/json")
                        .header("Accept", "text/event-stream")
                        .POST(BodyPublishers.ofString(input.toString()));
        if (after != null) {
            request.header("Last-Event-ID", after);
        }
        List<String> items = new ArrayList<>();
        SseParser parser =
                new SseParser(
                        event -> {
                            assertThat(event.event()).isEqualTo("item");
                            items.add(event.id() + " " + event.data());
                        });
        try (InputStream body = http.send(request.build(), BodyHandlers.ofInputStream()).body()) {
            byte[] buffer = new byte[1024];
            while (items.size() < count) {
                int read = body.read(buffer);
                assertThat(read).isPositive();
                parser.feed(buffer, 0, read);
            }
        }
        return items.subList(0, count);
    }

    private List<String> overCli(String operation, String input, String after, int count) {
        List<String> arguments =
                new ArrayList<>(List.of("subscribe", operation, input, "--envelope"));
        arguments.addAll(List.of("--limit", "" + count));
        if (after != null) {
            arguments.addAll(List.of("--after", after));
        }
        Printed printed = run("ann", arguments.toArray(String[]::new));
        return printed.out()
                .lines()
                .map(line -> ResponseEnvelope.fromJson(Json.parse(line)))
                .map(item -> item.meta().eventId() + " " + item.data())
                .toList();
    }
}
