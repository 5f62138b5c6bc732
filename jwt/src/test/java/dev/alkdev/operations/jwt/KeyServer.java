package dev.alkdev.operations.jwt;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import dev.alkdev.operations.base.TimeSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** An issuer with keys of its own, whose answers a test decides, good and bad. */
final class KeyServer implements AutoCloseable {
    static final RSAKey RSA = rsa("rsa-1");
    static final ECKey EC = ec("ec-1");

    private final HttpServer server;
    private final AtomicInteger fetches = new AtomicInteger();
    private volatile Answer answer;
    private volatile TimeSource clock = TimeSource.system();

    /** How the request for the keys is answered. */
    @FunctionalInterface
    interface Answer {
        void send(HttpExchange exchange) throws IOException;
    }

    KeyServer() {
        this(0);
    }

    /** At a port where one was before. */
    KeyServer(int port) {
        try {
            InetAddress loopback = InetAddress.getLoopbackAddress();
            server = HttpServer.create(new InetSocketAddress(loopback, port), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        answer = keys(RSA, EC);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/.well-known/openid-configuration", exchange -> metadata(exchange));
        server.createContext(
                "/jwks",
                exchange -> {
                    fetches.incrementAndGet();
                    answer.send(exchange);
                });
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    String issuer() {
        return "http://127.0.0.1:" + port();
    }

    /** How often the keys were asked for. */
    int fetches() {
        return fetches.get();
    }

    /** What its tokens are dated by. */
    void clock(TimeSource clock) {
        this.clock = clock;
    }

    void answer(Answer answer) {
        this.answer = answer;
    }

    private void metadata(HttpExchange exchange) throws IOException {
        json(200, "{\"issuer\": \"%s\", \"jwks_uri\": \"%s/jwks\"}".formatted(issuer(), issuer()))
                .send(exchange);
    }

    static Answer keys(JWK... keys) {
        return json(200, new JWKSet(List.of(keys)).toString());
    }

    static Answer json(int status, String body) {
        return exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        };
    }

    JwtOptions.Builder options() {
        return JwtOptions.issuer(issuer()).audience("hub");
    }

    static RSAKey rsa(String id) {
        try {
            return new RSAKeyGenerator(2048).keyID(id).generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    static ECKey ec(String id) {
        try {
            return new ECKeyGenerator(Curve.P_256).keyID(id).generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The claims of a good token, which a test may spoil. */
    JWTClaimsSet claims(UnaryOperator<JWTClaimsSet.Builder> change) {
        Instant now = clock.now();
        return change.apply(
                        new JWTClaimsSet.Builder()
                                .issuer(issuer())
                                .audience("hub")
                                .subject("ann")
                                .claim("scope", "pets:read pets:write")
                                .issueTime(Date.from(now))
                                .expirationTime(Date.from(now.plusSeconds(600))))
                .build();
    }

    String token() {
        return token(claims -> claims);
    }

    String token(UnaryOperator<JWTClaimsSet.Builder> change) {
        return signed(RSA, header(JWSAlgorithm.RS256, RSA).build(), claims(change));
    }

    static JWSHeader.Builder header(JWSAlgorithm algorithm, JWK key) {
        return new JWSHeader.Builder(algorithm)
                .type(new JOSEObjectType("at+jwt"))
                .keyID(key.getKeyID());
    }

    static String signed(JWK key, JWSHeader header, JWTClaimsSet claims) {
        try {
            SignedJWT token = new SignedJWT(header, claims);
            token.sign(
                    key instanceof ECKey ec
                            ? new ECDSASigner(ec)
                            : new RSASSASigner(key.toRSAKey()));
            return token.serialize();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
