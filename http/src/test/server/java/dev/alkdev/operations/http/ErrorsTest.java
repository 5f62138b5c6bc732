package dev.alkdev.operations.http;

import static dev.alkdev.operations.http.RestServer.problem;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.ErrorSpec;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.LeakCheck;
import dev.alkdev.operations.web.Challenge;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.lang.reflect.Field;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

@ExtendWith(LeakCheck.class)
class ErrorsTest {
    private RestServer server;

    private OperationRegistry registry;

    @BeforeEach
    void start(OperationRegistry registry) {
        this.registry = registry;
        Tasks.in(registry);
        server = RestServer.serving(RestGateway.over(registry).authenticator(ErrorsTest::caller));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static Caller caller(jakarta.servlet.http.HttpServletRequest request)
            throws AuthenticationException {
        String token = request.getHeader("Authorization");
        if (token == null) {
            return Caller.anonymous();
        }
        return switch (token) {
            case "Bearer ann" -> Caller.of(Identity.of("ann", "tasks:secret"));
            case "Bearer bob" -> Caller.of(Identity.of("bob"));
            case "Bearer broken" -> throw new IllegalStateException("no store");
            case "Basic x" ->
                    throw new AuthenticationException(
                            "no passwords", Challenge.bearer().with("realm", "x"));
            default -> throw new AuthenticationException("the token is not valid");
        };
    }

    @ParameterizedTest
    @CsvSource({
        "OPERATION_NOT_FOUND, 404, false",
        "INVALID_OPERATION_TYPE, 409, false",
        "ACCESS_DENIED, 401, false",
        "VALIDATION_ERROR, 422, false",
        "TIMEOUT, 504, false",
        "ABORTED, 503, false",
        "UNAVAILABLE, 503, true",
        "OVERLOADED, 429, true",
        "EXECUTION_ERROR, 500, false",
        "UNKNOWN_ERROR, 500, false",
        "TASK_LOCKED, 423, false",
        "TASK_DONE, 422, false"
    })
    void everyCodeHasItsStatus(String code, int status, boolean retryable) {
        HttpResponse<String> response =
                server.post("/operations/tasks.close", "{\"fail\": \"" + code + "\"}");
        assertThat(problem(response))
                .isEqualTo(
                        Json.parse(
                                """
                                {"type": "urn:operations:error:%s", "title": "%s", "status": %d,
                                 "detail": "No: %s", "instance": "/operations/tasks.close",
                                 "code": "%s", "retryable": %s}
                                """
                                        .formatted(
                                                code,
                                                Problem.title(code),
                                                status,
                                                code,
                                                code,
                                                retryable)));
    }

    @Test
    void theReferenceHasTheSameTable() throws IOException {
        String reference = Files.readString(Path.of("..", "docs", "reference", "rest.md"));
        Map<String, Integer> documented = new TreeMap<>();
        Matcher row = Pattern.compile("(?m)^\\| `([A-Z_]+)` \\| ([0-9]{3})\\b").matcher(reference);
        while (row.find()) {
            documented.put(row.group(1), Integer.parseInt(row.group(2)));
        }
        Map<String, Integer> real = new TreeMap<>();
        for (Field constant : ErrorCode.class.getFields()) {
            String code = constant.getName();
            CallException failure = new CallException(code, "");
            real.put(code, Problem.of(failure, null, Caller.anonymous()).status());
        }
        assertThat(documented).isEqualTo(real);
    }

    @ParameterizedTest
    @CsvSource({"404, 404", "409, 409", "429, 429", "401, 502", "407, 502", "500, 502", "503, 502"})
    void aDeclaredErrorOfAnApiKeepsItsStatusIfItIsAboutTheRequest(int came, int status) {
        OperationSpec spec =
                OperationSpec.builder(OperationType.QUERY, "pets.find")
                        .describedAs("finds")
                        .fails(ErrorSpec.of("HTTP_DEFAULT", "any other"))
                        .build();
        CallException failure =
                new CallException("HTTP_DEFAULT", "HTTP " + came)
                        .withDetails(Map.of("statusCode", came, "retryAfterMs", 1500));

        Refusal refusal = Refusal.of(failure, spec, Caller.anonymous(), Challenge.bearer());
        assertThat(refusal.status()).isEqualTo(status);
        assertThat(refusal.headers()).containsEntry("Retry-After", "2");
    }

    @Test
    void theTitleIsTheCodeInWords() {
        assertThat(Problem.title("TASK_LOCKED")).isEqualTo("Task locked");
    }

    @Test
    void aCodeNobodyDeclaredIsAnAccident() {
        HttpResponse<String> response =
                server.post("/operations/tasks.close", "{\"fail\": \"WHATEVER\"}");
        assertThat(problem(response).get("status").asInt()).isEqualTo(500);
        assertThat(problem(response).get("code").asString()).isEqualTo("EXECUTION_ERROR");
    }

    @Test
    void detailsTravel() {
        HttpResponse<String> response =
                server.post(
                        "/operations/tasks.close",
                        "{\"fail\": \"TASK_LOCKED\", \"details\": {\"by\": \"ann\"}}");
        assertThat(problem(response).get("details")).isEqualTo(Json.parse("{\"by\": \"ann\"}"));
    }

    @Test
    void anErrorOfAnotherServerIsABadGateway() {
        HttpResponse<String> response =
                server.post(
                        "/operations/tasks.close",
                        "{\"fail\": \"EXECUTION_ERROR\", \"details\": {\"statusCode\": 404}}");
        assertThat(problem(response).get("status").asInt()).isEqualTo(502);
    }

    @ParameterizedTest
    @CsvSource({"OVERLOADED, 7, 7", "OVERLOADED, 0.2, 1", "UNAVAILABLE, 3, 3"})
    void retryAfterComesFromTheDetails(String code, String seconds, String header) {
        HttpResponse<String> response =
                server.post(
                        "/operations/tasks.close",
                        "{\"fail\": \"%s\", \"details\": {\"retryAfter\": %s}}"
                                .formatted(code, seconds));
        assertThat(response.headers().firstValue("Retry-After")).contains(header);
    }

    @Test
    void anUnknownOperationIsNotFound() {
        assertThat(problem(server.post("/operations/no.such", "{}")).get("detail").asString())
                .isEqualTo("there is no operation no.such");
        assertThat(server.get("/operations/no.such").statusCode()).isEqualTo(404);
        assertThat(server.get("/operations/no.such?a=1").statusCode()).isEqualTo(404);
    }

    @Test
    void somebodyAnonymousWhoMayNotIsAskedWhoTheyAre() {
        HttpResponse<String> response = server.post("/operations/tasks.secret", "{}");
        assertThat(response.statusCode()).isEqualTo(401);
        assertThat(response.headers().firstValue("WWW-Authenticate")).contains("Bearer");
        assertThat(problem(response).get("code").asString()).isEqualTo("ACCESS_DENIED");
    }

    @Test
    void somebodyKnownWhoMayNotIsForbidden() {
        HttpResponse<String> response =
                server.post("/operations/tasks.secret", "{}", "Authorization", "Bearer bob");
        assertThat(response.statusCode()).isEqualTo(403);
        assertThat(response.headers().firstValue("WWW-Authenticate"))
                .contains("Bearer error=\"insufficient_scope\", scope=\"tasks:secret\"");
        assertThat(problem(response).get("detail").asString())
                .isEqualTo("access to tasks.secret denied: scope tasks:secret is missing");
    }

    @Test
    void somebodyWhoMayIsAnswered() {
        HttpResponse<String> response =
                server.post("/operations/tasks.secret", "{}", "Authorization", "Bearer ann");
        assertThat(response.body()).isEqualTo("\"secret\"");
        assertThat(
                        server.get("/operations/tasks.secret/spec", "Authorization", "Bearer ann")
                                .body())
                .contains("tasks:secret");
    }

    @Test
    void wrongCredentialsAreRefusedWithAChallenge() {
        HttpResponse<String> response =
                server.post("/operations/tasks.add", "{}", "Authorization", "Bearer eve");
        assertThat(response.statusCode()).isEqualTo(401);
        assertThat(response.headers().firstValue("WWW-Authenticate")).contains("Bearer");
        assertThat(problem(response).get("detail").asString()).isEqualTo("the token is not valid");
        assertThat(
                        server.post("/operations/tasks.add", "{}", "Authorization", "Basic x")
                                .headers()
                                .firstValue("WWW-Authenticate"))
                .contains("Bearer realm=\"x\"");
    }

    @Test
    void anAuthenticatorThatFailsGivesNothingAway() {
        HttpResponse<String> response =
                server.post("/operations/tasks.add", "{}", "Authorization", "Bearer broken");
        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(problem(response).get("detail").asString())
                .isEqualTo("the request failed; the reason is in the server's log");
    }

    @Test
    void unknownPathsAreNotFound() {
        HttpResponse<String> response = server.get("/nowhere");
        assertThat(problem(response))
                .isEqualTo(
                        Json.parse(
                                """
                                {"type": "urn:operations:error:OPERATION_NOT_FOUND",
                                 "title": "Operation not found", "status": 404,
                                 "detail": "there is nothing at /nowhere; operations are listed at /operations and called at /operations/{id}",
                                 "instance": "/nowhere", "code": "OPERATION_NOT_FOUND",
                                 "retryable": false}
                                """));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "DELETE | /operations/tasks.add | GET, HEAD, POST, OPTIONS",
                "PATCH | /operations | GET, HEAD, OPTIONS",
                "GET | /batch | POST, OPTIONS",
                "POST | /openapi.json | GET, HEAD, OPTIONS",
                "PUT | /health/live | GET, HEAD, OPTIONS"
            })
    void unknownMethodsAreRefusedWithThoseThatAreKnown(String method, String path, String allow) {
        HttpResponse<String> response =
                server.send(
                        path,
                        new String[0],
                        request -> request.method(method, BodyPublishers.noBody()));
        assertThat(response.statusCode()).isEqualTo(405);
        assertThat(response.headers().firstValue("Allow")).contains(allow);
        assertThat(problem(response).get("detail").asString())
                .isEqualTo("method not allowed: " + method + "; supported: " + allow);
    }

    @Test
    void optionsTellsTheMethods() {
        HttpResponse<String> response =
                server.send(
                        "/operations/tasks.add",
                        new String[0],
                        request -> request.method("OPTIONS", BodyPublishers.noBody()));
        assertThat(response.statusCode()).isEqualTo(204);
        assertThat(response.headers().firstValue("Allow")).contains("GET, HEAD, POST, OPTIONS");
        assertThat(response.body()).isEmpty();
    }

    @Test
    void overlongUtf8IsMalformed() {
        byte[] body = "{\"a\":\"??\"}".getBytes(StandardCharsets.US_ASCII);
        body[6] = (byte) 0xC0;
        body[7] = (byte) 0xAF;
        HttpResponse<String> response =
                server.send(
                        "/operations/tasks.echo",
                        new String[] {"Content-Type", "application/json"},
                        request -> request.POST(BodyPublishers.ofByteArray(body)));
        assertThat(problem(response).get("status").asInt()).isEqualTo(400);
        assertThat(problem(response).get("detail").asString())
                .isEqualTo("the body is not UTF-8: the byte at 6");
        assertThat(server.post("/operations/tasks.echo", "{\"a\":\"ä€𝄞\"}").statusCode())
                .isEqualTo(200);
    }

    @Test
    void aTransferEncodingBesidesChunkedIsNotImplemented() throws IOException {
        try (RawClient client = new RawClient(server)) {
            client.write(
                    """
                    POST /operations/tasks.echo HTTP/1.1\r
                    Host: x\r
                    Content-Type: application/json\r
                    Transfer-Encoding: gzip, chunked\r
                    \r
                    0\r
                    \r
                    """);
            assertThat(client.readThrough("\r\n")).contains("501");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "EXECUTION_ERROR, 409, 409",
        "VALIDATION_ERROR, 400, 400",
        "ACCESS_DENIED, 401, 401",
        "EXECUTION_ERROR, 200, 500",
        "EXECUTION_ERROR, 600, 500",
        "TASK_DONE, 409, 422"
    })
    void aHandlerChoosesTheStatusOfAStandardFailure(String code, int chosen, int status) {
        registry.register(
                OperationSpec.query("status.chosen")
                        .fails(ErrorSpec.of("TASK_DONE", "It is closed already"))
                        .build(),
                (input, context) -> {
                    throw new CallException(code, "No").withDetails(Map.of("httpStatus", chosen));
                });

        HttpResponse<String> response = server.get("/operations/status.chosen");

        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(problem(response).path("status").asInt()).isEqualTo(status);
    }

    @Test
    void longIdsAreShortenedInAnswers() {
        HttpResponse<String> response = server.post("/operations/" + "x".repeat(3_000), "{}");
        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(response.body().length()).isLessThan(1_500);
        HttpResponse<String> path = server.get("/" + "y".repeat(3_000));
        assertThat(path.statusCode()).isEqualTo(404);
        assertThat(path.body().length()).isLessThan(1_500);
    }

    @Test
    void aDescriptionHasAnAddressOfItsOwn() {
        assertThat(server.get("/operations/tasks.add/spec").body()).contains("\"inputSchema\"");
        assertThat(server.get("/operations/tasks.none/spec").statusCode()).isEqualTo(404);
    }
}
