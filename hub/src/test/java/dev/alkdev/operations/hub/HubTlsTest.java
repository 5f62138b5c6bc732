package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.jetty.PemTls;
import dev.alkdev.operations.testkit.TestKeys;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

import javax.net.ssl.SSLSocket;

class HubTlsTest {
    @TempDir static Path folder;

    @BeforeAll
    static void makeKeys() throws Exception {
        TestKeys.make(folder, "hub", "EC");
        TestKeys.make(folder, "other", "EC");
    }

    private static HubConfig config(String yaml) {
        return HubConfig.parse(yaml, folder, name -> null);
    }

    private static Hub secure() {
        return HubFixtures.started(
                config(
                        "listen: {port: 0, tls: {certificate: hub.pem, key: hub-key.pem}}\n"
                                + HubFixtures.TEST_SOURCE));
    }

    @Test
    void aHubIsServedOverHttps() throws Exception {
        try (Hub hub = secure();
                HttpClient client =
                        HttpClient.newBuilder()
                                .sslContext(PemTls.trusting(folder.resolve("hub.pem")))
                                .build()) {
            var request =
                    HttpRequest.newBuilder(hub.uri().resolve("/operations/test.square?n=3"))
                            .build();
            var response = client.send(request, BodyHandlers.ofString());

            assertThat(hub.uri().getScheme()).isEqualTo("https");
            assertThat(response.body()).isEqualTo("9");
            client.shutdownNow();
        }
    }

    private static void write(SSLSocket socket, String path) throws Exception {
        String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(US_ASCII));
    }

    private static String firstLine(SSLSocket socket) throws Exception {
        StringBuilder line = new StringBuilder();
        for (int c = socket.getInputStream().read(); c >= 0 && c != '\r'; ) {
            line.append((char) c);
            c = socket.getInputStream().read();
        }
        return line.toString();
    }

    private static SSLSocket connected(Hub hub, Path trusted) throws Exception {
        SSLSocket socket =
                (SSLSocket)
                        PemTls.trusting(trusted)
                                .getSocketFactory()
                                .createSocket("localhost", hub.uri().getPort());
        socket.startHandshake();
        return socket;
    }

    private static void copy(String from, String to) throws Exception {
        for (String end : List.of(".pem", "-key.pem")) {
            Files.copy(
                    folder.resolve(from + end),
                    folder.resolve(to + end),
                    StandardCopyOption.REPLACE_EXISTING);
        }
    }

    @Test
    void aRenewedCertificateIsForNewConnections() throws Exception {
        copy("hub", "renewed");
        HubConfig config =
                config(
                        "listen: {port: 0, tls: {certificate: renewed.pem, key: renewed-key.pem}}\n"
                                + HubFixtures.TEST_SOURCE);
        Path own = folder.resolve("hub.pem");
        Path other = folder.resolve("other.pem");
        try (Hub hub = HubFixtures.started(config);
                SSLSocket before = connected(hub, own)) {
            copy("other", "renewed");
            hub.reload(config);

            try (SSLSocket after = connected(hub, other)) {
                assertThat(after.getSession().getPeerCertificates()[0])
                        .isEqualTo(PemTls.certificates(other).getFirst());
            }
            write(before, "/health/live");
            assertThat(firstLine(before)).isEqualTo("HTTP/1.1 200 OK");

            Files.writeString(folder.resolve("renewed.pem"), "nothing");
            hub.reload(config);
            connected(hub, other).close();
        }
    }

    @Test
    void aPeerIsTrustedByWhatItsFileContainsByNow() throws Exception {
        copy("other", "trusted");
        try (Hub far = secure()) {
            HubConfig config =
                    config(
                            """
                            listen: 127.0.0.1:0
                            sources:
                              - name: far
                                type: peer
                                url: %s
                                trust: {certificates: trusted.pem}
                            """
                                    .formatted(HubFixtures.linkUri(far)));
            try (Hub near = HubFixtures.started(config)) {
                assertThat(near.sources().getFirst().status().state())
                        .isEqualTo(OperationSource.Status.State.FAILED);
                copy("hub", "trusted");

                near.reload(config);

                await().until(() -> near.registry().find("test.square").isPresent());
            }
        }
    }

    @Test
    void aPeerIsReachedOverWss() throws Exception {
        try (Hub far = secure();
                Hub near =
                        HubFixtures.started(
                                config(
                                        """
                                        listen: 127.0.0.1:0
                                        sources:
                                          - name: far
                                            type: peer
                                            url: %s
                                            trust: {certificates: hub.pem}
                                          - name: doubted
                                            type: peer
                                            namespace: doubted
                                            url: %s
                                            trust: {certificates: other.pem}
                                        """
                                                .formatted(
                                                        HubFixtures.linkUri(far),
                                                        HubFixtures.linkUri(far))));
                HubClient client = HubClient.of(near)) {
            assertThat(HubFixtures.linkUri(far)).hasScheme("wss");
            assertThat(client.call("test.square", "{\"n\": 3}").body()).isEqualTo("9");
            OperationSource.Status doubted = near.sources().get(1).status();
            assertThat(doubted.state()).isEqualTo(OperationSource.Status.State.FAILED);
            assertThat(doubted.operations()).isZero();
            assertThat(doubted.lastError()).contains("certif");
        }
    }
}
