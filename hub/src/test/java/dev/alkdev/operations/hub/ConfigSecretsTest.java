package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.config.NewToken;
import dev.alkdev.operations.config.SafeText;
import dev.alkdev.operations.config.Secret;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class ConfigSecretsTest {
    private static final String SECRET = "s3cr3t";

    @TempDir Path folder;

    @BeforeEach
    void writeFiles() throws IOException {
        Files.writeString(folder.resolve("petstore.json"), "{}");
        Files.writeString(folder.resolve("secret"), SECRET);
    }

    @Test
    void areNotInTheTextFormOfAConfig() {
        HubConfig config =
                ConfigText.in(folder)
                        .parse(
                                """
                                engine: redis://user:s3cr3t@cache:6379
                                tokens: [{id: ci, hash: "sha256:2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae"}]
                                sources:
                                  - name: a
                                    type: openapi
                                    document: {url: "https://me:s3cr3t@a.example/api?key=s3cr3t", headers: {X-Key: s3cr3t}}
                                    baseUrl: https://a.example/v1
                                    parameters: {key: s3cr3t}
                                    headers: {X-Key: s3cr3t}
                                    auth: {basic: {user: me, password: s3cr3t}}
                                  - {name: b, type: peer, url: "wss://me:s3cr3t@b.example/link?k=s3cr3t", token: s3cr3t}
                                  - {name: c, type: provider, provider: tasks, options: {key: s3cr3t}}
                                """);
        assertThat(config.toString())
                .doesNotContain(SECRET)
                .doesNotContain("2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae")
                .contains("redis://***@cache:6379")
                .contains("wss://***@b.example/link?***")
                .contains("https://a.example/v1")
                .contains("token=***")
                .contains("options=[key]")
                .contains("sha256:2c26b46b…");
    }

    @Test
    void areNotInMessagesAboutExpandedValues() {
        ConfigText config = ConfigText.in(folder).with("S", SECRET);
        String text =
                """
                name: "${S} ${S}"
                title: {a: "${S}"}
                listen: {host: "${S}/", port: "${S}", tls: {certificate: "${S}", key: "${file:secret}"}}
                engine: {url: "redis://${S}@", prefix: "{${S}}", expiry: "${S}"}
                gateways: ["${S}", "rest${S:-x}"]
                limits: {bodyBytes: "${S}", batch: "${S}", timeouts: {max: "${S}"}}
                tokens: [{id: "${S}", hash: "${S}"}, {id: "${S}", hash: "sha256:${S}"}]
                cors: {origins: ["${S}"]}
                audit: {file: "${S}/${S}"}
                drain: ${file:secret}
                sources:
                  - {name: "${S}", type: openapi, document: "${S}", baseUrl: "${S}", headers: {a: "${S}\\n"}, retry: "${S}"}
                  - {name: "${S}", type: peer, url: "${S}", token: "${S} ", trust: {certificates: "${S}"}}
                  - {name: c, type: "${S}"}
                  - {name: d, type: provider, provider: tasks, namespace: "${S}/", renames: {a: "${S}", b: "${S}"}}
                """;
        assertThat(config.problems(text))
                .hasSizeGreaterThan(25)
                .allSatisfy(problem -> assertThat(problem).doesNotContain(SECRET));
    }

    @Test
    void areNotInMessagesAboutFilesNamedByExpansions() throws IOException {
        Files.writeString(folder.resolve(SECRET), "no pem");
        assertThat(
                        ConfigText.in(folder)
                                .with("S", SECRET)
                                .problems("listen: {tls: {certificate: \"${S}\", key: \"${S}\"}}"))
                .containsExactly(
                        "hub.yaml:1:29: what ${S} gives is not a PEM file: it has no -----BEGIN"
                                + " …----- with its end",
                        "hub.yaml:1:42: what ${S} gives is not a PEM file: it has no -----BEGIN"
                                + " …----- with its end");
    }

    @Test
    void showNothingButStars() {
        assertThat(new Secret(SECRET)).hasToString("***").isEqualTo(new Secret(SECRET));
        assertThat(NewToken.create("ci", List.of()).toString()).doesNotContain("op_");
        assertThat(SafeText.of(URI.create("https://a.example/b#c")))
                .isEqualTo("https://a.example/b#c");
    }
}
