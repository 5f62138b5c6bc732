package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.OidcProvider;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;

/** Hubs with an authorization server that we did not write. */
@Timeout(300)
class HubOidcTest {
    private static final String RESOURCE = "https://hub.example/mcp";

    @AutoClose private static OidcProvider provider;

    @BeforeAll
    static void start() throws IOException {
        provider = OidcProvider.start();
    }

    private static Hub hub() {
        return HubFixtures.started(
                """
                publicUrl: https://hub.example
                auth: {jwt: {issuer: "%s"}}
                """
                                .formatted(provider.issuer())
                        + HubFixtures.TEST_SOURCE);
    }

    @Test
    void itsTokensAreAcceptedOverRestAndLinks() throws Exception {
        String token = provider.token(RESOURCE, "secret:read");
        try (Hub hub = hub();
                HubClient client = HubClient.of(hub).with(token);
                Peer peer = HubFixtures.linked(hub, token, OperationRegistry.create())) {
            assertThat(client.call("test.caller", "{}").body())
                    .isEqualTo("\"" + OidcProvider.CLIENT + "\"");
            assertThat(client.call("test.secret", "{}").body()).isEqualTo("\"secret\"");
            assertThat(peer.call("test.secret", Json.parse("{}")).data().asString())
                    .isEqualTo("secret");
        }
    }

    @Test
    void aTokenForAnotherResourceOrWithOtherScopesIsNotEnough() throws Exception {
        String other = provider.token("https://other.example", "secret:read");
        String few = provider.token(RESOURCE, "other");
        try (Hub hub = hub();
                HubClient client = HubClient.of(hub)) {
            assertThat(client.with(other).call("test.caller", "{}").statusCode()).isEqualTo(401);
            assertThat(client.with(few).call("test.caller", "{}").statusCode()).isEqualTo(200);
            assertThat(client.with(few).call("test.secret", "{}").statusCode()).isEqualTo(403);
        }
    }

    @Test
    void aHubGetsATokenForAnApiThatIsBehindIt() throws Exception {
        String withOauth =
                """
                sources:
                  - name: far
                    type: openapi
                    document: {url: "%1$s/openapi.json", headers: {Authorization: "Bearer %4$s"}}
                    baseUrl: %1$s
                    auth:
                      oauth:
                        tokenUrl: %2$s/token
                        clientId: robot
                        clientSecret: "%3$s"
                        scopes: [secret:read]
                        resource: https://hub.example
                """;
        try (Hub api = hub();
                Hub hub =
                        HubFixtures.started(
                                withOauth.formatted(
                                        api.uri(),
                                        provider.issuer(),
                                        OidcProvider.SECRET,
                                        provider.token(RESOURCE, "secret:read")));
                HubClient client = HubClient.of(hub)) {
            String secret =
                    client.json("/operations").get("operations").findValuesAsString("id").stream()
                            .filter(id -> id.contains("secret"))
                            .findFirst()
                            .orElseThrow();

            assertThat(client.call(secret, "{}").body()).isEqualTo("\"secret\"");
        }
    }

    @Test
    void aHubGetsATokenForAnMcpServerThatIsBehindIt() throws Exception {
        String withOauth =
                """
                sources:
                  - name: far
                    type: mcp
                    url: %s/mcp/test
                    auth:
                      oauth:
                        tokenUrl: %s/token
                        clientId: %s
                        clientSecret: "%s"
                        scopes: [%s]
                        resource: https://hub.example/mcp
                """;
        try (Hub server = hub();
                Hub hub = HubFixtures.started(forScope(withOauth, server, "secret:read"));
                Hub without = HubFixtures.started(forScope(withOauth, server, "other"));
                HubClient client = HubClient.of(hub);
                HubClient other = HubClient.of(without)) {
            assertThat(client.call("far.caller", "{}").body()).contains(OidcProvider.CLIENT);
            assertThat(client.call("far.secret", "{}").body()).contains("secret");
            assertThat(other.call("far.caller", "{}").body()).contains(OidcProvider.CLIENT);
            // Not listed for those who may not use it, and so not there.
            assertThat(other.call("far.secret", "{}").statusCode()).isEqualTo(404);
        }
    }

    private static String forScope(String config, Hub server, String scope) {
        return config.formatted(
                server.uri(), provider.issuer(), OidcProvider.CLIENT, OidcProvider.SECRET, scope);
    }

    @Test
    void anMcpServerThatRefusesTheHubIsNamedWithTheReason() throws Exception {
        try (Hub server = hub();
                Hub hub =
                        HubFixtures.started(
                                """
                                sources: [{name: far, type: mcp, url: "%s/mcp", auth: {bearer: old}}]
                                """
                                        .formatted(server.uri()))) {
            assertThat(hub.sources().getFirst().status().lastError())
                    .contains("HTTP 401")
                    .contains("token");
        }
    }
}
