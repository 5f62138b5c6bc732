package dev.alkdev.operations.mcp;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.http.AuthenticationException;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.GatewayContract;
import dev.alkdev.operations.web.SseEvent;
import dev.alkdev.operations.web.SseParser;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;

/** The contract of gateways, for clients of 2026-07-28. The items of a stream are its progress. */
class McpGatewayContractTest implements GatewayContract {
    private static final String TOKEN = "Bearer s3cret";

    @Override
    public Client serve(OperationRegistry registry) {
        return new McpWebClient(McpTestServer.serving(McpGateway.over(registry)));
    }

    @Override
    public Client serveAs(OperationRegistry registry, Identity identity) {
        return new McpWebClient(
                McpTestServer.serving(
                        McpGateway.over(registry)
                                .authenticator(
                                        request -> {
                                            if (TOKEN.equals(request.getHeader("Authorization"))) {
                                                return Caller.of(identity);
                                            }
                                            throw new AuthenticationException("a token is needed");
                                        })));
    }

    private record McpWebClient(McpTestServer server) implements Client {
        private static ObjectNode params(String operationId, JsonNode input) {
            ObjectNode params = JsonNodeFactory.instance.objectNode();
            params.put("name", operationId.replace('.', '_')).set("arguments", input);
            return params;
        }

        @Override
        public Answer call(String operationId, JsonNode input, Duration timeout) {
            McpTestServer.Reply reply =
                    server.modern(
                            "tools/call",
                            params(operationId, input).toString(),
                            "Operation-Timeout",
                            timeout.toMillis() + "ms",
                            "Authorization",
                            TOKEN);
            JsonNode error = reply.message().path("error");
            if (error.isObject()) {
                String code = error.path("data").path("code").asString("");
                throw new CallException(
                        code.isEmpty() ? ErrorCode.OPERATION_NOT_FOUND : code,
                        error.path("message").asString());
            }
            JsonNode result = reply.result();
            JsonNode failure = result.path("_meta").path(MetaKeys.ERROR);
            if (failure.isObject()) {
                throw new CallException(failure.path("code").asString(), OddServers.text(result));
            }
            return new Answer(
                    result.path("structuredContent"), result.path("isError").asBoolean(false));
        }

        @Override
        public Items subscribe(String operationId, JsonNode input) {
            ObjectNode params = params(operationId, input);
            params.putObject("_meta").put("progressToken", 1);
            ObjectNode body = server.modernBody("tools/call", params.toString(), "{}");
            HttpRequest request = server.request("/mcp", body, McpTestServer.modernHeaders(body));
            try {
                return new Events(
                        server.client().send(request, BodyHandlers.ofInputStream()).body());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void close() {
            server.close();
        }
    }

    private static final class Events implements Items {
        private final ArrayDeque<SseEvent> waiting = new ArrayDeque<>();
        private final SseParser parser = new SseParser(waiting::add);
        private final InputStream body;

        private Events(InputStream body) {
            this.body = body;
        }

        @Override
        public Optional<JsonNode> next() {
            try {
                byte[] buffer = new byte[1024];
                while (waiting.isEmpty()) {
                    int count = body.read(buffer);
                    if (count < 0) {
                        throw new IOException("the stream ended without a result");
                    }
                    parser.feed(buffer, 0, count);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            JsonNode message = Json.parse(waiting.remove().data());
            return message.has("result")
                    ? Optional.empty()
                    : Optional.of(Json.parse(message.at("/params/message").asString()));
        }

        @Override
        public void close() {
            try {
                body.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
