package dev.alkdev.operations.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.LeakCheck;
import dev.alkdev.operations.testkit.TestRedis;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.concurrent.TimeUnit;

@ExtendWith(LeakCheck.class)
@Timeout(60)
class SecuredRedisTest {
    private static final String PASSWORD = "changeit";
    private static final JsonNode INPUT = Json.parse("{\"a\": 1}");

    @TempDir Path folder = Path.of("");

    @Test
    void thePasswordOfTheUrlIsShown() {
        try (TestRedis redis = TestRedis.startWithPassword("hush")) {
            String url = "redis://:hush@127.0.0.1:" + redis.port();
            assertThat(call(RedisLink.to(url), RedisLink.to(url))).isEqualTo(INPUT);
        }
    }

    @Test
    void aWrongPasswordKeepsTheLinkDownAndIsNotTold() {
        try (TestRedis redis = TestRedis.startWithPassword("hush")) {
            String url = "redis://:guess@127.0.0.1:" + redis.port();
            RedisLink link = RedisLink.to(url).build();
            try (Peer caller = Peer.over(link, OperationRegistry.create())) {
                assertThat(link.isUp()).isFalse();
                assertThat(link.name()).doesNotContain("guess");
                assertThatThrownBy(() -> caller.call("safe.echo", INPUT))
                        .isInstanceOfSatisfying(
                                CallException.class,
                                e -> {
                                    assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE);
                                    assertThat(e.getMessage()).doesNotContain("guess");
                                });
            }
        }
    }

    @Test
    void callsTravelEncryptedToARedisThatIsTrusted() throws Exception {
        Path keyStore = keyStore();
        Path certificate = certificate(keyStore);
        try (TestRedis redis = TestRedis.startWithPassword("hush");
                TlsProxy proxy = new TlsProxy(keyStore, PASSWORD, redis.port())) {
            String url = "rediss://:hush@127.0.0.1:" + proxy.port();
            assertThat(
                            call(
                                    RedisLink.to(url).trustedCertificates(certificate),
                                    RedisLink.to(url).trustedCertificates(certificate)))
                    .isEqualTo(INPUT);
        }
    }

    @Test
    void aRedisThatIsNotTrustedIsNotUsed() throws Exception {
        Path keyStore = keyStore();
        try (TestRedis redis = TestRedis.start();
                TlsProxy proxy = new TlsProxy(keyStore, PASSWORD, redis.port())) {
            RedisLink link = RedisLink.to("rediss://127.0.0.1:" + proxy.port()).build();
            try (Peer caller = Peer.over(link, OperationRegistry.create())) {
                assertThat(caller.isUp()).isFalse();
            }
        }
    }

    private static JsonNode call(RedisLink.Builder worker, RedisLink.Builder caller) {
        OperationRegistry registry = OperationRegistry.create();
        registry.register(OperationSpec.query("safe.echo").build(), (input, context) -> input);
        try (Peer serving = Peer.over(worker.prefix("secured").build(), registry);
                Peer calling =
                        Peer.over(caller.prefix("secured").build(), OperationRegistry.create())) {
            assertThat(serving.isUp()).isTrue();
            return calling.call("safe.echo", INPUT).data();
        }
    }

    private Path keyStore() throws Exception {
        Path file = folder.resolve("server.p12");
        String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        String arguments =
                "-genkeypair -alias server -keyalg EC -dname CN=localhost"
                        + " -ext san=ip:127.0.0.1,dns:localhost -storetype PKCS12 -storepass "
                        + PASSWORD
                        + " -keystore "
                        + file;
        Process process =
                new ProcessBuilder((keytool + " " + arguments).split(" "))
                        .redirectErrorStream(true)
                        .start();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        return file;
    }

    private Path certificate(Path keyStore) throws Exception {
        byte[] bytes =
                KeyStore.getInstance(keyStore.toFile(), PASSWORD.toCharArray())
                        .getCertificate("server")
                        .getEncoded();
        Path file = folder.resolve("server.pem");
        return Files.writeString(
                file,
                "-----BEGIN CERTIFICATE-----\n"
                        + Base64.getMimeEncoder().encodeToString(bytes)
                        + "\n-----END CERTIFICATE-----\n");
    }
}
