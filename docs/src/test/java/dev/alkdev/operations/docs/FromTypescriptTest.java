package dev.alkdev.operations.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ContentBlock;
import dev.alkdev.operations.Headers;
import dev.alkdev.operations.HttpMeta;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.LocalMeta;
import dev.alkdev.operations.McpMeta;
import dev.alkdev.operations.Operation;
import dev.alkdev.operations.OperationEnv;
import dev.alkdev.operations.OperationHandler;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.ResponseMeta;
import dev.alkdev.operations.StreamHandler;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.hub.Hub;
import dev.alkdev.operations.mcp.McpClient;
import dev.alkdev.operations.mcp.McpServerOptions;
import dev.alkdev.operations.mcp.McpSources;
import dev.alkdev.operations.openapi.HttpServiceOptions;
import dev.alkdev.operations.openapi.OpenApi;
import dev.alkdev.operations.protocol.CallEvent;
import dev.alkdev.operations.protocol.InProcessLink;
import dev.alkdev.operations.protocol.Link;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.redis.RedisLink;
import dev.alkdev.operations.scan.OperationManifest;
import dev.alkdev.operations.scan.OperationScanner;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.SchemaOptions;
import dev.alkdev.operations.schema.Schemas;
import dev.alkdev.operations.web.Credential;
import dev.alkdev.operations.web.HttpSender;
import dev.alkdev.operations.web.SseEvent;
import dev.alkdev.operations.web.SseParser;
import dev.alkdev.operations.websocket.WebSocketClientLink;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Runs the Java column of the page for users of the TypeScript original. */
class FromTypescriptTest {
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    record FindTask(String id) {}

    record Task(String id) {}

    private final OperationRegistry registry = OperationRegistry.create();
    private final String id = "tasks.get";
    private final JsonNode input = Json.parse("{\"id\": \"1\"}");
    private final Caller caller = Caller.of(Identity.of("ann", "tasks:read"));

    @TempDir Path folder;

    @Test
    void everyExpressionOfTheTableIsRunHere() {
        String page = Repository.read(Repository.ROOT.resolve("docs/guide/from-typescript.md"));
        String test =
                squeezed(Repository.read(Repository.files("FromTypescriptTest.java").getFirst()));
        List<String> expressions =
                page.lines()
                        .filter(
                                line ->
                                        line.startsWith("| ")
                                                && !line.contains("@alkdev/operations"))
                        .map(line -> line.split("(?<!\\|) \\| ", -1)[1])
                        .flatMap(cell -> CODE.matcher(cell).results())
                        .map((MatchResult code) -> code.group(1))
                        .toList();

        assertThat(expressions).hasSizeGreaterThan(80);
        assertThat(expressions).allSatisfy(each -> assertThat(test).contains(squeezed(each)));
    }

    private static String squeezed(String code) {
        return code.replaceAll("\\s", "");
    }

    @Test
    void envelopes() {
        JsonNode data = Json.parse("1");
        HttpMeta httpMeta =
                new HttpMeta(200, Headers.of(Map.of("content-type", "application/json")));
        McpMeta mcpMeta = new McpMeta(false, List.of(ContentBlock.text("1")));
        JsonNode block = ContentBlock.text("1").toJson();

        ResponseEnvelope<JsonNode> envelope = ResponseEnvelope.local(data, id);
        List<ResponseEnvelope<JsonNode>> others =
                List.of(ResponseEnvelope.http(data, httpMeta), ResponseEnvelope.mcp(data, mcpMeta));

        assertThat(envelope.unwrap()).isEqualTo(data);
        assertThat(envelope.meta().source()).isEqualTo("local");
        assertThat(source(envelope)).isEqualTo(id);
        assertThat(others).extracting(FromTypescriptTest::source).containsExactly("200", "false");
        Object value = envelope;
        JsonNode json = envelope.toJson();
        assertThat(ResponseEnvelope.isEnvelope(value)).isTrue();
        assertThat(ResponseEnvelope.isEnvelopeJson(json)).isTrue();
        assertThat(ContentBlock.fromJson(block)).isInstanceOf(ContentBlock.Text.class);
        assertThat(List.of(ContentBlock.ResourceContent.class, ContentBlock.Annotations.class))
                .hasSize(2);
        assertThat(
                        List.of(
                                ResponseEnvelope.SCHEMA,
                                ResponseMeta.SCHEMA,
                                LocalMeta.SCHEMA,
                                HttpMeta.SCHEMA,
                                McpMeta.SCHEMA))
                .anyMatch(schema -> schema.accepts(json));
        assertThat(ContentBlock.SCHEMA.accepts(block)).isTrue();
    }

    private static String source(ResponseEnvelope<JsonNode> envelope) {
        return switch (envelope.meta()) {
            case LocalMeta local -> local.operationId();
            case HttpMeta http -> String.valueOf(http.statusCode());
            case McpMeta mcp -> String.valueOf(mcp.isError());
        };
    }

    @Test
    void callEvents() {
        assertThat(CallEvent.SCHEMA.isUnknown()).isFalse();
        assertThat(CallEvent.Responded.SCHEMA.isUnknown()).isFalse();
        assertThat(
                        List.of(
                                CallEvent.Requested.class,
                                CallEvent.Responded.class,
                                CallEvent.Completed.class,
                                CallEvent.Failed.class,
                                CallEvent.Aborted.class))
                .allMatch(CallEvent.class::isAssignableFrom);
    }

    @Test
    void operationsAndHandlers() throws Exception {
        OperationSpec spec = OperationSpec.query(id).build();
        OperationHandler echo = (given, context) -> given;
        StreamHandler count = (given, context, emitter) -> emitter.emit(1);
        OperationHandler handler = (given, context) -> CompletableFuture.supplyAsync(() -> given);
        registry.registerSpec(spec);
        registry.registerHandler(id, handler);
        registry.register(OperationSpec.subscription("tasks.count").build(), count);
        registry.register(
                Operation.query("typed.get", FindTask.class, Task.class)
                        .handledBy((find, context) -> new Task(find.id())));
        Operation<FindTask, Task> typed =
                Operation.query(id, FindTask.class, Task.class)
                        .handledBy((find, context) -> new Task(find.id()));

        assertThat(typed.id()).isEqualTo(id);
        assertThat(spec.type()).isEqualTo(OperationType.QUERY);
        assertThat(OperationSpec.SCHEMA.accepts(spec.toJson())).isTrue();
        assertThat(registry.find(id)).contains(spec);
        assertThat(registry.spec(id)).isEqualTo(spec);
        assertThat(registry.handler(id)).isPresent();
        assertThat(registry.execute(id, input).data()).isEqualTo(input);
        assertThat(registry.execute(id, input, Call.builder().caller(caller)).data())
                .isEqualTo(input);
        assertThat(echo).isNotNull();
        try (Subscription<JsonNode> items = registry.subscribe("tasks.count", input)) {
            assertThat(items.next().data().asInt()).isEqualTo(1);
        }
        spec.requireValid(input);
        assertThat(registry.execute("typed.get", input).data()).isEqualTo(input);
        assertThat(Optional.empty()).isEmpty();
    }

    @Test
    void subscriptions() {
        registry.register(
                OperationSpec.subscription(id).build(),
                (StreamHandler) (given, context, emitter) -> emitter.emit(1));

        try (Subscription<JsonNode> items = registry.subscribe(id, input);
                Subscription<JsonNode> callers =
                        registry.subscribe(id, input, Call.builder().caller(caller))) {
            assertThat(items.next().data()).isEqualTo(callers.next().data());
        }
    }

    @Test
    void contextsAndAccess() {
        OperationSpec spec = OperationSpec.query("outer.get").build();
        OperationHandler handler =
                (given, context) -> {
                    OperationEnv env = registry.buildEnv(context);
                    return env.namespace("tasks").call("get", input).data()
                            + context.caller().name();
                };
        registry.register(OperationSpec.query(id).build(), (given, context) -> given);
        registry.register(spec, handler);

        assertThat(registry.execute("outer.get", input, caller).data().asString())
                .isEqualTo(input + "ann");
        assertThat(AccessControl.requires("tasks:read").permits(caller)).isTrue();
        assertThat(
                        AccessControl.requires("tasks:read")
                                .permits(Caller.of(Identity.of("ann", "tasks:read"))))
                .isTrue();
    }

    @Test
    void errors() {
        try {
            registry.execute(id, input);
            throw new AssertionError("an unknown operation was called");
        } catch (CallException e) {
            assertThat(e.code()).isEqualTo("OPERATION_NOT_FOUND");
        }
    }

    @Test
    void peersAndLinks() throws Exception {
        registry.register(OperationSpec.query(id).build(), (given, context) -> given);
        InProcessLink.Pair pair = InProcessLink.pair();
        Link link = pair.left();
        try (Peer peer = Peer.over(link, registry);
                Peer client = Peer.over(pair.right(), OperationRegistry.create())) {
            assertThat(client.requests().call(id, input).data()).isEqualTo(input);
            assertThat(peer.handler()).isNotNull();
        }
        URI uri = URI.create("ws://127.0.0.1:1/link");
        String url = "redis://127.0.0.1:1";
        assertThat(WebSocketClientLink.to(uri)).isNotNull();
        assertThat(RedisLink.to(url)).isNotNull();
        assertThat(List.of(OperationSource.class, Peer.class, Hub.class)).hasSize(3);
    }

    @Test
    void schemas() {
        JsonNode json = Json.parse("{\"type\": \"object\", \"properties\": {\"id\": {}}}");
        Schema schema = Schema.of(json);

        assertThat(schema.accepts(input)).isTrue();
        assertThat(schema.cast(input)).isEqualTo(input);
        assertThat(schema.create()).hasToString("{}");
        assertThat(schema.errors(input)).isEmpty();
        assertThat(Schema.of(json, SchemaOptions.defaults().withTolerance()).accepts(input))
                .isTrue();
        assertThat(Schemas.object().property("id", Schemas.integer()).build().accepts(input))
                .isFalse();
        assertThat(Schema.unknown().isUnknown()).isTrue();
        assertThat(Schema.of(Task.class).accepts(input)).isTrue();
    }

    @Test
    void openApi() throws IOException {
        String document =
                """
                {"openapi": "3.1.0", "info": {"title": "Pets", "version": "1"},
                 "servers": [{"url": "http://127.0.0.1:1"}],
                 "paths": {"/pets": {"get": {"operationId": "list",
                   "responses": {"200": {"description": "Pets"}}}}}}
                """;
        OpenApi.from(document, HttpServiceOptions.of("pets")).registerIn(registry);
        assertThat(registry.find("pets.list")).isPresent();

        java.nio.file.Path path = Files.writeString(folder.resolve("pets.json"), document);
        HttpServiceOptions options =
                HttpServiceOptions.builder("pets")
                        .timeout(Duration.ofSeconds(30))
                        .credential(Credential.bearer("token"))
                        .build();
        HttpSender sender =
                request -> {
                    throw new IOException("offline");
                };
        assertThat(HttpServiceOptions.builder("pets").sender(sender)).isNotNull();
        assertThat(OpenApi.fromFile(path, options).operations()).hasSize(1);
        String url = "http://127.0.0.1:1/pets.json";
        assertThatThrownBy(() -> OpenApi.fromUrl(url, options)).hasMessageContaining(url);
        List<SseEvent> events = new ArrayList<>();
        new SseParser(events::add).feed("data: 1\n\n".getBytes(UTF_8), 0, 9);
        assertThat(events).hasSize(1);
    }

    @Test
    void mcpServersAndScans() throws IOException {
        assertThatThrownBy(
                        () ->
                                McpClient.connect(
                                        McpServerOptions.command("node", "server.js").build()))
                .hasMessageContaining("server.js");
        Path path = Files.writeString(folder.resolve("mcp.json"), "{\"mcpServers\": {}}");
        McpSources sources = McpSources.load(path);
        sources.close();
        path = folder;
        OperationManifest manifest = OperationScanner.folder(path).scan();
        assertThat(manifest.operations()).isEmpty();
        assertThat(manifest.failures()).isEmpty();
    }
}
