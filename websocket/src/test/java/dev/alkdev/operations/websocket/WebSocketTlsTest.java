package dev.alkdev.operations.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.LeakCheck;
import dev.alkdev.operations.testkit.LinkOperations;

import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

@ExtendWith(LeakCheck.class)
@Timeout(60)
class WebSocketTlsTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final String PASSWORD = "changeit";

    @TempDir Path folder = Path.of("");

    private Path keyStore() throws Exception {
        Path file = folder.resolve("server.p12");
        String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        Process process =
                new ProcessBuilder(
                                keytool,
                                "-genkeypair",
                                "-alias",
                                "server",
                                "-keyalg",
                                "EC",
                                "-dname",
                                "CN=localhost",
                                "-ext",
                                "san=ip:127.0.0.1,dns:localhost",
                                "-storetype",
                                "PKCS12",
                                "-keystore",
                                file.toString(),
                                "-storepass",
                                PASSWORD)
                        .redirectErrorStream(true)
                        .start();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        return file;
    }

    private static SSLContext trusting(Path keyStore) throws Exception {
        KeyStore keys = KeyStore.getInstance(keyStore.toFile(), PASSWORD.toCharArray());
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("server", keys.getCertificate("server"));
        TrustManagerFactory trust =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    @Test
    void callsTravelEncryptedToAServerThatIsTrusted() throws Exception {
        OperationRegistry registry = OperationRegistry.create();
        new LinkOperations().register(registry);
        Path keyStore = keyStore();
        SslContextFactory.Server keys = new SslContextFactory.Server();
        keys.setKeyStorePath(keyStore.toString());
        keys.setKeyStorePassword(PASSWORD);
        WebSocketEndpoint endpoint =
                WebSocketEndpoint.at("/link", link -> Peer.over(link, registry)).build();
        try (WebSocketServer server = WebSocketServer.serving(endpoint).tls(keys).start()) {
            assertThat(server.uri().getScheme()).isEqualTo("wss");
            WebSocketClientLink link =
                    WebSocketClientLink.to(server.uri()).sslContext(trusting(keyStore)).build();
            try (Peer peer = Peer.over(link, OperationRegistry.create())) {
                link.awaitUp(SOON);
                String large = "\"" + "x".repeat(500_000) + "\"";
                assertThat(peer.call("test.echo", Json.parse(large)).data())
                        .isEqualTo(Json.parse(large));
                assertThat(IntStream.range(0, 200).parallel().map(n -> square(peer, n)).sum())
                        .isEqualTo(IntStream.range(0, 200).map(n -> n * n).sum());
            }
            assertUntrusted(server);
        }
    }

    private static int square(Peer peer, int n) {
        return peer.call("test.square", Json.parse("{\"n\": " + n + "}")).data().get("n").asInt();
    }

    private static void assertUntrusted(WebSocketServer server) {
        try (WebSocketClientLink stranger =
                WebSocketClientLink.to(server.uri()).reconnect(ReconnectOptions.never()).build()) {
            stranger.open(new RecordingListener());
            assertThatExceptionOfType(CallException.class)
                    .isThrownBy(() -> stranger.awaitUp(SOON))
                    .withMessageContaining("SSLHandshakeException");
        }
    }
}
