package dev.alkdev.operations.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.websocket.Admission;
import dev.alkdev.operations.websocket.WebSocketEndpoint;
import dev.alkdev.operations.websocket.WebSocketServer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/** Clients that sign in to a hub. */
@Timeout(60)
class HubLinkTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    private final OperationRegistry registry = OperationRegistry.create();
    private final WebSocketServer server =
            WebSocketServer.serving(
                            WebSocketEndpoint.at("/link", link -> Peer.over(link, registry))
                                    .authenticator(
                                            attempt ->
                                                    attempt.bearerToken()
                                                            .filter("right"::equals)
                                                            .map(it -> Identity.of("ann"))
                                                            .map(it -> Admission.as(Caller.of(it)))
                                                            .orElse(
                                                                    Admission.unauthorized(
                                                                            "wrong token")))
                                    .build())
                    .start();
    private final URI hub = URI.create("http://127.0.0.1:" + server.port());

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aWrongTokenIsDeniedAndNotWorthARetry() {
        CallException failure =
                catchThrowableOfType(
                        CallException.class, () -> Clients.bind(Shop.class, hub, () -> "wrong"));

        assertThat(failure.code()).isEqualTo(ErrorCode.ACCESS_DENIED);
        assertThat(failure.retryable()).isFalse();
        assertThat(failure.getMessage())
                .endsWith("the server refused the upgrade with status 401, it requires Bearer");
    }

    @Test
    void theSchemeOfTheAddressMayBeInUpperCase() {
        URI loud = URI.create("HTTP://127.0.0.1:" + server.port());
        try (Peer peer = Clients.connect(loud, () -> "right", SOON)) {
            await().atMost(SOON).until(peer::isUp);
        }
    }

    @Test
    void aSharedLinkSignsInWithALaterToken() {
        AtomicReference<String> token = new AtomicReference<>("wrong");
        try (Peer peer = Clients.connect(hub, token::get, SOON)) {
            assertThat(peer.isUp()).isFalse();

            token.set("right");

            await().atMost(SOON).until(peer::isUp);
        }
    }
}
