package dev.alkdev.operations.hub;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import dev.alkdev.operations.schema.Json;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;

/** An OpenID Connect issuer that answers as a test says, also what it should not. */
final class TestOpenIdIssuer implements AutoCloseable {
    static final String CLIENT = "hub";

    private final HttpServer server;
    private volatile ECKey key = key("one");
    private volatile boolean keysDown;
    private volatile boolean down;
    private volatile String nonce = "";
    private volatile UnaryOperator<JWTClaimsSet.Builder> change = claims -> claims;

    TestOpenIdIssuer() {
        try {
            InetAddress loopback = InetAddress.getLoopbackAddress();
            server = HttpServer.create(new InetSocketAddress(loopback, 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
    }

    static ECKey key(String id) {
        try {
            return new ECKeyGenerator(Curve.P_256).keyID(id).generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        boolean refuses = down || (keysDown && path.equals("/jwks"));
        String body =
                switch (path) {
                    case "/.well-known/openid-configuration" -> metadata();
                    case "/jwks" -> new JWKSet(key).toString();
                    case "/token" ->
                            Json.mapper()
                                    .createObjectNode()
                                    .put("access_token", "unused")
                                    .put("id_token", token())
                                    .toString();
                    default -> "{}";
                };
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(refuses ? 503 : 200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private String metadata() {
        return Json.mapper()
                .createObjectNode()
                .put("issuer", name())
                .put("authorization_endpoint", name() + "/authorize")
                .put("token_endpoint", name() + "/token")
                .put("jwks_uri", name() + "/jwks")
                .toString();
    }

    String name() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** The lines of a config by which people sign in here. */
    String config(String more) {
        return """
        auth:
          oidc:
            name: acme
            issuer: %s
            clientId: %s
        %s\
        """
                .formatted(name(), CLIENT, more);
    }

    private String token() {
        JWTClaimsSet claims =
                change.apply(
                                new JWTClaimsSet.Builder()
                                        .issuer(name())
                                        .audience(CLIENT)
                                        .subject("ann")
                                        .claim("nonce", nonce)
                                        .issueTime(TestIssuer.in(0))
                                        .expirationTime(TestIssuer.in(600)))
                        .build();
        SignedJWT token =
                new SignedJWT(
                        new JWSHeader.Builder(JWSAlgorithm.ES256).keyID(key.getKeyID()).build(),
                        claims);
        try {
            token.sign(new ECDSASigner(key));
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
        return token.serialize();
    }

    /** What the id tokens of now on have for a nonce. */
    void nonce(String nonce) {
        this.nonce = nonce;
    }

    /** How the id tokens of now on differ from right ones. */
    void tokens(UnaryOperator<JWTClaimsSet.Builder> change) {
        this.change = change;
    }

    /** Signs with another key from now on. */
    void key(ECKey other) {
        this.key = other;
    }

    void keysDown(boolean keysDown) {
        this.keysDown = keysDown;
    }

    void down(boolean down) {
        this.down = down;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
