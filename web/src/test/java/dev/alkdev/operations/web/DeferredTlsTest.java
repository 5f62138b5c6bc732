package dev.alkdev.operations.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.TrustManagerFactory;

/** TLS that is set up late is as strict as the JVM's own. */
class DeferredTlsTest {
    private static final char[] PASSWORD = "secret".toCharArray();

    private SSLContext usual;
    private SSLContext trusting;
    private HttpsServer server;
    private HttpClient client;

    @BeforeEach
    void start(@TempDir Path folder) throws Exception {
        usual = SSLContext.getDefault();
        KeyStore keys = keys(folder.resolve("keys.p12"));
        trusting = context(keys);
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(trusting));
        server.createContext(
                "/",
                exchange -> {
                    exchange.sendResponseHeaders(204, -1);
                    exchange.close();
                });
        server.start();
        client = DeferredTls.newClient().build();
    }

    /** A key and its certificate for localhost, which nobody but this test trusts. */
    private static KeyStore keys(Path file) throws Exception {
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        Process process =
                new ProcessBuilder(
                                keytool.toString(),
                                "-genkeypair",
                                "-keyalg",
                                "EC",
                                "-dname",
                                "CN=localhost",
                                "-ext",
                                "san=dns:localhost",
                                "-storetype",
                                "PKCS12",
                                "-storepass",
                                new String(PASSWORD),
                                "-keystore",
                                file.toString())
                        .inheritIO()
                        .start();
        assertThat(process.waitFor()).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, PASSWORD);
        }
        return keys;
    }

    private static SSLContext context(KeyStore keys) throws Exception {
        KeyManagerFactory own = KeyManagerFactory.getInstance("PKIX");
        own.init(keys, PASSWORD);
        KeyStore known = KeyStore.getInstance("PKCS12");
        known.load(null, null);
        known.setCertificateEntry("server", keys.getCertificate(keys.aliases().nextElement()));
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(known);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }

    @AfterEach
    void stop() {
        SSLContext.setDefault(usual);
        client.close();
        server.stop(0);
    }

    private int get(String host) throws Exception {
        URI uri = URI.create("https://" + host + ":" + server.getAddress().getPort() + "/");
        return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.discarding())
                .statusCode();
    }

    @Test
    void aCertificateThatTheDefaultTrustsIsAccepted() throws Exception {
        SSLContext.setDefault(trusting);

        assertThat(get("localhost")).isEqualTo(204);
    }

    @Test
    void anUnknownCertificateIsRefused() {
        assertThatThrownBy(() -> get("localhost")).isInstanceOf(SSLHandshakeException.class);
    }

    @Test
    void aCertificateOfAnotherHostIsRefused() {
        SSLContext.setDefault(trusting);

        assertThatThrownBy(() -> get("127.0.0.1"))
                .isInstanceOf(SSLHandshakeException.class)
                .hasMessageContaining("127.0.0.1");
    }
}
