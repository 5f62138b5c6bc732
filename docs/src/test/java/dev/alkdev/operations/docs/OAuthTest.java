package dev.alkdev.operations.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.http.RestGateway;
import dev.alkdev.operations.jwt.JwtAuthenticator;
import dev.alkdev.operations.jwt.JwtOptions;
import dev.alkdev.operations.jwt.ProtectedResource;
import dev.alkdev.operations.openapi.HttpServiceOptions;
import dev.alkdev.operations.web.ClientCredentials;

import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.Test;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** The snippets of the guide about OAuth. */
class OAuthTest {
    private final OperationRegistry registry = OperationRegistry.create();

    @Test
    void aGatewayLeadsToTheAuthorizationServer() throws Exception {
        String issuer = "https://idp.example";
        // snippet: oauth-gateway
        JwtAuthenticator tokens =
                JwtAuthenticator.of(
                        JwtOptions.issuer(issuer).audience("https://api.example").build());
        RestGateway gateway = RestGateway.over(registry).authenticator(tokens).build();
        ServletContextHandler context = new ServletContextHandler();
        context.addServlet(new ServletHolder(gateway.servlet()), "/*");
        context.addServlet(
                new ServletHolder(tokens.resource().servlet()), ProtectedResource.PATH + "/*");
        // end
        Server server = new Server(0);
        server.setHandler(context);
        server.start();
        try (HttpClient http = HttpClient.newHttpClient()) {
            URI uri = URI.create("http://127.0.0.1:" + server.getURI().getPort());
            HttpResponse<String> refused =
                    http.send(
                            HttpRequest.newBuilder(uri.resolve("/operations")).build(),
                            BodyHandlers.ofString());
            assertThat(refused.statusCode()).isEqualTo(401);
            assertThat(refused.headers().firstValue("WWW-Authenticate"))
                    .contains(
                            "Bearer realm=\"operations\", resource_metadata=\"%s%s\""
                                    .formatted(uri, ProtectedResource.PATH));
            HttpResponse<String> document =
                    http.send(
                            HttpRequest.newBuilder(uri.resolve(ProtectedResource.PATH)).build(),
                            BodyHandlers.ofString());
            assertThat(document.body())
                    .contains("\"authorization_servers\":[\"https://idp.example\"]");
        } finally {
            server.stop();
        }
    }

    @Test
    void aServiceGetsItsTokens() {
        URI tokenUrl = URI.create("https://idp.example/token");
        String secret = "s3cr3t";
        // snippet: oauth-client
        HttpServiceOptions petstore =
                HttpServiceOptions.builder("petstore")
                        .credentials(
                                ClientCredentials.at(tokenUrl, "hub", secret)
                                        .scopes("pets:read")
                                        .build())
                        .build();
        // end
        assertThat(petstore.namespace()).isEqualTo("petstore");
    }
}
