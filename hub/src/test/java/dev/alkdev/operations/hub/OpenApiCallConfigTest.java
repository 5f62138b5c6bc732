package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.openapi.Defaults;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.web.Credential;
import dev.alkdev.operations.web.Credential.KeyPlace;
import dev.alkdev.operations.web.Redirects;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What a config can say about the requests of an API and the answers to them. */
class OpenApiCallConfigTest {
    private static final String SOURCE =
            "sources:\n  - name: pets\n    type: openapi\n    document: https://pets.example/a\n";

    @TempDir Path folder;

    private OpenApiSourceConfig parse(String more) {
        return (OpenApiSourceConfig)
                ConfigText.in(folder).parse(SOURCE + more.indent(4)).sources().getFirst();
    }

    private String problems(String more) {
        return ConfigText.in(folder).problems(SOURCE + more.indent(4)).toString();
    }

    @Test
    void isAllThatTheLibraryCanBeTold() {
        OpenApiSourceConfig source =
                parse(
                        """
                        parameters: {tenant: shop, version: 2, tags: [a, b]}
                        trustedOrigins: [https://api.pets.example]
                        serverVariables: {region: eu}
                        defaults: all
                        bodyTypes: [application/merge-patch+json]
                        redirects: {follow: anywhere, max: 2}
                        events: {reconnects: 5, reconnectDelay: 1s, idleTimeout: 1m, maxEventBytes: 1MiB, endMarker: "[DONE]"}
                        withheldHeaders: [set-cookie, x-secret*]
                        maxResponseBytes: 1MiB
                        maxErrorBytes: 1KiB
                        auth: {bearer: t, apiKey: [{in: query, name: key, value: k}, {name: X-Key, value: l}]}
                        """);

        assertThat(source.calls())
                .isEqualTo(
                        new OpenApiCallConfig(
                                Map.of(
                                        "tenant",
                                        Json.parse("\"shop\""),
                                        "version",
                                        Json.parse("2"),
                                        "tags",
                                        Json.parse("[\"a\", \"b\"]")),
                                List.of(URI.create("https://api.pets.example")),
                                Map.of("region", "eu"),
                                Defaults.ALL,
                                List.of("application/merge-patch+json"),
                                new OpenApiCallConfig.FollowedRedirects(Redirects.ANYWHERE, 2),
                                new OpenApiCallConfig.Events(
                                        5,
                                        Duration.ofSeconds(1),
                                        Duration.ofMinutes(1),
                                        1024 * 1024,
                                        "[DONE]"),
                                List.of("set-cookie", "x-secret*"),
                                1024 * 1024,
                                1024));
        assertThat(((FixedAuthConfig) Objects.requireNonNull(source.auth())).credential())
                .isEqualTo(
                        Credential.all(
                                Credential.bearer("t"),
                                Credential.apiKey(KeyPlace.QUERY, "key", "k"),
                                Credential.apiKey(KeyPlace.HEADER, "X-Key", "l")));
    }

    @Test
    void withholdsCookiesUnlessItSaysOtherwise() {
        assertThat(parse("").calls().withheld()).contains("set-cookie", "server");
        assertThat(parse("withheldHeaders: []").calls().withheld()).isEmpty();
    }

    @Test
    void doesNotTellTheValuesOfParameters() {
        assertThat(parse("parameters: {tenant: SECRET}").toString())
                .contains("tenant")
                .doesNotContain("SECRET");
    }

    @Test
    void isRefusedWhereItCannotBeSent() {
        assertThat(problems("headers: {X-Name: Zoë}")).contains("a text on one line, in ASCII");
        assertThat(problems("headers: {Host: x}"))
                .contains("the header 'Host' is set by the HTTP client");
        assertThat(problems("auth: {bearer: t, basic: {user: u, password: p}}"))
                .contains("'basic' and 'bearer' are both sent as Authorization; give one");
        assertThat(problems("baseUrl: \"https://pets.example/v1?x=1\""))
                .contains("without query and fragment");
        assertThat(problems("trustedOrigins: [ftp://x]")).contains("an http or https URL");
    }
}
