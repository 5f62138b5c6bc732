package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.web.Credential;
import dev.alkdev.operations.web.HttpSender;
import dev.alkdev.operations.web.Redirects;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

class HttpsTest {
    private static final String PASSWORD = "for-tests-only";
    private static final String DOCUMENT =
            """
            openapi: 3.1.0
            info: {title: T, version: "1"}
            paths:
              /p: {get: {operationId: op, responses: {}}}
              /away: {get: {operationId: away, responses: {}}}
            """;

    private static SSLContext tls;

    private final Map<String, String> authorizations = new ConcurrentHashMap<>();
    private final RecordingServer plain = RecordingServer.start();
    private HttpsServer server;
    private HttpClient client;

    /** A certificate that nobody has signed but its owner, for 127.0.0.1. */
    @BeforeAll
    static void makeCertificate(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("keys.p12");
        Process keytool =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "keytool")
                                        .toString(),
                                "-genkeypair",
                                "-alias",
                                "test",
                                "-keyalg",
                                "EC",
                                "-dname",
                                "CN=test",
                                "-ext",
                                "SAN=ip:127.0.0.1",
                                "-storetype",
                                "PKCS12",
                                "-keystore",
                                file.toString(),
                                "-storepass",
                                PASSWORD)
                        .redirectErrorStream(true)
                        .start();
        String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(keytool.waitFor()).as(said).isZero();
        tls = context(file);
    }

    private static SSLContext context(Path file) throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory own =
                KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, PASSWORD.toCharArray());
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("test", keys.getCertificate("test"));
        TrustManagerFactory trust =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }

    @BeforeEach
    void start() throws IOException {
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(tls));
        server.createContext(
                "/",
                exchange -> {
                    String path = exchange.getRequestURI().getPath();
                    String given = exchange.getRequestHeaders().getFirst("Authorization");
                    authorizations.put(path, String.valueOf(given));
                    boolean away = path.equals("/away");
                    if (away) {
                        exchange.getResponseHeaders().add("Location", plain.url() + "/");
                    }
                    String body = path.equals("/openapi.yaml") ? DOCUMENT : "{\"safe\": true}";
                    RecordingServer.reply(
                            exchange,
                            away ? 302 : 200,
                            "application/json",
                            body.getBytes(StandardCharsets.UTF_8));
                });
        server.start();
        client = HttpClient.newBuilder().sslContext(tls).build();
    }

    @AfterEach
    void stop() {
        client.close();
        server.stop(0);
        plain.close();
    }

    private String url() {
        return "https://127.0.0.1:" + server.getAddress().getPort();
    }

    private HttpServiceOptions.Builder trusting() {
        return HttpServiceOptions.builder("api")
                .sender(HttpSender.of(client))
                .credential(Credential.bearer("t"));
    }

    @Test
    void documentAndCallsGoOverTlsWithAClientThatTrustsTheServer() {
        OperationRegistry registry = OperationRegistry.create();
        OpenApi.fromUrl(url() + "/openapi.yaml", trusting().build()).registerIn(registry);

        assertThat(registry.execute("api.op", Json.parse("{}")).data())
                .isEqualTo(Json.parse("{\"safe\": true}"));
        assertThat(authorizations).isEqualTo(Map.of("/openapi.yaml", "null", "/p", "Bearer t"));
    }

    @Test
    void aServerThatIsNotTrustedGetsNothing() {
        HttpServiceOptions config =
                HttpServiceOptions.builder("api")
                        .baseUrl(url())
                        .credential(Credential.bearer("t"))
                        .build();
        OperationRegistry registry = OperationRegistry.create();
        OpenApi.from(DOCUMENT, config).registerIn(registry);

        assertThatThrownBy(() -> registry.execute("api.op", Json.parse("{}")))
                .isInstanceOfSatisfying(
                        CallException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.UNAVAILABLE))
                .hasMessage(
                        "GET "
                                + url()
                                + "/p cannot be reached: no secure connection could be made");
        assertThatThrownBy(() -> OpenApi.fromUrl(url() + "/openapi.yaml", config))
                .isInstanceOf(DocumentException.class)
                .hasMessageStartingWith("cannot read " + url() + "/openapi.yaml: ");
        assertThat(authorizations).isEmpty();
    }

    @Test
    void aRedirectToAnInsecureServerIsNotFollowedEvenIfAnyOtherIs() {
        OperationRegistry registry = OperationRegistry.create();
        HttpServiceOptions anywhere =
                trusting().baseUrl(url()).redirects(Redirects.ANYWHERE, 5).build();
        OpenApi.from(DOCUMENT, anywhere).registerIn(registry);

        assertThatThrownBy(() -> registry.execute("api.away", Json.parse("{}")))
                .hasMessage("HTTP 302: Found (the redirect is not followed)");
        assertThat(plain.waiting()).isZero();
    }
}
