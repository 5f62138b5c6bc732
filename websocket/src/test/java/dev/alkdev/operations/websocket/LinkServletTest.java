package dev.alkdev.operations.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.testkit.LinkContract;
import dev.alkdev.operations.testkit.LinkedPeers;

import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.websocket.server.WsSci;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Links that Tomcat accepts; its server is shared, since it starts slowly. */
class LinkServletTest implements LinkContract {
    private static final AtomicReference<Accepting> NOW = new AtomicReference<>();
    private static Tomcat tomcat;

    /** Whose links are taken, and how. */
    private record Accepting(
            CompletableFuture<Peer> right, OperationRegistry registry, Admission admission) {}

    @BeforeAll
    static void start() throws IOException, LifecycleException {
        Path folder = Files.createTempDirectory("tomcat");
        tomcat = new Tomcat();
        tomcat.setBaseDir(folder.toString());
        tomcat.setHostname("127.0.0.1");
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        // All threads from the beginning: a leak check would find those that come later.
        tomcat.getConnector().setProperty("minSpareThreads", "10");
        tomcat.getConnector().setProperty("maxThreads", "10");
        Context context = tomcat.addContext("", folder.toString());
        context.addServletContainerInitializer(new WsSci(), null);
        WebSocketEndpoint endpoint =
                WebSocketEndpoint.at(
                                "/link",
                                link -> {
                                    Accepting now = NOW.get();
                                    now.right().complete(Peer.over(link, now.registry()));
                                })
                        .build();
        Tomcat.addServlet(
                        context,
                        "link",
                        new LinkServlet(endpoint, request -> NOW.get().admission()))
                .addMapping("/link");
        tomcat.start();
    }

    @AfterAll
    static void stop() throws LifecycleException {
        tomcat.stop();
        tomcat.destroy();
    }

    private static int port() {
        return tomcat.getConnector().getLocalPort();
    }

    @Override
    public LinkedPeers connect(
            OperationRegistry leftRegistry,
            OperationRegistry rightRegistry,
            Caller left,
            boolean trusted) {
        CompletableFuture<Peer> right = new CompletableFuture<>();
        NOW.set(new Accepting(right, rightRegistry, new Admission.Granted(left, trusted)));
        TcpProxy proxy = new TcpProxy(port());
        WebSocketClientLink link =
                WebSocketClientLink.to(proxy.uri("/link")).peer(Caller.trusted()).build();
        Peer client = Peer.over(link, leftRegistry);
        return new ServletPeers(client, right.orTimeout(30, TimeUnit.SECONDS).join(), link, proxy);
    }

    private record ServletPeers(Peer left, Peer right, WebSocketClientLink link, TcpProxy proxy)
            implements LinkedPeers {
        @Override
        public void cut() {
            proxy.close();
        }

        @Override
        public boolean sendText(String text) {
            Objects.requireNonNull(link.connection()).send(text.getBytes(StandardCharsets.UTF_8));
            return true;
        }

        @Override
        public void close() {
            left.close();
            right.close();
            proxy.close();
        }
    }

    @Test
    void aRequestThatIsNoUpgradeIsToldSo() throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> response =
                    client.send(
                            HttpRequest.newBuilder(
                                            URI.create("http://127.0.0.1:" + port() + "/link"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());

            assertThat(response.statusCode()).isEqualTo(426);
            assertThat(response.headers().firstValue("Upgrade")).contains("websocket");
            assertThat(response.body()).isEqualTo("links are WebSockets");
        }
    }
}
