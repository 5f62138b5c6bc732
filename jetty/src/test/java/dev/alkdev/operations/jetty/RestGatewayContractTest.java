package dev.alkdev.operations.jetty;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.http.AuthenticationException;
import dev.alkdev.operations.http.RestGateway;
import dev.alkdev.operations.http.RestServer;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.GatewayContract;
import dev.alkdev.operations.web.SseEvent;
import dev.alkdev.operations.web.SseParser;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;

/** The contract of gateways, over REST and server-sent events on Jetty's core. */
class RestGatewayContractTest implements GatewayContract {
    private static final String TOKEN = "Bearer s3cret";

    @Override
    public Client serve(OperationRegistry registry) {
        return client(RestGateway.over(registry));
    }

    @Override
    public Client serveAs(OperationRegistry registry, Identity identity) {
        return client(
                RestGateway.over(registry)
                        .authenticator(
                                request -> {
                                    if (TOKEN.equals(request.getHeader("Authorization"))) {
                                        return Caller.of(identity);
                                    }
                                    throw new AuthenticationException("a token is needed");
                                }));
    }

    private Client client(RestGateway.Builder gateway) {
        JettyClientWatch watch = new JettyClientWatch(Duration.ofMillis(100));
        return new RestClient(start(gateway.clientWatch(watch)), watch);
    }

    RestServer start(RestGateway.Builder gateway) {
        return RestServer.serving(gateway);
    }

    private record RestClient(RestServer server, JettyClientWatch watch) implements Client {
        @Override
        public Answer call(String operationId, JsonNode input, Duration timeout) {
            HttpResponse<String> response =
                    server.post(
                            "/operations/" + operationId,
                            input.toString(),
                            "Operation-Timeout",
                            timeout.toMillis() + "ms",
                            "Authorization",
                            TOKEN);
            if (response.statusCode() == 200) {
                boolean isError = response.headers().firstValue("X-Operation-Error").isPresent();
                return new Answer(RestServer.json(response), isError);
            }
            JsonNode problem = RestServer.problem(response);
            throw new CallException(
                    problem.get("code").asString(), problem.get("detail").asString());
        }

        @Override
        public Items subscribe(String operationId, JsonNode input) {
            return new Events(server.stream("/operations/" + operationId).body());
        }

        @Override
        public void close() {
            server.close();
            watch.close();
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
                        throw new IOException("the stream ended without an event that says so");
                    }
                    parser.feed(buffer, 0, count);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            SseEvent event = waiting.remove();
            return event.event().equals("item")
                    ? Optional.of(Json.parse(event.data()))
                    : Optional.empty();
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
