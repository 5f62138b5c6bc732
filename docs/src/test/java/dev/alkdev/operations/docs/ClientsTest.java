package dev.alkdev.operations.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.code.AnnotatedOperations;
import dev.alkdev.operations.code.Clients;
import dev.alkdev.operations.code.Fails;
import dev.alkdev.operations.code.JavaGenerator;
import dev.alkdev.operations.code.JavaSource;
import dev.alkdev.operations.code.Operations;
import dev.alkdev.operations.code.Paged;
import dev.alkdev.operations.code.Query;
import dev.alkdev.operations.code.Subscription;
import dev.alkdev.operations.http.RestGateway;
import dev.alkdev.operations.openapi.HttpServiceOptions;
import dev.alkdev.operations.openapi.OpenApi;
import dev.alkdev.operations.protocol.InProcessLink;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.web.Credential;
import dev.alkdev.operations.websocket.WebSocketEndpoint;
import dev.alkdev.operations.websocket.WebSocketServer;

import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The snippets of {@code docs/guide/clients.md}, in its order. */
class ClientsTest {
    // snippet: interface
    record Price(String part, long cents) {}

    @Operations("prices")
    interface Prices {
        @Query
        Price find(String part) throws UnknownPart;

        @Query("find")
        CompletionStage<Price> findLater(String part);

        @Subscription
        Stream<Price> watch(String part);
    }

    // end

    @Operations("prices")
    interface Served {
        @Query
        Price find(String part) throws UnknownPart;

        @Subscription
        Stream<Price> watch(String part);
    }

    @Fails(code = "UNKNOWN_PART", httpStatus = 404)
    static final class UnknownPart extends Exception {
        private static final long serialVersionUID = 1L;
        final String part;

        UnknownPart(String part) {
            super(part + " is unknown");
            this.part = part;
        }
    }

    private static final class FixedPrices implements Served {
        @Override
        public Price find(String part) throws UnknownPart {
            if (!part.equals("bolt")) {
                throw new UnknownPart(part);
            }
            return new Price(part, 30);
        }

        @Override
        public Stream<Price> watch(String part) {
            return IntStream.range(0, 3).mapToObj(change -> new Price(part, 30 + change));
        }
    }

    // snippet: pages
    record PricePage(List<Price> prices, @Nullable String nextCursor) {}

    @Operations("prices")
    interface PriceList {
        @Query
        PricePage list(@Nullable String cursor);

        @Query("list")
        @Paged(cursor = "cursor", next = "nextCursor", items = "prices")
        Iterable<Price> listAll();
    }

    // end

    private static final class TwoPages implements PriceList {
        @Override
        public PricePage list(@Nullable String cursor) {
            return cursor == null
                    ? new PricePage(List.of(new Price("bolt", 30)), "2")
                    : new PricePage(List.of(new Price("nut", 20)), null);
        }

        @Override
        public Iterable<Price> listAll() {
            throw new UnsupportedOperationException("for clients");
        }
    }

    @Test
    void pagesAreReadAsAWhole() {
        registry.registerAll(AnnotatedOperations.of(new TwoPages()));
        assertThat(Clients.bind(PriceList.class, registry).listAll())
                .extracting(Price::part)
                .containsExactly("bolt", "nut");
    }

    @Test
    void theInterfaceIsGenerated() {
        // snippet: generate
        List<JavaSource> sources =
                JavaGenerator.inPackage("com.acme.prices")
                        .generate(List.of(registry.spec("prices.find")));
        // end
        assertThat(sources.getFirst().path()).isEqualTo("com/acme/prices/Prices.java");
    }

    private final OperationRegistry registry = OperationRegistry.create();

    ClientsTest() {
        registry.registerAll(AnnotatedOperations.of(new FixedPrices()));
    }

    @Test
    void callsReadLikeLocalOnes() throws Exception {
        // snippet: bind
        Prices prices = Clients.bind(Prices.class, registry);

        Price bolt = prices.find("bolt");
        try (Stream<Price> changes = prices.watch("bolt")) {
            changes.limit(3).forEach(price -> System.out.println(price.cents()));
        }
        // end
        assertThat(bolt.cents()).isEqualTo(30);
        assertThat(prices.findLater("bolt").toCompletableFuture().get(60, TimeUnit.SECONDS))
                .isEqualTo(bolt);
        assertThatThrownBy(() -> prices.find("nut")).isInstanceOf(UnknownPart.class);
        // snippet: with
        Prices hurried = Clients.with(prices, options -> options.timeout(Duration.ofSeconds(2)));
        // end
        assertThat(hurried.find("bolt")).isEqualTo(bolt);
    }

    @Test
    void aPeerIsBoundTheSameWay() throws Exception {
        InProcessLink.Pair links = InProcessLink.pair();
        try (Peer served = Peer.over(links.left(), registry);
                Peer peer = Peer.over(links.right(), OperationRegistry.create())) {
            assertThat(served.isUp()).isTrue();
            // snippet: peer
            Prices prices = Clients.bind(Prices.class, peer);
            // end
            assertThat(prices.find("bolt").cents()).isEqualTo(30);
        }
    }

    @Test
    void aHubIsBoundByItsAddress() throws Exception {
        WebSocketEndpoint endpoint =
                WebSocketEndpoint.at("/link", link -> Peer.over(link, registry)).build();
        try (WebSocketServer server = WebSocketServer.serving(endpoint).port(0).start()) {
            URI hub = URI.create("http://127.0.0.1:" + server.port());
            // snippet: hub
            Prices prices = Clients.bind(Prices.class, hub, () -> "s3cret");
            // pause
            assertThat(prices.find("bolt").cents()).isEqualTo(30);
            // resume
            Clients.close(prices);
            // end
        }
    }

    @Test
    void aRestApiIsBoundThroughItsDocument() throws Exception {
        registry.registerAll(AnnotatedOperations.of(new TwoPages()));
        Server server = new Server(0);
        ServletContextHandler context = new ServletContextHandler();
        context.addServlet(new ServletHolder(RestGateway.over(registry).build().servlet()), "/*");
        server.setHandler(context);
        server.start();
        try {
            String api = "http://127.0.0.1:" + server.getURI().getPort();
            // snippet: rest
            OperationRegistry remote = OperationRegistry.create();
            OpenApi.fromUrl(
                            api + "/openapi.json",
                            HttpServiceOptions.builder("remote")
                                    .baseUrl(api)
                                    .credential(Credential.bearer("s3cret"))
                                    .keepIds()
                                    .build())
                    .registerIn(remote);
            Prices prices = Clients.bind(Prices.class, remote);
            // end
            assertThat(prices.find("bolt")).isEqualTo(new Price("bolt", 30));
            assertThatThrownBy(() -> prices.find("nut"))
                    .isInstanceOfSatisfying(
                            UnknownPart.class, e -> assertThat(e.part).isEqualTo("nut"));
            try (Stream<Price> changes = prices.watch("bolt")) {
                assertThat(changes.map(Price::cents)).containsExactly(30L, 31L, 32L);
            }
            assertThat(Clients.bind(PriceList.class, remote).listAll())
                    .extracting(Price::part)
                    .containsExactly("bolt", "nut");
        } finally {
            server.stop();
        }
    }
}
