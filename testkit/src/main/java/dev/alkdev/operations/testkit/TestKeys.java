package dev.alkdev.operations.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** Makes certificates for tests with the JDK's own tool. */
public final class TestKeys {
    private static final String PASSWORD = "password";

    private TestKeys() {}

    /** Writes {@code name.pem} and {@code name-key.pem}, for localhost. */
    public static void make(Path folder, String name, String algorithm) throws Exception {
        Path store = folder.resolve(name + ".p12");
        run(
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                        "-genkeypair",
                        "-alias",
                        "hub",
                        "-keyalg",
                        algorithm,
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=dns:localhost,ip:127.0.0.1",
                        "-storepass",
                        PASSWORD,
                        "-keystore",
                        store.toString()));
        KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
        byte[] key =
                Objects.requireNonNull(keys.getKey("hub", PASSWORD.toCharArray())).getEncoded();
        byte[] certificate = keys.getCertificate("hub").getEncoded();
        Files.writeString(folder.resolve(name + "-key.pem"), pem("PRIVATE KEY", key));
        Files.writeString(folder.resolve(name + ".pem"), pem("CERTIFICATE", certificate));
    }

    private static void run(List<String> command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
    }

    /** A part of a PEM file. */
    public static String pem(String label, byte[] bytes) {
        String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted(label, base64);
    }
}
