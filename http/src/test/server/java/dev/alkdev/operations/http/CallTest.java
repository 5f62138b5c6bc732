package dev.alkdev.operations.http;

import static dev.alkdev.operations.http.RestServer.json;
import static dev.alkdev.operations.http.RestServer.problem;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.Optional;

@ExtendWith(LeakCheck.class)
class CallTest {
    private RestServer server;
    private OperationRegistry registry;

    @BeforeEach
    void start(OperationRegistry registry) {
        this.registry = registry;
        Tasks.in(registry);
        server =
                RestServer.serving(
                        RestGateway.over(registry)
                                .limits(LimitOptions.defaults().withMaxBodyBytes(1000)));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static Optional<String> header(HttpResponse<?> response, String name) {
        return response.headers().firstValue(name);
    }

    @Nested
    class Answers {
        @Test
        void aPostWithTheInputGivesTheDataAndMetaInHeaders() {
            long before = System.currentTimeMillis();
            HttpResponse<String> response =
                    server.post("/operations/tasks.add", "{\"a\": 1, \"b\": 2.5}");

            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.body()).isEqualTo("3.5");
            assertThat(header(response, "Content-Type")).contains("application/json");
            assertThat(header(response, "Content-Length")).contains("3");
            assertThat(header(response, "X-Operation-Id")).contains("tasks.add");
            assertThat(header(response, "X-Operation-Source")).contains("local");
            assertThat(header(response, "X-Operation-Timestamp").map(Long::valueOf).orElseThrow())
                    .isBetween(before, System.currentTimeMillis());
            assertThat(header(response, "X-Request-Id")).isPresent();
            assertThat(header(response, "Cache-Control")).contains("no-store");
            assertThat(header(response, "X-Content-Type-Options")).contains("nosniff");
        }

        @Test
        void anEnvelopeTellsWhatNormalizationChangedIfAsked() {
            Schema output =
                    Schema.parse(
                            """
                            {"type": "object", "properties": {
                               "sold": {"type": "integer"}, "currency": {"default": "EUR"}}}
                            """);
            registry.register(
                    OperationSpec.query("test.sales").output(output).build(),
                    (input, context) -> Json.parse("{\"sold\": \"3\", \"internal\": true}"));
            String[] asked = {
                "Accept", "application/vnd.operations.envelope+json", "Operation-Changes", "true"
            };

            JsonNode envelope = json(server.post("/operations/test.sales", "{}", asked));

            assertThat(envelope.get("data"))
                    .isEqualTo(Json.parse("{\"sold\": 3, \"currency\": \"EUR\"}"));
            assertThat(envelope.get("changes"))
                    .containsExactlyInAnyOrder(
                            Json.parse("{\"pointer\": \"/sold\", \"kind\": \"converted\"}"),
                            Json.parse("{\"pointer\": \"/internal\", \"kind\": \"stripped\"}"),
                            Json.parse("{\"pointer\": \"/currency\", \"kind\": \"defaulted\"}"));
            assertThat(json(server.post("/operations/test.sales?envelope", "{}")).has("changes"))
                    .isFalse();
            assertThat(
                            server.post("/operations/test.sales", "{}", "Operation-Changes", "true")
                                    .body())
                    .isEqualTo("{\"sold\":3,\"currency\":\"EUR\"}");
        }

        @Test
        void theRequestIdIsTheCallsOwn() {
            HttpResponse<String> response = server.post("/operations/tasks.context", "");
            assertThat(json(response).get("requestId").asString())
                    .isEqualTo(header(response, "X-Request-Id").orElseThrow());
        }

        @Test
        void anEmptyBodyIsAnEmptyObject() {
            assertThat(server.post("/operations/tasks.echo", "").body()).isEqualTo("{}");
            assertThat(server.post("/operations/tasks.echo", " \n").body()).isEqualTo("{}");
        }

        @Test
        void nothingReturnedIsNull() {
            assertThat(server.post("/operations/tasks.close", "{}").body()).isEqualTo("null");
        }

        @Test
        void theWholeEnvelopeIsGivenToWhoAcceptsIt() {
            HttpResponse<String> response =
                    server.post(
                            "/operations/tasks.add",
                            "{\"a\": 1, \"b\": 2}",
                            "Accept",
                            "application/vnd.operations.envelope+json");
            JsonNode envelope = json(response);
            assertThat(header(response, "Content-Type"))
                    .contains("application/vnd.operations.envelope+json");
            assertThat(envelope.get("data")).isEqualTo(Json.parse("3"));
            assertThat(envelope.get("meta").get("source").asString()).isEqualTo("local");
            assertThat(envelope.get("meta").get("operationId").asString()).isEqualTo("tasks.add");
            assertThat(envelope.get("meta").get("timestamp").isNumber()).isTrue();
        }

        @Test
        void theEnvelopeCanBeAskedForInTheAddress() {
            assertThat(json(server.post("/operations/tasks.echo?envelope", "{}")).has("meta"))
                    .isTrue();
            assertThat(json(server.get("/operations/tasks.echo?x=1&envelope")).get("data"))
                    .isEqualTo(Json.parse("{\"x\": 1}"));
        }

        @Test
        void anEnvelopeParameterWithAValueIsAMember() {
            assertThat(json(server.get("/operations/tasks.echo?envelope=yes")))
                    .isEqualTo(Json.parse("{\"envelope\": \"yes\"}"));
        }

        @Test
        void theMetaOfOtherSourcesIsInHeadersToo() {
            HttpResponse<String> remote = server.post("/operations/tasks.remote", "{}");
            assertThat(remote.body()).isEqualTo("{\"from\":\"afar\"}");
            assertThat(header(remote, "X-Operation-Source")).contains("http");
            assertThat(header(remote, "X-Operation-Status")).contains("203");
            HttpResponse<String> tool = server.post("/operations/tasks.tool", "{}");
            assertThat(tool.statusCode()).isEqualTo(200);
            assertThat(header(tool, "X-Operation-Source")).contains("mcp");
            assertThat(header(tool, "X-Operation-Error")).contains("true");
        }

        @Test
        void theTraceContextTravelsWithTheCall() {
            String parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
            HttpResponse<String> response =
                    server.post(
                            "/operations/tasks.context",
                            "{}",
                            "traceparent",
                            parent,
                            "tracestate",
                            "a=1");
            assertThat(json(response).get("metadata"))
                    .isEqualTo(
                            Json.parse(
                                    "{\"traceparent\": \""
                                            + parent
                                            + "\", \"tracestate\": \"a=1\"}"));
        }
    }

    @Nested
    class ByGet {
        @Test
        void aQueryWithParametersIsCalled() {
            assertThat(server.get("/operations/tasks.add?a=1&b=2.5").body()).isEqualTo("3.5");
        }

        @Test
        void aQuestionMarkAloneCallsToo() throws IOException {
            try (RawClient client = new RawClient(server)) {
                client.send("GET /operations/tasks.echo? HTTP/1.1");
                assertThat(client.readThrough("}")).endsWith("\r\n\r\n{}");
            }
        }

        @Test
        void acceptingTheEnvelopeCallsToo() {
            HttpResponse<String> response =
                    server.get(
                            "/operations/tasks.echo",
                            "Accept",
                            "application/vnd.operations.envelope+json");
            assertThat(json(response).get("data")).isEqualTo(Json.parse("{}"));
        }

        @Test
        void thePlainAddressCallsWithoutInput() {
            assertThat(server.get("/operations/tasks.echo").body()).isEqualTo("{}");
            assertThat(server.get("/operations/tasks.add").statusCode()).isEqualTo(422);
            assertThat(server.get("/operations/tasks.close").statusCode()).isEqualTo(405);
        }

        @Test
        void theSpecHasAnAddressOfItsOwn() {
            assertThat(json(server.get("/operations/tasks.add/spec")))
                    .isEqualTo(registry.spec("tasks.add").toJson());
        }

        @Test
        void theSpecOfWhatOneMayNotUseIsNotFound() {
            assertThat(problem(server.get("/operations/tasks.secret/spec")))
                    .isEqualTo(
                            Json.parse(
                                    """
                                    {"type": "urn:operations:error:OPERATION_NOT_FOUND",
                                     "title": "Operation not found", "status": 404,
                                     "detail": "there is no operation tasks.secret",
                                     "instance": "/operations/tasks.secret/spec",
                                     "code": "OPERATION_NOT_FOUND", "retryable": false}
                                    """));
        }

        @Test
        void aMutationWantsPost() {
            HttpResponse<String> response = server.get("/operations/tasks.close?id=1");
            assertThat(response.statusCode()).isEqualTo(405);
            assertThat(header(response, "Allow")).contains("POST");
            assertThat(problem(response).get("detail").asString())
                    .isEqualTo("tasks.close is a mutation: call it with POST");
        }

        @Test
        void aHeadHasTheHeadersOfTheGet() {
            HttpResponse<String> response =
                    server.send(
                            "/operations/tasks.add?a=1&b=2.5",
                            new String[0],
                            request -> request.method("HEAD", BodyPublishers.noBody()));
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(header(response, "Content-Length")).contains("3");
            assertThat(header(response, "X-Operation-Id")).contains("tasks.add");
            assertThat(response.body()).isEmpty();
        }

        @Test
        void brokenEncodingIsRefused() throws IOException {
            try (RawClient client = new RawClient(server)) {
                client.send("GET /operations/tasks.echo?a=%zz HTTP/1.1");
                assertThat(client.readThrough("\r\n")).isEqualTo("HTTP/1.1 400 Bad Request\r\n");
                assertThat(client.readThrough("}"))
                        .contains("the query part \\\"%zz\\\" is not percent-encoded");
            }
        }
    }

    @Nested
    class Bodies {
        @Test
        void whatIsNotJsonIsRefusedWithLineAndColumn() {
            JsonNode problem = problem(server.post("/operations/tasks.echo", "{\n  \"a\": x}"));
            assertThat(problem.get("status").asInt()).isEqualTo(400);
            assertThat(problem.get("code").asString()).isEqualTo("VALIDATION_ERROR");
            assertThat(problem.get("detail").asString())
                    .startsWith("the body is not JSON: Unrecognized token 'x'")
                    .endsWith("at line 2, column 8");
            assertThat(problem.get("details"))
                    .isEqualTo(Json.parse("{\"line\": 2, \"column\": 8}"));
        }

        @Test
        void aNumberBeyondAllBoundsIsRefused() {
            JsonNode problem =
                    problem(server.post("/operations/tasks.echo", "{\"n\":1e99999999999}"));
            assertThat(problem.get("status").asInt()).isEqualTo(400);
            assertThat(problem.get("detail").asString())
                    .isEqualTo("the body is not JSON: a number is out of range");
        }

        @Test
        void whatFollowsTheJsonIsRefused() {
            JsonNode problem = problem(server.post("/operations/tasks.echo", "{} {}"));
            assertThat(problem.get("status")).isEqualTo(Json.parse("400"));
            assertThat(problem.get("detail").asString())
                    .isEqualTo(
                            "the body is not JSON: Trailing token found after value at line 1,"
                                    + " column 4");
        }

        @Test
        void twoMembersOfOneNameAreRefused() {
            JsonNode problem = problem(server.post("/operations/tasks.echo", "{\"a\":1,\"a\":2}"));
            assertThat(problem.get("detail").asString())
                    .matches(
                            "the body is not JSON: Duplicate property \"a\" at line 1, column"
                                    + " \\d+");
        }

        @Test
        void anotherTypeIsRefused() {
            HttpResponse<String> response =
                    server.send(
                            "/operations/tasks.echo",
                            new String[] {"Content-Type", "text/plain"},
                            request -> request.POST(BodyPublishers.ofString("{}")));
            assertThat(problem(response).get("status").asInt()).isEqualTo(415);
            assertThat(problem(response).get("detail").asString())
                    .isEqualTo("the body should be application/json in UTF-8 but is text/plain");
        }

        @Test
        void aBodyWithoutTypeIsRefusedSinceEveryWebPageCanSendIt() {
            HttpResponse<String> response =
                    server.send(
                            "/operations/tasks.echo",
                            new String[0],
                            request -> request.POST(BodyPublishers.ofString("{}")));
            assertThat(problem(response).get("detail").asString())
                    .isEqualTo(
                            "the body should be application/json in UTF-8 but has no"
                                    + " Content-Type");
        }

        @ParameterizedTest
        @CsvSource({
            "application/json; charset=UTF-8, 200",
            "application/merge-patch+json, 200",
            "application/json; charset=latin1, 415",
            "application/x-www-form-urlencoded, 415"
        })
        void typesAreJudgedByTheirParts(String type, int status) {
            HttpResponse<String> response =
                    server.send(
                            "/operations/tasks.echo",
                            new String[] {"Content-Type", type},
                            request -> request.POST(BodyPublishers.ofString("{}")));
            assertThat(response.statusCode()).isEqualTo(status);
        }

        @Test
        void compressedBodiesAreRefused() {
            HttpResponse<String> response =
                    server.post("/operations/tasks.echo", "{}", "Content-Encoding", "gzip");
            assertThat(problem(response).get("detail").asString())
                    .isEqualTo("the body should not be compressed but has Content-Encoding gzip");
        }

        @ParameterizedTest
        @ValueSource(booleans = {true, false})
        void aBodyThatIsTooLargeIsRefused(boolean lengthIsKnown) {
            String body = "\"" + "x".repeat(1000) + "\"";
            HttpResponse<String> response =
                    server.send(
                            "/operations/tasks.echo",
                            new String[] {"Content-Type", "application/json"},
                            request ->
                                    request.POST(
                                            lengthIsKnown
                                                    ? BodyPublishers.ofString(body)
                                                    : BodyPublishers.fromPublisher(
                                                            BodyPublishers.ofString(body))));
            assertThat(problem(response).get("status").asInt()).isEqualTo(413);
            assertThat(response.headers().firstValue("Connection")).contains("close");
            assertThat(problem(response).get("detail").asString())
                    .isEqualTo("the body of a request should have at most 1000 bytes");
        }

        @Test
        void anInputThatDoesNotFitIsRefusedWithAllErrors() {
            JsonNode problem = problem(server.post("/operations/tasks.add", "{\"a\": \"x\"}"));
            assertThat(problem.get("status").asInt()).isEqualTo(422);
            assertThat(problem.get("code").asString()).isEqualTo("VALIDATION_ERROR");
            assertThat(problem.get("details").get("errors")).hasSize(2);
        }
    }
}
