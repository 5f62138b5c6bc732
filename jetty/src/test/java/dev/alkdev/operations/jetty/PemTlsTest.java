package dev.alkdev.operations.jetty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.alkdev.operations.testkit.LeakCheck;
import dev.alkdev.operations.testkit.TestKeys;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Collections;
import java.util.List;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

@ExtendWith(LeakCheck.class)
class PemTlsTest {
    private static final Logger LOG = LoggerFactory.getLogger(PemTlsTest.class);

    @TempDir static Path folder;

    @BeforeAll
    static void makeKeys() throws Exception {
        for (String algorithm : List.of("RSA", "EC", "Ed25519")) {
            TestKeys.make(folder, algorithm, algorithm);
        }
        TestKeys.make(folder, "other", "EC");
    }

    private record Pair(Path certificate, Path key) {
        SSLContext server() {
            return PemTls.server(certificate, key);
        }
    }

    private static Pair tls(String name) {
        return new Pair(folder.resolve(name + ".pem"), folder.resolve(name + "-key.pem"));
    }

    private static Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    /** Says hello over TLS, and tells what the client heard. */
    private static String handshake(SSLContext server, SSLContext client) throws Exception {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (SSLServerSocket listening =
                (SSLServerSocket)
                        server.getServerSocketFactory().createServerSocket(0, 1, loopback)) {
            listening.setSoTimeout(10_000);
            Thread answering = Thread.ofVirtual().start(() -> answer(listening));
            try (SSLSocket socket =
                    (SSLSocket)
                            client.getSocketFactory()
                                    .createSocket(loopback, listening.getLocalPort())) {
                socket.setSoTimeout(10_000);
                socket.startHandshake();
                return new String(socket.getInputStream().readAllBytes(), UTF_8);
            } finally {
                answering.join();
            }
        }
    }

    private static void answer(SSLServerSocket listening) {
        try (SSLSocket socket = (SSLSocket) listening.accept()) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write("hello".getBytes(UTF_8));
        } catch (IOException e) {
            LOG.debug("A client that does not trust us hangs up: the other end tells", e);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"RSA", "EC", "Ed25519"})
    void serveTlsToClientsThatTrustThem(String algorithm) throws Exception {
        SSLContext server = tls(algorithm).server();
        SSLContext client = PemTls.trusting(tls(algorithm).certificate());
        assertThat(handshake(server, client)).isEqualTo("hello");
    }

    @Test
    void areNotTrustedByClientsThatTrustOthers() {
        SSLContext server = tls("EC").server();
        SSLContext client = PemTls.trusting(tls("other").certificate());
        assertThatThrownBy(() -> handshake(server, client))
                .isInstanceOf(SSLHandshakeException.class);
    }

    @Test
    void mayTrustSeveralAtOnce() throws Exception {
        Path both =
                write(
                        "both.pem",
                        "Some words before\n"
                                + Files.readString(tls("RSA").certificate())
                                + "\r\nand between\r\n"
                                + Files.readString(tls("EC").certificate()));
        SSLContext client = PemTls.trusting(both);
        assertThat(handshake(tls("RSA").server(), client)).isEqualTo("hello");
        assertThat(handshake(tls("EC").server(), client)).isEqualTo("hello");
    }

    @Test
    void mayStandInOneFile() throws Exception {
        Path one =
                write(
                        "one.pem",
                        Files.readString(tls("EC").certificate())
                                + Files.readString(tls("EC").key()));
        KeyStore store = PemTls.keyStore(one, one);
        assertThat(Collections.list(store.aliases())).containsExactly("hub");
        assertThat(store.getCertificateChain("hub")).hasSize(1);
    }

    @Test
    void areRefusedWithAKeyOfAnother() {
        Pair mixed = new Pair(tls("EC").certificate(), tls("other").key());
        assertThatThrownBy(mixed::server)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        mixed.key()
                                + " is not the key of the first certificate in "
                                + mixed.certificate());
        Pair kinds = new Pair(tls("RSA").certificate(), tls("EC").key());
        assertThatThrownBy(kinds::server)
                .hasMessage(
                        kinds.key()
                                + " is not the key of the first certificate in "
                                + kinds.certificate());
    }

    @Test
    void areRefusedIfTheyAreNoChain() throws IOException {
        Path certificates =
                write(
                        "no-chain.pem",
                        Files.readString(tls("EC").certificate())
                                + Files.readString(tls("RSA").certificate()));
        assertThatThrownBy(() -> PemTls.server(certificates, tls("EC").key()))
                .hasMessage(
                        "certificate 1 of "
                                + certificates
                                + " is not signed by the next; the hub's own must come first, then"
                                + " who signed it");
    }

    @Test
    void areRefusedInOtherFormsWithAdvice() throws IOException {
        Path encrypted = write("encrypted.pem", TestKeys.pem("ENCRYPTED PRIVATE KEY", new byte[5]));
        Path old = write("old.pem", TestKeys.pem("RSA PRIVATE KEY", new byte[5]));
        assertThatThrownBy(() -> PemTls.privateKey(encrypted))
                .hasMessage(
                        encrypted
                                + " is encrypted; decrypt it with: openssl pkcs8 -in key.pem -out"
                                + " plain.pem");
        assertThatThrownBy(() -> PemTls.privateKey(old))
                .hasMessage(
                        old
                                + " is not PKCS#8; convert it with: openssl pkcs8 -topk8 -nocrypt"
                                + " -in key.pem -out pkcs8.pem");
    }

    @Test
    void areRefusedIfTheyAreDamaged() throws IOException {
        Path key = write("bad-key.pem", TestKeys.pem("PRIVATE KEY", new byte[] {1, 2, 3}));
        Path certificate =
                write(
                        "bad.pem",
                        Files.readString(tls("EC").certificate())
                                + TestKeys.pem("CERTIFICATE", new byte[] {1, 2, 3}));
        Path empty = write("empty.pem", "");
        Path text = write("text.pem", "-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----");
        assertThatThrownBy(() -> PemTls.privateKey(key))
                .hasMessage(
                        "the key in " + key + " is damaged, or neither RSA, EC, Ed25519 nor Ed448");
        assertThatThrownBy(() -> PemTls.certificates(certificate))
                .hasMessage("certificate 2 of " + certificate + " is damaged");
        assertThatThrownBy(() -> PemTls.certificates(text))
                .hasMessage(text + " is damaged: what it has as CERTIFICATE is not base64");
        assertThatThrownBy(() -> PemTls.trusting(empty))
                .hasMessage(empty + " is not a PEM file: it has no -----BEGIN …----- with its end");
        assertThatThrownBy(() -> PemTls.trusting(folder)).hasMessage("there is no file " + folder);
    }

    @Test
    void areRefusedIfTheyHoldTheOtherThing() {
        assertThatThrownBy(() -> PemTls.certificates(tls("EC").key()))
                .hasMessage(tls("EC").key() + " has no -----BEGIN CERTIFICATE-----");
        assertThatThrownBy(() -> PemTls.privateKey(tls("EC").certificate()))
                .hasMessage(tls("EC").certificate() + " has no -----BEGIN PRIVATE KEY-----");
    }
}
