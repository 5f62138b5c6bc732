package dev.alkdev.operations.examples.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.PublishingSource;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.mcp.McpServerOptions;
import dev.alkdev.operations.mcp.McpSource;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.websocket.WebSocketClientLink;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

import tools.jackson.databind.JsonNode;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.List;

/** Method security, the security context and HTTP statuses of beans, over every gateway. */
@Timeout(120)
class SecuredBeansTest {
    private static final String ANN = basic("ann");
    private static final String BOB = basic("bob");

    private static ConfigurableApplicationContext application;
    private static HttpClient http;

    /** No component, or the shop would find it. */
    @EnableAutoConfiguration
    @EnableMethodSecurity
    static class SecuredApplication {
        @Bean
        Secured secured() {
            return new Secured();
        }

        @Bean
        OperationBinding bound() {
            return OperationBinding.of(
                    OperationSpec.query("bound.user").build(),
                    (input, context) -> Secured.currentUser());
        }

        @Bean
        OperationBinding boundLater() {
            return OperationBinding.of(
                    OperationSpec.query("bound.failLater").build(),
                    (input, context) -> Secured.failing(input.path("how").asString()));
        }

        @Bean
        OperationBinding boundItems() {
            return OperationBinding.of(
                    OperationSpec.subscription("bound.failingItems").build(),
                    (input, context, emitter) -> emitter.emit(Secured.failing("denied")));
        }

        @Bean
        PublishingSource source() {
            return new PublishingSource("published") {
                @Override
                protected Collection<OperationBinding> read() {
                    return List.of(
                            OperationBinding.of(
                                    OperationSpec.subscription("published.users").build(),
                                    (input, context, emitter) ->
                                            emitter.emit(Secured.currentUser())));
                }
            };
        }

        @Bean
        UserDetailsService users() {
            return new InMemoryUserDetailsManager(
                    account("ann", "ROLE_ADMIN", "SCOPE_things:write"), account("bob"));
        }

        private static UserDetails account(String name, String... authorities) {
            return User.withUsername(name)
                    .password("{noop}secret")
                    .authorities(authorities)
                    .build();
        }

        @Bean
        SecurityFilterChain security(HttpSecurity http) {
            return http.authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
                    .httpBasic(Customizer.withDefaults())
                    .csrf(csrf -> csrf.disable())
                    .build();
        }
    }

    @BeforeAll
    static void start() {
        application =
                SpringApplication.run(
                        SecuredApplication.class,
                        "--server.port=0",
                        "--server.address=127.0.0.1",
                        "--operations.challenge=Basic",
                        "--spring.config.name=none");
        http = HttpClient.newHttpClient();
    }

    @AfterAll
    static void stop() {
        http.close();
        application.close();
    }

    private static String basic(String name) {
        byte[] text = (name + ":secret").getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(text);
    }

    private static URI uri(String path) {
        String port = application.getEnvironment().getProperty("local.server.port");
        return URI.create("http://127.0.0.1:" + port + path);
    }

    private static HttpResponse<String> send(HttpRequest.Builder request, String user)
            throws Exception {
        HttpRequest.Builder known =
                user.isEmpty() ? request : request.header("Authorization", user);
        return http.send(known.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpResponse<String> post(String path, String input, String user)
            throws Exception {
        return send(
                HttpRequest.newBuilder(uri("/api/" + path))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(input)),
                user);
    }

    private static HttpResponse<String> call(String operation, String input, String user)
            throws Exception {
        return post("operations/" + operation, input, user);
    }

    private static HttpResponse<String> events(String operation, String user) throws Exception {
        return send(
                HttpRequest.newBuilder(uri("/api/operations/" + operation))
                        .header("Accept", "text/event-stream"),
                user);
    }

    @Nested
    class DeniedByMethodSecurity {
        @Test
        void isForbiddenForUsersAndUnauthorizedForOthers() throws Exception {
            HttpResponse<String> denied = call("secured.wipe", "{}", BOB);

            assertThat(denied.statusCode()).isEqualTo(403);
            assertThat(Json.parse(denied.body()).path("code").asString())
                    .isEqualTo("ACCESS_DENIED");
            assertThat(Json.parse(denied.body()).path("detail").asString())
                    .isEqualTo("access to secured.wipe denied");
            assertThat(call("secured.wipe", "{}", "").statusCode()).isEqualTo(401);
            assertThat(call("secured.wipe", "{}", ANN).body()).isEqualTo("\"ann\"");
        }

        @Test
        void isForbiddenForStreams() throws Exception {
            assertThat(events("secured.secrets", ANN).body()).contains("data: \"one\"");
            assertThat(events("secured.secrets", BOB).body()).contains("ACCESS_DENIED");
        }

        @Test
        void isForbiddenInBatches() throws Exception {
            String batch = "{\"calls\": [{\"operation\": \"secured.wipe\"}]}";

            assertThat(
                            Json.parse(post("batch", batch, BOB).body())
                                    .at("/results/0/status")
                                    .intValue())
                    .isEqualTo(403);
            assertThat(
                            Json.parse(post("batch", batch, ANN).body())
                                    .at("/results/0/data")
                                    .asString())
                    .isEqualTo("ann");
        }

        @Test
        void isForbiddenOverLinks() {
            try (Peer ann = link(ANN);
                    Peer bob = link(BOB)) {
                assertThat(ann.call("secured.wipe", Json.parse("{}")).data().asString())
                        .isEqualTo("ann");
                assertThat(
                                catchThrowableOfType(
                                                CallException.class,
                                                () -> bob.call("secured.wipe", Json.parse("{}")))
                                        .code())
                        .isEqualTo("ACCESS_DENIED");
            }
        }
    }

    private static Peer link(String user) {
        WebSocketClientLink link =
                WebSocketClientLink.to(URI.create(uri("/link").toString().replace("http", "ws")))
                        .header("Authorization", user)
                        .build();
        Peer peer = Peer.over(link, OperationRegistry.create());
        link.awaitUp(Duration.ofSeconds(30));
        return peer;
    }

    @Nested
    class TheUserOfTheSecurityContext {
        @Test
        void isTheCallerInOperations() throws Exception {
            assertThat(call("secured.user", "{}", BOB).body()).isEqualTo("\"bob\"");
            assertThat(call("secured.nested", "{}", BOB).body()).isEqualTo("\"bob\"");
            assertThat(call("bound.user", "{}", BOB).body()).isEqualTo("\"bob\"");
            assertThat(
                            post("batch", "{\"calls\": [{\"operation\": \"secured.user\"}]}", BOB)
                                    .body())
                    .contains("\"bob\"");
        }

        @Test
        void isTheCallerWhereStreamsAreReadAndEmitted() throws Exception {
            assertThat(events("secured.users", BOB).body().split("\"bob\"", -1)).hasSize(4);
            assertThat(events("secured.emitted", BOB).body()).contains("data: \"bob\"");
            assertThat(events("published.users", BOB).body()).contains("data: \"bob\"");
        }

        @Test
        void isTheCallerOfLinks() {
            try (Peer bob = link(BOB);
                    Subscription<JsonNode> users =
                            bob.subscribe("secured.users", Json.parse("{}"))) {
                List<String> seen = new ArrayList<>();
                users.forEachRemaining(item -> seen.add(item.data().asString()));

                assertThat(seen).containsExactly("bob", "bob", "bob");
                assertThat(bob.call("secured.user", Json.parse("{}")).data().asString())
                        .isEqualTo("bob");
            }
        }

        @Test
        void isTheCallerOfTools() {
            OperationRegistry tools = OperationRegistry.create();
            try (McpSource source =
                    McpSource.of(
                            "app",
                            McpServerOptions.url(uri("/mcp"))
                                    .header("Authorization", BOB)
                                    .build())) {
                source.start(tools);

                ResponseEnvelope<JsonNode> user =
                        tools.execute("app.secured_user", Json.parse("{}"));
                assertThat(user.toJson().toString()).contains("bob");
                assertThat(tools.execute("app.secured_users", Json.parse("{}")).toJson().toString())
                        .contains("bob")
                        .doesNotContain("nobody");
            }
        }
    }

    @Nested
    class AnExceptionWithAStatus {
        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                textBlock =
                        """
                        conflict    | 409 | EXECUTION_ERROR  | A-1 is locked
                        missing     | 404 | EXECUTION_ERROR  | Not Found
                        unreadable  | 400 | VALIDATION_ERROR | no such day
                        busy        | 503 | EXECUTION_ERROR  | closed today
                        detail      | 402 | EXECUTION_ERROR  | pay first
                        annotated   | 410 | EXECUTION_ERROR  | it was moved
                        cause       | 410 | EXECUTION_ERROR  | it was moved
                        called      | 500 | EXECUTION_ERROR  | secured.fail failed
                        other login | 401 | ACCESS_DENIED    | access to secured.fail denied: it needs another authentication
                        unknown     | 500 | EXECUTION_ERROR  | secured.fail failed
                        """)
        void keepsItsStatusAndReason(String how, int status, String code, String detail)
                throws Exception {
            HttpResponse<String> failed = call("secured.fail", "{\"how\": \"" + how + "\"}", BOB);

            JsonNode problem = Json.parse(failed.body());
            assertThat(failed.statusCode()).isEqualTo(status);
            assertThat(problem.path("status").intValue()).isEqualTo(status);
            assertThat(problem.path("code").asString()).isEqualTo(code);
            assertThat(problem.path("detail").asString()).isEqualTo(detail);
        }

        @ParameterizedTest
        @CsvSource({
            "conflict, 409, A-1 is locked",
            "cause, 410, it was moved",
            "denied, 403, access to ID denied",
            "other login, 401, access to ID denied: it needs another authentication",
            "unknown, 500, ID failed"
        })
        void keepsItsStatusInAFuture(String how, int status, String detail) throws Exception {
            for (String id :
                    List.of("secured.failLater", "secured.failJoined", "bound.failLater")) {
                HttpResponse<String> failed = call(id, "{\"how\": \"" + how + "\"}", BOB);

                assertThat(failed.statusCode()).as(id).isEqualTo(status);
                assertThat(Json.parse(failed.body()).path("detail").asString())
                        .isEqualTo(detail.replace("ID", id));
            }
        }

        @Test
        void keepsItsCodeInItemsOfAStream() throws Exception {
            assertThat(events("bound.failingItems", BOB).body()).contains("ACCESS_DENIED");
        }

        @Test
        void hasASensibleCodeOverLinks() {
            try (Peer bob = link(BOB)) {
                CallException failure =
                        catchThrowableOfType(
                                CallException.class,
                                () ->
                                        bob.call(
                                                "secured.fail",
                                                Json.parse("{\"how\": \"conflict\"}")));

                assertThat(failure.toJson())
                        .isEqualTo(
                                Json.parse(
                                        """
                                        {"code": "EXECUTION_ERROR", "message": "A-1 is locked",
                                         "details": {"httpStatus": 409}}\
                                        """));
            }
        }
    }

    @Test
    void factorsOfAnAuthenticationAreNoScopes() throws Exception {
        assertThat(call("secured.scopes", "{}", ANN).body())
                .isEqualTo("[\"ROLE_ADMIN\",\"things:write\"]");
    }
}
