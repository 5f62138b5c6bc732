package dev.alkdev.operations.jetty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.http.Exchange;
import dev.alkdev.operations.http.ExchangeServlet;
import dev.alkdev.operations.http.Refusal;
import dev.alkdev.operations.http.RestGateway;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.LeakCheck;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** What a container does for servlets, without one. The other tests of the gateway use it too. */
@ExtendWith(LeakCheck.class)
class JettyHandlerTest {
    private static final long IDLE_MILLIS = 200;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private Server server;
    private ServerConnector connector;
    private final CountDownLatch refusing = new CountDownLatch(1);

    @BeforeEach
    void start(OperationRegistry registry) throws Exception {
        registry.register(
                OperationSpec.query("test.slow").build(),
                (input, context) -> {
                    Thread.sleep(5 * IDLE_MILLIS);
                    return input;
                });
        registry.register(
                OperationSpec.query("test.large").build(),
                (input, context) -> Json.mapper().valueToTree("x".repeat(3_000_000)));
        registry.register(
                OperationSpec.subscription("test.rare").build(),
                (input, context, emitter) -> {
                    emitter.emit(Json.parse("1"));
                    Thread.sleep(5 * IDLE_MILLIS);
                    emitter.emit(Json.parse("2"));
                });
        Map<String, HttpServlet> servlets = new LinkedHashMap<>();
        servlets.put("/*", RestGateway.over(registry).build().servlet());
        servlets.put("/operations/own/*", new Own());
        servlets.put("/refused/*", new Refusing(registry.byteBudget(), refusing));
        JettyHandler handler = new JettyHandler(servlets);
        ServletContextHandler context = new ServletContextHandler();
        context.addServlet(
                new ServletHolder(servlets.get("/operations/own/*")), "/operations/own/*");
        handler.setHandler(context);
        server = new Server();
        connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(handler);
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        client.shutdownNow();
        server.stop();
        client.close();
    }

    /** Somebody's own servlet, which may use all of a container. */
    private static final class Own extends HttpServlet {
        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            response.getWriter().print(request.getServletContext().getContextPath() + "own");
        }
    }

    /** Refuses requests before their bodies are read. */
    private static final class Refusing extends ExchangeServlet {
        private static final long serialVersionUID = 1L;

        private final transient CountDownLatch refusing;

        Refusing(ByteBudget budget, CountDownLatch refusing) {
            super(request -> Caller.anonymous(), budget);
            this.refusing = refusing;
        }

        @Override
        protected void answer(Exchange exchange) {
            refusing.countDown();
            throw Refusal.notFound("not here");
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(server.getURI().resolve(path));
    }

    private HttpResponse<String> post(String path, String body) throws Exception {
        HttpRequest request =
                request(path)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body))
                        .build();
        return client.send(request, BodyHandlers.ofString());
    }

    @Test
    void aCallMayTakeLongerThanAConnectionMayBeIdle() throws Exception {
        connector.setIdleTimeout(IDLE_MILLIS);

        assertThat(post("/operations/test.slow", "{\"a\":1}").body()).isEqualTo("{\"a\":1}");
    }

    @Test
    void aStreamMayBeSilentLongerThanAConnectionMayBeIdle() throws Exception {
        connector.setIdleTimeout(IDLE_MILLIS);
        HttpRequest request =
                request("/operations/test.rare").header("Accept", "text/event-stream").build();
        HttpResponse<InputStream> response = client.send(request, BodyHandlers.ofInputStream());
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
            assertThat(lines.lines().filter(line -> line.startsWith("data: ")).toList())
                    .contains("data: 1", "data: 2");
        }
    }

    @Test
    void anAnswerLargerThanAnyBufferIsWhole() throws Exception {
        HttpResponse<String> response = post("/operations/test.large", "{}");

        assertThat(response.body()).hasSize(3_000_002);
        assertThat(response.headers().firstValue("Content-Length")).contains("3000002");
    }

    @Test
    void anAnswerToHeadHasALengthAndNoBody() throws Exception {
        HttpRequest head = request("/operations").method("HEAD", BodyPublishers.noBody()).build();

        HttpResponse<String> response = client.send(head, BodyHandlers.ofString());

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValueAsLong("Content-Length").orElse(0)).isPositive();
        assertThat(response.body()).isEmpty();
    }

    @Test
    void aBodyThatNobodyReadIsNotTakenForTheNextRequest() throws Exception {
        String body = "GET /operations HTTP/1.1\r\nHost: x\r\n\r\n".repeat(2_000);
        for (int i = 0; i < 3; i++) {
            assertThat(post("/nowhere", body).statusCode()).isEqualTo(404);
            assertThat(post("/operations/test.large", "{}").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aBodyThatArrivesWhileItsRequestIsRefusedIsDropped() throws Exception {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort())) {
            OutputStream out = socket.getOutputStream();
            String head = "POST /refused/x HTTP/1.1\r\nHost: x\r\nContent-Length: 500000\r\n\r\n";
            out.write(head.getBytes(StandardCharsets.US_ASCII));
            assertThat(refusing.await(10, TimeUnit.SECONDS)).isTrue();
            out.write(new byte[500_000]);
            String next = "GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
            out.write(next.getBytes(StandardCharsets.US_ASCII));
            byte[] answers = socket.getInputStream().readAllBytes();
            assertThat(new String(answers, StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 404")
                    .contains("HTTP/1.1 200");
        }
    }

    /** Otherwise the client takes the connection for its next request while it is closed. */
    @Test
    void anAnswerBeforeTheBodyHasArrivedSaysThatTheConnectionEnds() throws Exception {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort())) {
            String head = "POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            byte[] answer = socket.getInputStream().readAllBytes();
            assertThat(new String(answer, StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 404")
                    .containsIgnoringCase("\r\nConnection: close\r\n");
        }
    }

    @Test
    void thePathOfAnotherServletIsLeftToItsContainer() throws Exception {
        HttpRequest own = request("/operations/own/x").build();

        assertThat(client.send(own, BodyHandlers.ofString()).body()).isEqualTo("own");
    }

    @Test
    void whatNeedsAContainerSaysSo() {
        HttpServletRequest request = Absent.of(HttpServletRequest.class);

        assertThatThrownBy(request::getSession)
                .hasMessage(
                        "getSession needs a servlet container, which JettyHandler goes without");
    }
}
