package dev.alkdev.operations.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.base.TimeSource;
import dev.alkdev.operations.testkit.HandDrivenClock;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

@Timeout(60)
class ClientCredentialsTest {
    private final HandDrivenClock clock = new HandDrivenClock();
    private final AtomicInteger issued = new AtomicInteger();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final List<String> shown = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private volatile String accepted = "";
    private volatile int status = 200;
    private volatile String answer =
            "{\"access_token\": \"token-%d\", \"token_type\": \"bearer\", \"expires_in\": 3600}";

    @BeforeEach
    void start() throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        server = HttpServer.create(new InetSocketAddress(loopback, 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/token", this::issue);
        server.createContext("/api", this::serve);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void issue(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        asked.add(exchange.getRequestHeaders().getFirst("Authorization") + " " + body);
        send(exchange, status, answer.formatted(issued.incrementAndGet()));
    }

    private void serve(HttpExchange exchange) throws IOException {
        String token = exchange.getRequestHeaders().getFirst("Authorization");
        shown.add(token);
        send(exchange, token.endsWith(accepted) ? 200 : 401, "{}");
    }

    private static void send(HttpExchange exchange, int status, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    private ClientCredentials.Builder client() {
        return ClientCredentials.at(uri("/token"), "me:", "s3cr3t/ä").time(clock);
    }

    private static Credential credential(ClientCredentials tokens) {
        try {
            return tokens.credential("");
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private int call(ClientCredentials tokens) throws Exception {
        Outgoing request =
                new Outgoing("POST", uri("/api"), List.of(), new byte[] {1})
                        .authorized(tokens, "api.call");
        HttpTransport transport = new HttpTransport(HttpSender.shared(), Redirects.NEVER, 0);
        try (TimeLimit limit = TimeLimit.of(TimeSource.system(), Duration.ofSeconds(20));
                Reply reply = transport.send(request, limit)) {
            return reply.status();
        }
    }

    @Test
    void aTokenIsFetchedWhenItIsNeededAndKeptUntilShortlyBeforeItExpires() {
        ClientCredentials tokens = client().scopes("a", "b:read").resource("https://x/?y").build();
        assertThat(asked).isEmpty();

        assertThat(credential(tokens)).isEqualTo(Credential.bearer("token-1"));
        clock.advance(Duration.ofSeconds(3_500));
        assertThat(credential(tokens)).isEqualTo(Credential.bearer("token-1"));
        clock.advance(Duration.ofSeconds(75));
        assertThat(credential(tokens)).isEqualTo(Credential.bearer("token-2"));

        String basic =
                Base64.getEncoder()
                        .encodeToString(
                                "me%3A:s3cr3t%2F%C3%A4".getBytes(StandardCharsets.US_ASCII));
        assertThat(asked.getFirst())
                .isEqualTo(
                        "Basic %s grant_type=client_credentials&scope=a%%20b%%3Aread&resource=https%%3A%%2F%%2Fx%%2F%%3Fy"
                                .formatted(basic));
    }

    @Test
    void theSecretMayBeInTheBody() {
        credential(client().authentication(ClientCredentials.Authentication.POST).build());

        assertThat(asked)
                .containsExactly(
                        "null grant_type=client_credentials&client_id=me%3A&client_secret=s3cr3t%2F%C3%A4");
    }

    @Test
    void manyCallersShareOneFetch() throws Exception {
        ClientCredentials tokens = client().build();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Credential>> all = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                all.add(threads.submit(() -> credential(tokens)));
            }
            for (Future<Credential> each : all) {
                assertThat(each.get()).isEqualTo(Credential.bearer("token-1"));
            }
        }
        assertThat(asked).hasSize(1);
    }

    @Test
    void aTokenThatIsRefusedIsRenewedOnceAndTheRequestRepeated() throws Exception {
        ClientCredentials tokens = client().build();
        credential(tokens);
        accepted = "token-2";

        assertThat(call(tokens)).isEqualTo(200);
        assertThat(call(tokens)).isEqualTo(200);
        assertThat(shown).containsExactly("Bearer token-1", "Bearer token-2", "Bearer token-2");
    }

    @Test
    void anApiThatRefusesEveryTokenHasFewIssued() throws Exception {
        ClientCredentials tokens = client().build();
        accepted = "nothing";
        for (int i = 0; i < 10; i++) {
            assertThat(call(tokens)).isEqualTo(401);
        }
        assertThat(asked).hasSize(2);
        assertThat(shown).hasSize(11);

        clock.advance(Duration.ofSeconds(10));
        assertThat(call(tokens)).isEqualTo(401);
        assertThat(asked).hasSize(3);
    }

    @Test
    void aRefusalIsToldWithoutTheSecretAndRetriedWithBackOff() {
        status = 401;
        answer = "{\"error\": \"invalid_client\", \"error_description\": \"s3cr3t\"}";
        ClientCredentials tokens = client().build();
        for (int i = 0; i < 5; i++) {
            assertThatExceptionOfType(CallException.class)
                    .isThrownBy(() -> credential(tokens))
                    .withMessage(
                            "%s for me: gave no token: HTTP 401: Unauthorized, invalid_client"
                                    .formatted(uri("/token")))
                    .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.EXECUTION_ERROR));
        }
        assertThat(asked).hasSize(1);

        status = 200;
        answer = "{\"access_token\": \"later\"}";
        clock.advance(Duration.ofSeconds(1));
        assertThat(credential(tokens)).isEqualTo(Credential.bearer("later"));
        assertThat(tokens.toString()).doesNotContain("s3cr3t");
    }

    @Test
    void answersWithoutATokenAreFailures() {
        for (String wrong :
                List.of(
                        "<html>",
                        "[]",
                        "{}",
                        "{\"access_token\": 7}",
                        "{\"access_token\": \"a\\nb\"}",
                        "{\"access_token\": \"x\", \"token_type\": \"mac\"}",
                        "x".repeat(300_000))) {
            answer = wrong;
            assertThatExceptionOfType(CallException.class)
                    .isThrownBy(() -> credential(client().build()));
        }
        answer = "";
        status = 302;
        assertThatExceptionOfType(CallException.class)
                .isThrownBy(() -> credential(client().build()));
        status = 503;
        assertThatExceptionOfType(CallException.class)
                .isThrownBy(() -> credential(client().build()))
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE));
        server.stop(0);
        assertThatExceptionOfType(CallException.class)
                .isThrownBy(() -> credential(client().build()))
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE));
    }
}
