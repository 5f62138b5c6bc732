package dev.alkdev.operations.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.websocket.Admission;
import dev.alkdev.operations.websocket.ReconnectOptions;
import dev.alkdev.operations.websocket.WebSocketClientLink;
import dev.alkdev.operations.websocket.WebSocketEndpoint;
import dev.alkdev.operations.websocket.WebSocketServer;

import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.net.URI;
import java.time.Duration;

/** The snippets of {@code docs/guide/websocket.md}. */
class WebSocketTest {
    private final OperationRegistry hubRegistry = OperationRegistry.create();
    private final OperationRegistry spokeRegistry = OperationRegistry.create();

    WebSocketTest() {
        hubRegistry.register(
                OperationSpec.query("stock.count").requires("stock:read").build(),
                (input, context) -> Json.parse("12"));
    }

    // snippet: check
    private Admission check(String token) {
        return token.equals("s3cret")
                ? Admission.as(Caller.of(Identity.of("spoke-1", "stock:read")))
                : Admission.unauthorized("the token is not valid");
    }

    // end

    private WebSocketEndpoint endpoint() {
        // snippet: endpoint
        WebSocketEndpoint endpoint =
                WebSocketEndpoint.at("/operations", link -> Peer.over(link, hubRegistry))
                        .authenticator(
                                attempt ->
                                        attempt.bearerToken()
                                                .map(this::check)
                                                .orElse(
                                                        Admission.unauthorized(
                                                                "a token is needed")))
                        .build();
        // end
        return endpoint;
    }

    private void callFrom(URI address) {
        // snippet: connect
        WebSocketClientLink link =
                WebSocketClientLink.to(address)
                        .bearerToken(() -> "s3cret")
                        .reconnect(
                                ReconnectOptions.defaults()
                                        .withDelays(Duration.ofMillis(100), Duration.ofSeconds(10)))
                        .build();
        try (Peer hub = Peer.over(link, spokeRegistry)) {
            link.awaitUp(Duration.ofSeconds(10));
            ResponseEnvelope<JsonNode> answer = hub.call("stock.count", Json.parse("{}"));
            // pause
            assertThat(answer.unwrap()).isEqualTo(Json.parse("12"));
            // resume
        }
        // end
    }

    @Test
    void aServerOfItsOwnAcceptsLinks() {
        int port = 0;
        WebSocketEndpoint endpoint = endpoint();
        // snippet: server
        WebSocketServer server = WebSocketServer.serving(endpoint).port(port).start();
        // end
        try (server) {
            callFrom(server.uri());
            await().until(() -> endpoint.linkCount() == 0);
        }
    }

    @Test
    void anEndpointCanBeMountedOnAServer() throws Exception {
        WebSocketEndpoint endpoint = endpoint();
        // snippet: jetty
        Server jetty = new Server(0);
        jetty.setHandler(endpoint.handler());
        jetty.start();
        // end
        try {
            int port = ((ServerConnector) jetty.getConnectors()[0]).getLocalPort();
            callFrom(URI.create("ws://localhost:" + port + "/operations"));
        } finally {
            jetty.stop();
        }
    }
}
