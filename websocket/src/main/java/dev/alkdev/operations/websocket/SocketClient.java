package dev.alkdev.operations.websocket;

import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.HttpProxy;
import org.eclipse.jetty.client.Origin;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.http.HttpCookieStore;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.websocket.core.Configuration;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.WebSocketComponents;
import org.eclipse.jetty.websocket.core.client.CoreClientUpgradeRequest;
import org.eclipse.jetty.websocket.core.client.UpgradeListener;
import org.eclipse.jetty.websocket.core.client.WebSocketCoreClient;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import java.net.URISyntaxException;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import javax.net.ssl.SSLContext;

/** Opens the WebSockets of one client link, one after another. */
final class SocketClient implements AutoCloseable {
    private static final int BUFFER_SIZE = 64 * 1024;
    private static final int MAX_THREADS = 4;
    private static final int STOP_MILLIS = 200;
    private static final HttpHeader SUBPROTOCOL = HttpHeader.SEC_WEBSOCKET_SUBPROTOCOL;

    private final ClientOptions settings;
    private final WebSocketCoreClient client;

    private SocketClient(ClientOptions settings, WebSocketCoreClient client) {
        this.settings = settings;
        this.client = client;
    }

    static SocketClient start(ClientOptions settings) throws Exception {
        HttpClient http = httpClient(settings);
        WebSocketCoreClient client = new WebSocketCoreClient(http, new WebSocketComponents());
        client.start();
        return new SocketClient(settings, client);
    }

    private static HttpClient httpClient(ClientOptions settings) throws Exception {
        // Nothing that is called for a frame blocks: one thread selects, reads and parses.
        QueuedThreadPool threads = new QueuedThreadPool(MAX_THREADS, 1);
        threads.setName("operations-websocket-client");
        threads.setReservedThreads(0);
        threads.setDaemon(true);
        // A selector that was told to stop before it slept is woken by the interrupt after half of
        // it.
        threads.setStopTimeout(STOP_MILLIS);
        ClientConnector connector = new ClientConnector();
        connector.setSelectors(1);
        connector.setExecutor(threads);
        connector.setSslContextFactory(tls(settings));
        HttpClient http = new HttpClient(new HttpClientTransportOverHTTP(connector));
        http.setConnectTimeout(settings.connectTimeout().toMillis());
        http.setAddressResolutionTimeout(settings.connectTimeout().toMillis());
        http.setFollowRedirects(false);
        http.setHttpCookieStore(new HttpCookieStore.Empty());
        http.setUserAgentField(null);
        // Messages are read where they are.
        http.setUseInputDirectByteBuffers(false);
        addProxy(http, settings.uri());
        return http;
    }

    private static SslContextFactory.Client tls(ClientOptions settings)
            throws NoSuchAlgorithmException {
        SslContextFactory.Client tls = new SslContextFactory.Client();
        SSLContext context = settings.sslContext();
        tls.setSslContext(context == null ? SSLContext.getDefault() : context);
        return tls;
    }

    /** The proxy of the JVM's system properties for this address. */
    private static void addProxy(HttpClient http, URI uri) throws URISyntaxException {
        ProxySelector proxies = ProxySelector.getDefault();
        if (proxies == null) {
            return;
        }
        String scheme = uri.getScheme().equalsIgnoreCase("wss") ? "https" : "http";
        URI asHttp = new URI(scheme, null, uri.getHost(), uri.getPort(), "/", null, null);
        for (Proxy proxy : proxies.select(asHttp)) {
            if (proxy.type() == Proxy.Type.HTTP
                    && proxy.address() instanceof InetSocketAddress address) {
                http.getProxyConfiguration().addProxy(new Tunnel(address));
                return;
            }
        }
    }

    /** A proxy that is only asked to connect: few of them pass on an upgrade in clear text. */
    private static final class Tunnel extends HttpProxy {
        Tunnel(InetSocketAddress address) {
            super(address.getHostString(), address.getPort());
        }

        @Override
        public boolean requiresTunnel(Origin server) {
            return true;
        }
    }

    /**
     * Begins to connect. Fails with {@link RefusedUpgrade} if the server answers with anything but
     * an upgrade.
     */
    CompletableFuture<CoreSession> connect(JettySocket socket) throws IOException {
        CoreClientUpgradeRequest request = request(socket);
        CompletableFuture<CoreSession> session = new CompletableFuture<>();
        request.addListener(
                new UpgradeListener() {
                    @Override
                    public void onHandshakeResponse(Request unused, Response response) {
                        if (response.getStatus() != RefusedUpgrade.SWITCHING_PROTOCOLS) {
                            session.completeExceptionally(
                                    new RefusedUpgrade(
                                            response.getStatus(),
                                            response.getHeaders()
                                                    .get(HttpHeader.WWW_AUTHENTICATE)));
                        }
                    }
                });
        var unused =
                client.connect(request)
                        .whenComplete(
                                (open, problem) -> {
                                    if (problem != null) {
                                        session.completeExceptionally(problem);
                                    } else if (!session.complete(open)) {
                                        open.abort();
                                    }
                                });
        return session;
    }

    private CoreClientUpgradeRequest request(JettySocket socket) throws IOException {
        CoreClientUpgradeRequest request =
                CoreClientUpgradeRequest.from(client, settings.uri(), socket);
        request.timeout(settings.connectTimeout().toMillis(), TimeUnit.MILLISECONDS);
        request.setConfiguration(configuration());
        if (settings.headers().keySet().stream().noneMatch(SUBPROTOCOL::is)) {
            request.setSubProtocols(Lines.PROTOCOL);
        }
        request.headers(
                headers -> {
                    settings.headers().forEach(headers::put);
                    if (settings.bearerToken() != null) {
                        headers.put(
                                HttpHeader.AUTHORIZATION, "Bearer " + settings.bearerToken().get());
                    }
                });
        return request;
    }

    private static Configuration.ConfigurationCustomizer configuration() {
        Configuration.ConfigurationCustomizer configuration =
                new Configuration.ConfigurationCustomizer();
        configuration.setInputBufferSize(BUFFER_SIZE);
        configuration.setOutputBufferSize(BUFFER_SIZE);
        configuration.setIdleTimeout(Duration.ZERO);
        return configuration;
    }

    @Override
    public void close() throws Exception {
        client.stop();
    }
}
