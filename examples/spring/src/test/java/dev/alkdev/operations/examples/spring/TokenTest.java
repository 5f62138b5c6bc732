package dev.alkdev.operations.examples.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.source.ImmutableSecret;

import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationSpec;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.oauth2.jose.jws.MacAlgorithm;
import org.springframework.security.oauth2.jwt.JwsHeader;
import org.springframework.security.oauth2.jwt.JwtClaimsSet;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtEncoderParameters;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.oauth2.jwt.NimbusJwtEncoder;
import org.springframework.security.web.SecurityFilterChain;

import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** An application whose callers show JSON Web Tokens, which expire. */
@Timeout(120)
class TokenTest {
    private static final SecretKey KEY =
            new SecretKeySpec(
                    "a key that nobody guesses, 32 bytes".getBytes(StandardCharsets.UTF_8),
                    "HmacSHA256");

    private static ConfigurableApplicationContext application;
    private static HttpClient http;

    /** No component, or the shop would find it. */
    @EnableAutoConfiguration
    static class TokenApplication {
        final CountDownLatch ended = new CountDownLatch(1);

        @Bean
        JwtDecoder tokens() {
            return NimbusJwtDecoder.withSecretKey(KEY).build();
        }

        @Bean
        SecurityFilterChain security(HttpSecurity http) {
            return http.authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                    .oauth2ResourceServer(server -> server.jwt(Customizer.withDefaults()))
                    .csrf(csrf -> csrf.disable())
                    .build();
        }

        /** It goes on until somebody ends it. */
        @Bean
        OperationBinding ticks() {
            return OperationBinding.of(
                    OperationSpec.subscription("clock.ticks").requires("clock:read").build(),
                    (input, context, emitter) -> {
                        try {
                            for (int tick = 0; true; tick++) {
                                emitter.emit(tick);
                                TimeUnit.MILLISECONDS.sleep(100);
                            }
                        } finally {
                            ended.countDown();
                        }
                    });
        }
    }

    @BeforeAll
    static void start() {
        application =
                SpringApplication.run(
                        TokenApplication.class,
                        "--server.port=0",
                        "--server.address=127.0.0.1",
                        "--spring.config.name=none");
        http = HttpClient.newHttpClient();
    }

    @AfterAll
    static void stop() {
        http.close();
        application.close();
    }

    private static String token(Duration left) {
        Instant now = Instant.now();
        JwtClaimsSet claims =
                JwtClaimsSet.builder()
                        .subject("ann")
                        .claim("scope", "clock:read")
                        .issuedAt(now.minusSeconds(60))
                        .expiresAt(now.plus(left))
                        .build();
        return new NimbusJwtEncoder(new ImmutableSecret<>(KEY))
                .encode(
                        JwtEncoderParameters.from(
                                JwsHeader.with(MacAlgorithm.HS256).build(), claims))
                .getTokenValue();
    }

    private static BufferedReader stream(String token) throws Exception {
        String port = application.getEnvironment().getProperty("local.server.port");
        HttpResponse<InputStream> answer =
                http.send(
                        HttpRequest.newBuilder(
                                        URI.create(
                                                "http://127.0.0.1:"
                                                        + port
                                                        + "/api/operations/clock.ticks"))
                                .header("Authorization", "Bearer " + token)
                                .header("Accept", "text/event-stream")
                                .build(),
                        HttpResponse.BodyHandlers.ofInputStream());
        assertThat(answer.statusCode()).isEqualTo(200);
        return new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8));
    }

    @Test
    void aStreamEndsWhenItsTokenExpires() throws Exception {
        try (BufferedReader lasting = stream(token(Duration.ofHours(1)));
                BufferedReader expiring = stream(token(Duration.ofSeconds(3)))) {
            // All of it: what never ends cannot be read to its end.
            assertThat(expiring.lines().toList()).contains("event: error");
            assertThat(
                            application
                                    .getBean(TokenApplication.class)
                                    .ended
                                    .await(60, TimeUnit.SECONDS))
                    .as("the operation is ended as well")
                    .isTrue();
            assertThat(lasting.lines().filter(line -> line.startsWith("data:")).limit(3))
                    .hasSize(3);
        }
    }
}
