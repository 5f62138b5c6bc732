package dev.alkdev.operations.cli;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.TimeSource;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.web.DeferredTls;
import dev.alkdev.operations.web.IdleBody;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Sends requests to a hub and turns its error answers into failures. For one thread. */
final class HubConnection implements AutoCloseable {
    private static final int LARGEST_ANSWER = 64 * 1024 * 1024;
    private static final Duration CONNECT = Duration.ofSeconds(5);

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HubAddress address;
    private final @Nullable String token;
    private final Timeouts patience;
    private final HttpClient client;

    HubConnection(HubAddress address, @Nullable String token, Timeouts patience) {
        this.address = address;
        this.token = token;
        this.patience = patience;
        this.client =
                DeferredTls.newClient()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(CONNECT)
                        .executor(threads)
                        .build();
    }

    /**
     * The answer to a request, which begins in time if the request does not say by when.
     *
     * @throws CallException if the hub refuses it
     * @throws CommandFailure if there is no hub
     */
    JsonNode json(HttpRequest.Builder request) {
        return accepted(send(authorized(request)));
    }

    ItemStream stream(HttpRequest.Builder request) {
        HttpResponse<InputStream> response = send(authorized(request));
        if (isOk(response) && contentType(response).startsWith("text/event-stream")) {
            return new HubStream(
                    IdleBody.of(response.body(), TimeSource.system(), patience.events()), this);
        }
        accepted(response);
        throw noHub("it answered with " + contentType(response) + " instead of events");
    }

    private HttpRequest authorized(HttpRequest.Builder request) {
        if (token != null) {
            try {
                request.setHeader("Authorization", "Bearer " + token);
            } catch (IllegalArgumentException e) {
                // Never with the value, nor with the cause, which has it.
                throw CommandFailure.usage("the token has characters that no token can have");
            }
        }
        HttpRequest asked = request.build();
        return asked.timeout().isPresent() ? asked : request.timeout(patience.head()).build();
    }

    private HttpResponse<InputStream> send(HttpRequest request) {
        try {
            return client.send(request, BodyHandlers.ofInputStream());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CommandFailure.interrupted();
        } catch (HttpTimeoutException e) {
            // The time of a request may also be over before there is a connection.
            Duration given = request.timeout().orElse(CONNECT);
            if (e instanceof HttpConnectTimeoutException && given.compareTo(CONNECT) >= 0) {
                throw unreachable(e, "it did not answer within 5 seconds");
            }
            throw new CallException(ErrorCode.TIMEOUT, "the hub did not answer in time");
        } catch (IOException e) {
            throw unreachable(e, reason(e));
        }
    }

    private static boolean isOk(HttpResponse<?> response) {
        return response.statusCode() >= 200 && response.statusCode() < 300;
    }

    private static String contentType(HttpResponse<?> response) {
        return response.headers().firstValue("Content-Type").orElse("no content type");
    }

    private byte[] read(HttpResponse<InputStream> response) {
        try (InputStream body =
                IdleBody.of(response.body(), TimeSource.system(), patience.body())) {
            return body.readNBytes(LARGEST_ANSWER + 1);
        } catch (IOException e) {
            throw lost(e);
        }
    }

    private JsonNode accepted(HttpResponse<InputStream> response) {
        byte[] bytes = read(response);
        if (bytes.length > LARGEST_ANSWER) {
            throw new CallException(
                    ErrorCode.EXECUTION_ERROR,
                    "the answer has more than " + LARGEST_ANSWER + " bytes");
        }
        String what = "HTTP " + response.statusCode() + ", " + contentType(response);
        if (!contentType(response).contains("json")) {
            throw noHub("it answered with " + what);
        }
        JsonNode json;
        try {
            json = Json.parse(bytes);
        } catch (IllegalArgumentException e) {
            throw noHub("it answered with " + what + " that is " + e.getMessage());
        }
        if (!isOk(response)) {
            throw problem(json, what);
        }
        return json;
    }

    /** What a problem of the hub means. */
    RuntimeException problem(JsonNode problem, String what) {
        String code = problem.path("code").asString("");
        if (code.isEmpty()) {
            return noHub("it answered with " + what);
        }
        return new CallException(
                code,
                problem.path("detail").asString(code),
                problem.get("details"),
                problem.path("retryable").asBoolean(false));
    }

    CommandFailure noHub(String why) {
        return CommandFailure.unreachable(
                "what answers at " + address + " is no hub: " + why,
                null,
                "Name another with --hub URL or OPERATIONS_HUB.");
    }

    CommandFailure lost(IOException cause) {
        if (Thread.currentThread().isInterrupted() || isInterrupt(cause)) {
            return CommandFailure.interrupted();
        }
        return CommandFailure.unreachable(
                "the connection to the hub at " + address + " was lost: " + reason(cause), cause);
    }

    private static boolean isInterrupt(IOException cause) {
        return cause.getCause() instanceof InterruptedException;
    }

    private CommandFailure unreachable(IOException cause, String why) {
        return CommandFailure.unreachable(
                "no hub answers at " + address + ": " + why,
                cause,
                "Start one with: operations serve",
                "Or name another with --hub URL or OPERATIONS_HUB.");
    }

    private static String reason(IOException e) {
        if (e instanceof SocketTimeoutException) {
            return "the hub fell silent";
        }
        String message = e.getMessage();
        return message == null || message.isBlank() ? "connection refused" : message;
    }

    @Override
    public void close() {
        client.shutdownNow();
        threads.shutdownNow();
    }
}
