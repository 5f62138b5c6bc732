package dev.alkdev.operations.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.testkit.LeakCheck;

import jakarta.servlet.http.HttpServletRequest;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Streams of callers whose credentials expire. */
@Timeout(60)
@ExtendWith(LeakCheck.class)
class ExpiryTest {
    /** As some frameworks do it, knows who sends a request on the thread of the request only. */
    private static final class ThreadBound implements RequestAuthenticator {
        private final ThreadLocal<Instant> expiry = new ThreadLocal<>();
        private final Duration left;

        ThreadBound(Duration left) {
            this.left = left;
        }

        @Override
        public Caller authenticate(HttpServletRequest request) {
            expiry.set(Instant.now().plus(left));
            return Caller.anonymous();
        }

        @Override
        public Optional<Instant> expiry(HttpServletRequest request) {
            return Optional.ofNullable(expiry.get());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aStreamEndsWithTheCredentialsThatOnlyTheRequestsThreadKnows(
            boolean async, OperationRegistry registry) throws IOException {
        Tasks.in(registry);
        RestGateway.Builder gateway =
                RestGateway.over(registry).authenticator(new ThreadBound(Duration.ofSeconds(1)));
        try (RestServer server = RestServer.serving(gateway, "", async);
                InputStream body = server.stream("/operations/tasks.silent").body()) {
            assertThat(new String(body.readAllBytes(), StandardCharsets.UTF_8))
                    .contains("the token has expired");
        }
    }

    @Test
    void whatHasExpiredBeforeTheStreamOpensIsAnsweredOnce(OperationRegistry registry)
            throws IOException {
        Tasks.in(registry);
        RestGateway.Builder gateway =
                RestGateway.over(registry).authenticator(new ThreadBound(Duration.ofHours(-1)));
        try (RestServer server = RestServer.serving(gateway);
                InputStream body = server.stream("/operations/tasks.silent").body()) {
            assertThat(new String(body.readAllBytes(), StandardCharsets.UTF_8))
                    .containsOnlyOnce("the token has expired");
        }
    }
}
