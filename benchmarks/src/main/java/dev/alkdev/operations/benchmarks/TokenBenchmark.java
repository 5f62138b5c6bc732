package dev.alkdev.operations.benchmarks;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;

import dev.alkdev.operations.jwt.JwtOptions;
import dev.alkdev.operations.jwt.JwtVerifier;
import dev.alkdev.operations.jwt.Verdict;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What a token costs when it is first seen, and from then on. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@SuppressWarnings("NullAway.Init") // JMH and the set-up fill in the fields.
public class TokenBenchmark {
    /** More than are remembered, so that each is verified when it comes around again. */
    private static final int MANY = 40_000;

    @Param({"RS256", "ES256"})
    public String algorithm;

    private HttpServer server;
    private JwtVerifier verifier;
    private String[] tokens;
    private int next;

    @Setup
    public void start() throws IOException, JOSEException {
        RSAKey rsa = new RSAKeyGenerator(2048).keyID("RS256").generate();
        ECKey ec = new ECKeyGenerator(Curve.P_256).keyID("ES256").generate();
        byte[] keys = new JWKSet(List.of(rsa, ec)).toString().getBytes(StandardCharsets.UTF_8);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/",
                exchange -> {
                    exchange.sendResponseHeaders(200, keys.length);
                    exchange.getResponseBody().write(keys);
                    exchange.close();
                });
        server.start();
        URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
        verifier =
                JwtVerifier.of(
                        List.of(
                                JwtOptions.issuer("https://idp.example")
                                        .audience("hub")
                                        .jwksUri(uri)
                                        .build()));
        JWSSigner signer = algorithm.equals("RS256") ? new RSASSASigner(rsa) : new ECDSASigner(ec);
        tokens = new String[MANY];
        for (int i = 0; i < MANY; i++) {
            tokens[i] = token(signer, i);
        }
    }

    private String token(JWSSigner signer, int number) throws JOSEException {
        SignedJWT token =
                new SignedJWT(
                        new JWSHeader.Builder(JWSAlgorithm.parse(algorithm))
                                .type(new JOSEObjectType("at+jwt"))
                                .keyID(algorithm)
                                .build(),
                        new JWTClaimsSet.Builder()
                                .issuer("https://idp.example")
                                .audience("hub")
                                .subject("caller-" + number)
                                .claim("scope", "pets:read pets:write")
                                .expirationTime(Date.from(Instant.now().plusSeconds(36_000)))
                                .build());
        token.sign(signer);
        return token.serialize();
    }

    @TearDown
    public void stop() {
        server.stop(0);
    }

    /** The same token again. */
    @Benchmark
    public Verdict remembered() {
        return verifier.verify(tokens[0]);
    }

    /** A token that is not remembered, mostly. */
    @Benchmark
    public Verdict verified() {
        next = (next + 1) % MANY;
        return verifier.verify(tokens[next]);
    }
}
