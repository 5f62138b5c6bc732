package dev.alkdev.operations.hub;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** An authorization server that issues any token. */
final class TestIssuer implements AutoCloseable {
    static final String AUDIENCE = "https://hub.example";
    private static final ECKey KEY = key();

    private final HttpServer server;
    private final AtomicInteger fetches = new AtomicInteger();
    private volatile int status = 200;

    TestIssuer() {
        try {
            InetAddress loopback = InetAddress.getLoopbackAddress();
            server = HttpServer.create(new InetSocketAddress(loopback, 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext(
                "/jwks",
                exchange -> {
                    fetches.incrementAndGet();
                    byte[] keys = new JWKSet(KEY).toString().getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(status, status == 200 ? keys.length : -1);
                    if (status == 200) {
                        exchange.getResponseBody().write(keys);
                    }
                    exchange.close();
                });
        server.start();
    }

    private static ECKey key() {
        try {
            return new ECKeyGenerator(Curve.P_256).keyID("key").generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    String name() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** The lines of a config that accept its tokens, with more keys of the issuer. */
    String config(String more) {
        return """
        auth:
          jwt:
            issuer: %1$s
            jwksUri: %1$s/jwks
            audience: %2$s
        %3$s\
        """
                .formatted(name(), AUDIENCE, more);
    }

    /** How the request for the keys is answered. */
    void status(int status) {
        this.status = status;
    }

    int fetches() {
        return fetches.get();
    }

    String token(String subject, String scopes) {
        return token(claims -> claims.subject(subject).claim("scope", scopes));
    }

    String token(UnaryOperator<JWTClaimsSet.Builder> change) {
        JWTClaimsSet claims =
                change.apply(
                                new JWTClaimsSet.Builder()
                                        .issuer(name())
                                        .audience(AUDIENCE)
                                        .subject("ann")
                                        .expirationTime(in(600)))
                        .build();
        SignedJWT token =
                new SignedJWT(
                        new JWSHeader.Builder(JWSAlgorithm.ES256)
                                .type(new JOSEObjectType("at+jwt"))
                                .keyID("key")
                                .build(),
                        claims);
        try {
            token.sign(new ECDSASigner(KEY));
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
        return token.serialize();
    }

    static Date in(int seconds) {
        return Date.from(Instant.now().plusSeconds(seconds));
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
