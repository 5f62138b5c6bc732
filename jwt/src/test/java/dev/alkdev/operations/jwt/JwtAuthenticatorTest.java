package dev.alkdev.operations.jwt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.http.RestGateway;
import dev.alkdev.operations.schema.Json;

import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;

/** A gateway of one's own, without a hub. */
@Timeout(60)
class JwtAuthenticatorTest {
    private final KeyServer issuer = new KeyServer();
    private final OperationRegistry registry = OperationRegistry.create();
    private final Server server = new Server(0);
    private final HttpClient http = HttpClient.newHttpClient();

    @BeforeEach
    void start() throws Exception {
        registry.register(
                OperationSpec.query("pets.list").requires("pets:read", "pets:write").build(),
                (input, context) -> "rex");
        registry.register(
                OperationSpec.query("pets.feed").requires("pets:feed", "pets:read").build(),
                (input, context) -> "fed");
        registry.register(
                OperationSpec.subscription("pets.watch").requires("pets:read").build(),
                (input, context, emitter) -> {
                    emitter.emit(Json.parse("1"));
                    // Until it is cancelled.
                    Thread.sleep(Duration.ofHours(1));
                });
        JwtAuthenticator tokens = JwtAuthenticator.of(issuer.options().build());
        RestGateway gateway = RestGateway.over(registry).authenticator(tokens).build();
        ServletContextHandler context = new ServletContextHandler();
        ServletHolder holder = new ServletHolder(gateway.servlet());
        holder.setAsyncSupported(true);
        context.addServlet(holder, "/*");
        context.addServlet(
                new ServletHolder(tokens.resource().servlet()), ProtectedResource.PATH + "/*");
        server.setHandler(context);
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        http.shutdownNow();
        server.stop();
        issuer.close();
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.getURI().getPort() + path);
    }

    private HttpResponse<String> get(String path, String token) throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(uri(path)).header("Accept", "application/json");
        if (path.contains("watch")) {
            request.setHeader("Accept", "text/event-stream");
        }
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        return http.send(request.build(), BodyHandlers.ofString());
    }

    private static String challenge(HttpResponse<String> response) {
        return response.headers().firstValue("WWW-Authenticate").orElse("");
    }

    @Test
    void aGoodTokenCallsWhatItsScopesAllow() throws Exception {
        HttpResponse<String> called = get("/operations/pets.list?envelope", issuer.token());
        assertThat(called.statusCode()).isEqualTo(200);
        assertThat(called.body()).contains("\"data\":\"rex\"");

        HttpResponse<String> denied = get("/operations/pets.feed?envelope", issuer.token());
        assertThat(denied.statusCode()).isEqualTo(403);
        assertThat(challenge(denied))
                .isEqualTo(
                        "Bearer realm=\"operations\", resource_metadata=\"%s\","
                                        .formatted(uri(ProtectedResource.PATH))
                                + " error=\"insufficient_scope\", scope=\"pets:feed pets:read\"");
    }

    @Test
    void withoutATokenOrWithAWrongOneOrWithoutKeysNothingIsCalled() throws Exception {
        assertThat(get("/operations", "").statusCode()).isEqualTo(401);
        HttpResponse<String> wrong = get("/operations", issuer.token() + "x");
        assertThat(wrong.statusCode()).isEqualTo(401);
        assertThat(challenge(wrong)).contains("error=\"invalid_token\"");
    }

    @Test
    void whileNobodyKnowsTheKeysTheAnswerIs503() throws Exception {
        issuer.answer(KeyServer.json(500, ""));
        HttpResponse<String> later = get("/operations", issuer.token());
        assertThat(later.statusCode()).isEqualTo(503);
        assertThat(later.headers().firstValue("Retry-After")).contains("1");
        assertThat(get("/health/ready", issuer.token()).statusCode()).isEqualTo(200);
    }

    @Test
    void aStreamEndsWhenItsTokenExpires() throws Exception {
        // The clock skew of 30 seconds counts as well: it is valid for 10 more.
        Date end = Date.from(Instant.now().minusSeconds(20));
        HttpResponse<String> stream =
                get("/operations/pets.watch", issuer.token(claims -> claims.expirationTime(end)));
        assertThat(stream.statusCode()).isEqualTo(200);
        assertThat(stream.body()).contains("event: error").contains("the token has expired");
    }
}
