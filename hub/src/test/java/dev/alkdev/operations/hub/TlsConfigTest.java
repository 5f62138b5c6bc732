package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.testkit.TestKeys;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class TlsConfigTest {
    @TempDir static Path folder;

    @BeforeAll
    static void makeKeys() throws Exception {
        for (String name : new String[] {"EC", "other"}) {
            TestKeys.make(folder, name, "EC");
        }
    }

    @Test
    void certificatesThatAreNoChainAreRefused() throws IOException {
        Files.writeString(
                folder.resolve("no-chain.pem"),
                Files.readString(folder.resolve("EC.pem"))
                        + Files.readString(folder.resolve("other.pem")));
        assertThat(
                        ConfigText.in(folder)
                                .problems(
                                        "listen: {tls: {certificate: no-chain.pem, key:"
                                                + " EC-key.pem}}"))
                .containsExactly(
                        "hub.yaml:1:48: certificate 1 of \"no-chain.pem\" is not signed by the"
                                + " next; the hub's own must come first, then who signed it");
    }

    @Test
    void filesAreCheckedWhenAConfigIsRead() {
        ConfigText config = ConfigText.in(folder);
        assertThat(config.parse("listen: {tls: {certificate: EC.pem, key: EC-key.pem}}").listen())
                .isEqualTo(
                        new ListenConfig(
                                "127.0.0.1",
                                7700,
                                new TlsConfig(
                                        folder.resolve("EC.pem"), folder.resolve("EC-key.pem"))));
        assertThat(config.problems("listen: {tls: {certificate: EC.pem, key: other-key.pem}}"))
                .containsExactly(
                        "hub.yaml:1:42: \"other-key.pem\" is not the key of the first certificate"
                                + " in \"EC.pem\"");
        assertThat(config.problems("listen: {tls: {certificate: EC-key.pem, key: EC.pem}}"))
                .containsExactly(
                        "hub.yaml:1:29: \"EC-key.pem\" has no -----BEGIN CERTIFICATE-----",
                        "hub.yaml:1:46: \"EC.pem\" has no -----BEGIN PRIVATE KEY-----");
        PeerSourceConfig peer =
                (PeerSourceConfig)
                        config.parse(
                                        "sources: [{name: a, type: peer, url: 'wss://a/link',"
                                                + " trust: {certificates: EC.pem}}]")
                                .sources()
                                .getFirst();
        assertThat(peer.trust())
                .isEqualTo(new PeerSourceConfig.Trust(false, false, folder.resolve("EC.pem")));
    }
}
