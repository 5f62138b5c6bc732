package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.config.Kind;
import dev.alkdev.operations.http.AuthenticationException;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A gateway that is not the hub's own. */
class GatewayKindTest {
    private static final AtomicInteger CLOSED = new AtomicInteger();

    /** Tells under a path of its own who asks and how many operations there are. */
    @Kind(value = "count", text = "the number of operations")
    record CountGatewayConfig(String path) implements GatewayConfig {
        @Override
        public HubGateway open(HubParts parts, WebMounts web) {
            web.servlet(path, new CountServlet(parts));
            return new HubGateway() {
                @Override
                public void close() {
                    CLOSED.incrementAndGet();
                }
            };
        }
    }

    private static final class CountServlet extends HttpServlet {
        private static final long serialVersionUID = 1L;
        private final transient HubParts parts;

        CountServlet(HubParts parts) {
            this.parts = parts;
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            try {
                Caller caller = parts.requestAuthenticator().authenticate(request);
                parts.countRead(caller);
                response.getWriter().print(caller + " " + parts.registry().size());
            } catch (AuthenticationException e) {
                response.sendError(HttpServletResponse.SC_UNAUTHORIZED);
            }
        }
    }

    private static HubConfig config(GatewayConfig... gateways) {
        return HubFixtures.config("").withGateways(List.of(gateways));
    }

    private static String get(Hub hub, String path) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(hub.uri().resolve(path)).build();
            return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
        }
    }

    @Test
    void isServedBesideTheOthersUnderItsOwnPath() throws Exception {
        int before = CLOSED.get();
        try (Hub hub = Hub.of(config(new RestGatewayConfig(), new CountGatewayConfig("/own/*")))) {
            hub.registry().register(OperationSpec.query("a.b").build(), (input, context) -> 1);
            hub.start();

            assertThat(get(hub, "/own/count")).isEqualTo(Caller.anonymous() + " 1");
            assertThat(get(hub, "/operations/a.b/spec")).contains("\"name\":\"b\"");
        }
        assertThat(CLOSED.get()).isEqualTo(before + 1);
    }

    @Test
    void twoUnderOnePathAreRefusedAndClosed() {
        int before = CLOSED.get();
        GatewayConfig one = new CountGatewayConfig("/own/*");
        try (Hub hub = Hub.of(config(one, new CountGatewayConfig("/other"), one))) {
            assertThatThrownBy(hub::start)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("cannot serve: two gateways serve /own/*");
        }
        assertThat(CLOSED.get()).isEqualTo(before + 2);
    }
}
