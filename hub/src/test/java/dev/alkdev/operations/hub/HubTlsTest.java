package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.SourceStatus;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;

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
            SourceStatus doubted = near.sources().get(1).status();
            assertThat(doubted.state()).isEqualTo(SourceStatus.State.FAILED);
            assertThat(doubted.operations()).isZero();
            assertThat(doubted.lastError()).contains("certif");
        }
    }
}
