package dev.alkdev.operations.cli;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.base.TimeSource;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.web.DeferredTls;
import dev.alkdev.operations.web.IdleBody;
import dev.alkdev.operations.web.SseEvent;
import dev.alkdev.operations.web.SseParser;

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
import java.util.ArrayDeque;
import java.util.Optional;
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

    /**
     * The timeouts of requests to a hub.
     *
     * @param head until an answer begins, unless a call has a time of its own
     * @param body the longest silence within an answer
     * @param events the longest silence within a stream, on which a hub sends a heartbeat every ten
     *     seconds
     */
    record Timeouts(Duration head, Duration body, Duration events) {
        static final Timeouts DEFAULT =
                new Timeouts(Duration.ofSeconds(30), Duration.ofSeconds(30), Duration.ofMinutes(2));
    }

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

    Target.Items stream(HttpRequest.Builder request) {
        HttpResponse<InputStream> response = send(authorized(request));
        if (isOk(response) && contentType(response).startsWith("text/event-stream")) {
            return new Events(IdleBody.of(response.body(), TimeSource.system(), patience.events()));
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
                "Name another with --hub URL or OPERATIONS_HUB.");
    }

    CommandFailure lost(IOException cause) {
        if (Thread.currentThread().isInterrupted()
                || cause.getCause() instanceof InterruptedException) {
            return CommandFailure.interrupted();
        }
        String message = "the connection to the hub at " + address + " was lost: " + reason(cause);
        return CommandFailure.unreachable(message).causedBy(cause);
    }

    private CommandFailure unreachable(IOException cause, String why) {
        return CommandFailure.unreachable(
                        "no hub answers at " + address + ": " + why,
                        "Start one with: operations serve",
                        "Or name another with --hub URL or OPERATIONS_HUB.")
                .causedBy(cause);
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

    /** The items a hub sends as server-sent events. For one thread. */
    private final class Events implements Target.Items {
        private final InputStream body;
        private final ArrayDeque<SseEvent> events = new ArrayDeque<>();
        private final SseParser parser = new SseParser(events::add);
        private final byte[] buffer = new byte[8 * 1024];
        private boolean ended;

        Events(InputStream body) {
            this.body = body;
        }

        @Override
        public Optional<JsonNode> next() {
            while (!ended) {
                SseEvent event = events.isEmpty() ? read() : events.remove();
                switch (event.event()) {
                    case "item" -> {
                        return Optional.of(data(event));
                    }
                    case "error" -> {
                        ended = true;
                        throw problem(data(event), "an error that is no problem");
                    }
                    case "complete" -> ended = true;
                    default -> {
                        // A newer hub may tell more than we know of.
                    }
                }
            }
            return Optional.empty();
        }

        private SseEvent read() {
            try {
                while (events.isEmpty()) {
                    int count = body.read(buffer);
                    if (count < 0) {
                        throw new IOException("the stream broke off");
                    }
                    parser.feed(buffer, 0, count);
                }
                return events.remove();
            } catch (IOException e) {
                ended = true;
                throw lost(e);
            } catch (IllegalStateException e) {
                ended = true;
                throw noHub(String.valueOf(e.getMessage()));
            }
        }

        private JsonNode data(SseEvent event) {
            try {
                return Json.parse(event.data());
            } catch (IllegalArgumentException e) {
                throw noHub("an event is " + e.getMessage());
            }
        }

        @Override
        public void close() {
            ended = true;
            try {
                body.close();
            } catch (IOException e) {
                // It is closed as far as we are concerned; the hub finds out by itself.
                return;
            }
        }
    }
}
