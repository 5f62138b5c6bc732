package dev.alkdev.operations.http;

import static dev.alkdev.operations.http.RestServer.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.OperationSource.Status.State;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;

@ExtendWith(LeakCheck.class)
class HealthTest {
    private RestServer server;
    private volatile Readiness readiness = Readiness.READY;
    private volatile List<SourceEntry> sources = List.of();

    @BeforeEach
    void start(OperationRegistry registry) {
        server =
                RestServer.serving(
                        RestGateway.over(registry)
                                .authenticator(
                                        request -> {
                                            if (request.getHeader("Authorization") != null) {
                                                return Caller.anonymous();
                                            }
                                            throw new AuthenticationException("nobody may");
                                        })
                                .sources(() -> sources)
                                .readiness(() -> readiness));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void itLivesAsLongAsItAnswersWhoeverAsks() {
        readiness = Readiness.DRAINING;
        HttpResponse<String> response = server.get("/health/live");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(json(response)).isEqualTo(Json.parse("{\"status\": \"live\"}"));
    }

    @Test
    void itIsReadyWithAllSources() {
        sources =
                List.of(
                        new SourceEntry(
                                "shop",
                                "openapi",
                                new OperationSource.Status(
                                        OperationSource.Status.State.READY, 7, null)));
        HttpResponse<String> response = server.get("/health/ready");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(json(response))
                .isEqualTo(
                        Json.parse(
                                """
                                {"status": "ready", "sources": [
                                  {"name": "shop", "kind": "openapi", "state": "ready", "operations": 7}]}
                                """));
    }

    @Test
    void aSourceThatFailedDegradesItOnly() {
        sources =
                List.of(
                        new SourceEntry(
                                "shop",
                                "openapi",
                                new OperationSource.Status(
                                        OperationSource.Status.State.FAILED, 0, "refused")));
        HttpResponse<String> response =
                server.get("/health/ready", "Authorization", "Bearer known");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(json(response))
                .isEqualTo(
                        Json.parse(
                                """
                                {"status": "degraded", "sources": [
                                  {"name": "shop", "kind": "openapi", "state": "failed",
                                   "operations": 0, "error": "refused"}]}
                                """));
    }

    @ParameterizedTest
    @EnumSource(value = State.class, names = "READY", mode = EnumSource.Mode.EXCLUDE)
    void aSourceThatIsNotReadyDegradesIt(State state) {
        String error = state == State.FAILED ? "refused" : null;
        sources =
                List.of(
                        new SourceEntry(
                                "shop", "peer", new OperationSource.Status(state, 0, error)));

        assertThat(json(server.get("/health/ready")).path("status").asString())
                .isEqualTo("degraded");
    }

    @Test
    void whatWentWrongIsForThoseWhoMayList() {
        sources =
                List.of(
                        new SourceEntry(
                                "shop",
                                "openapi",
                                new OperationSource.Status(
                                        OperationSource.Status.State.FAILED, 0, "refused")));
        assertThat(json(server.get("/health/ready")))
                .isEqualTo(
                        Json.parse(
                                """
                                {"status": "degraded", "sources": [
                                  {"name": "shop", "kind": "openapi", "state": "failed",
                                   "operations": 0}]}
                                """));
    }

    @Test
    void itIsNotReadyWhileItStartsOrDrains() {
        for (Readiness not : List.of(Readiness.STARTING, Readiness.DRAINING)) {
            readiness = not;
            HttpResponse<String> response = server.get("/health/ready");
            assertThat(response.statusCode()).isEqualTo(503);
            assertThat(json(response).get("status").asString())
                    .isEqualTo(not.name().toLowerCase(Locale.ROOT));
        }
    }

    @Test
    void everythingElseMustBeAuthenticated() {
        for (String path : List.of("/operations", "/openapi.json", "/operations/a.b")) {
            assertThat(server.get(path).statusCode()).isEqualTo(401);
        }
        assertThat(server.post("/batch", "{}").statusCode()).isEqualTo(401);
    }
}
