package dev.alkdev.operations.testkit;

import dev.alkdev.operations.schema.Json;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * A real authorization server: oidc-provider of npm, in a process of its own. Whoever signs in is
 * who they say they are; {@code ann} is of the groups {@code staff} and {@code all}, everybody else
 * of {@code all}. Threads may share it.
 */
public final class OidcProvider implements AutoCloseable {
    /** The client that gets tokens for itself. */
    public static final String CLIENT = "robot";

    /** The client by which people sign in, with the same secret. */
    public static final String CONSOLE = "console";

    /** With all that makes encoding go wrong. */
    public static final String SECRET = "s3cr3t /+%:";

    private static final String SCRIPT =
            """
            import { Provider } from 'oidc-provider';
            import { createServer } from 'node:http';
            import { generateKeyPairSync } from 'node:crypto';

            const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
            const server = createServer();
            await new Promise((done) => server.listen(0, '127.0.0.1', done));
            const issuer = `http://127.0.0.1:${server.address().port}`;
            const scope = 'secret:read other';
            const provider = new Provider(issuer, {
              jwks: { keys: [{ ...key.export({ format: 'jwk' }), kid: 'k', alg: 'RS256', use: 'sig' }] },
              clients: [{
                client_id: process.argv[2], client_secret: process.argv[3], scope,
                grant_types: ['client_credentials'], redirect_uris: [], response_types: [],
              }, {
                client_id: 'console', client_secret: process.argv[3],
                redirect_uris: ['https://hub.example/console/api/callback'],
              }],
              scopes: scope.split(' '),
              claims: { openid: ['sub'], groups: ['groups'] },
              conformIdTokenClaims: false,
              pkce: { required: () => true },
              findAccount: (context, id) => ({
                accountId: id,
                claims: () => ({ sub: id, groups: id === 'ann' ? ['staff', 'all'] : ['all'] }),
              }),
              features: {
                clientCredentials: { enabled: true },
                devInteractions: { enabled: true },
                resourceIndicators: {
                  enabled: true,
                  getResourceServerInfo: (context, resource) => ({
                    scope, audience: resource, accessTokenFormat: 'jwt', accessTokenTTL: 600,
                    jwt: { sign: { alg: 'RS256' } },
                  }),
                },
              },
            });
            // Hubs of tests listen anywhere.
            provider.Client.prototype.redirectUriAllowed =
              (uri) => new URL(uri).pathname === '/console/api/callback';
            server.on('request', provider.callback());
            // It ends with its parent.
            process.stdin.resume().on('end', () => process.exit());
            console.log(issuer);
            """;

    private final Process process;
    private final String issuer;

    private OidcProvider(Process process, String issuer) {
        this.process = process;
        this.issuer = issuer;
    }

    /**
     * Starts one on a free port.
     *
     * @throws IOException if it does not start
     */
    public static OidcProvider start() throws IOException {
        NodePackages packages = NodePackages.of("oidc-provider@9.13.3");
        Process process =
                packages.process(packages.script("oidc.mjs", SCRIPT), CLIENT, SECRET)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        String line = out.readLine();
        while (line != null && !line.startsWith("http://")) {
            line = out.readLine();
        }
        if (line == null) {
            throw new IOException("oidc-provider did not start");
        }
        return new OidcProvider(process, line);
    }

    /** As its tokens name it, and where it is. */
    public String issuer() {
        return issuer;
    }

    /** A token for the client itself. */
    public String token(String resource, String scope) throws IOException, InterruptedException {
        String client =
                URLEncoder.encode(CLIENT, StandardCharsets.UTF_8)
                        + ":"
                        + URLEncoder.encode(SECRET, StandardCharsets.UTF_8);
        String basic = Base64.getEncoder().encodeToString(client.getBytes(StandardCharsets.UTF_8));
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(issuer + "/token"))
                        .header("Authorization", "Basic " + basic)
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(
                                BodyPublishers.ofString(
                                        "grant_type=client_credentials&scope=%s&resource=%s"
                                                .formatted(scope, resource)))
                        .build();
        try (HttpClient http = HttpClient.newHttpClient()) {
            String body = http.send(request, BodyHandlers.ofString()).body();
            return Json.parse(body).required("access_token").asString();
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
