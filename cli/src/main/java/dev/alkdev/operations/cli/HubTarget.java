package dev.alkdev.operations.cli;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.base.Deadlines;
import dev.alkdev.operations.base.TimeSource;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.web.DeferredTls;
import dev.alkdev.operations.web.HeaderText;
import dev.alkdev.operations.web.IdleBody;
import dev.alkdev.operations.web.SseEvent;
import dev.alkdev.operations.web.SseParser;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.Predicate;

/** The operations of a hub that runs, over its REST interface. For one thread. */
final class HubTarget implements Target {
    private static final String ENVELOPE = "application/vnd.operations.envelope+json";
    private static final String EVENTS = "text/event-stream";
    private static final int LARGEST_ANSWER = 64 * 1024 * 1024;
    private static final Duration CONNECT = Duration.ofSeconds(5);

    /** Beyond what the hub was asked for, so that it is the hub that reports the timeout. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private static final Duration LONGEST_CALL = Duration.ofMinutes(10);

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HubAddress address;
    private final @Nullable String credentials;
    private final Timeouts timeouts;
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
                new Timeouts(
                        Deadlines.DEFAULT_TIMEOUT, Duration.ofSeconds(30), Duration.ofMinutes(2));
    }

    /**
     * @param credentials the value of the {@code Authorization} header; null for none
     */
    HubTarget(HubAddress address, @Nullable String credentials, Timeouts timeouts) {
        this.address = address;
        this.credentials = credentials;
        this.timeouts = timeouts;
        this.client =
                DeferredTls.newClient()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(CONNECT)
                        .executor(threads)
                        .build();
    }

    @Override
    public JsonNode listing(Map<String, String> query) {
        return answer(send(get(address.listing(query))));
    }

    @Override
    public Description describe(String id) {
        return read(get(address.spec(id)), Description::fromJson);
    }

    @Override
    public CallResult call(String id, JsonNode input, @Nullable Duration timeout) {
        HttpRequest.Builder request =
                post(id, input).header("Accept", ENVELOPE).header("Operation-Changes", "true");
        if (timeout != null) {
            // In seconds, which have room for times that are long in milliseconds.
            BigDecimal seconds = BigDecimal.valueOf(timeout.toMillis(), 3);
            request.header("Operation-Timeout", seconds.toPlainString() + "s");
        }
        request.timeout(timeout == null ? LONGEST_CALL : timeout.plus(GRACE));
        return read(request, CallResult::fromJson);
    }

    @Override
    public Items subscribe(String id, JsonNode input, @Nullable String after, boolean envelopes) {
        String accept = envelopes ? EVENTS + ", " + ENVELOPE : EVENTS;
        HttpRequest.Builder request = post(id, input).header("Accept", accept);
        if (after != null) {
            if (!HeaderText.canCarry(after)) {
                throw CommandFailure.usage(
                        "--after has characters that are not printable ASCII, which the HTTP"
                                + " client cannot send");
            }
            request.header("Last-Event-ID", after);
        }
        HttpResponse<InputStream> response = send(request);
        if (isOk(response) && contentType(response).startsWith(EVENTS)) {
            return reader -> readEvents(response.body(), reader);
        }
        answer(response);
        throw noHub("it answered with " + contentType(response) + " instead of events");
    }

    private HttpRequest.Builder get(URI uri) {
        return request(uri).header("Accept", "application/json");
    }

    private HttpRequest.Builder post(String id, JsonNode input) {
        return request(address.operation(id))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(Json.write(input)));
    }

    private HttpRequest.Builder request(URI uri) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).timeout(timeouts.head());
        if (credentials == null) {
            return request;
        }
        try {
            return request.header("Authorization", credentials);
        } catch (IllegalArgumentException e) {
            // Never with the value, nor with the cause, which has it.
            throw CommandFailure.usage("the token has characters that no token can have");
        }
    }

    /**
     * Sends a request and waits until the answer begins.
     *
     * @throws CommandFailure if there is no hub
     */
    private HttpResponse<InputStream> send(HttpRequest.Builder unsent) {
        HttpRequest request = unsent.build();
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

    private <T> T read(HttpRequest.Builder request, Function<JsonNode, T> reading) {
        JsonNode answer = answer(send(request));
        try {
            return reading.apply(answer);
        } catch (IllegalArgumentException e) {
            throw noHub(String.valueOf(e.getMessage()));
        }
    }

    /**
     * The whole of an answer.
     *
     * @throws CallException if the hub refuses the request
     */
    private JsonNode answer(HttpResponse<InputStream> response) {
        String what = "HTTP " + response.statusCode() + ", " + contentType(response);
        try (InputStream body =
                IdleBody.of(response.body(), TimeSource.system(), timeouts.body())) {
            byte[] bytes = body.readNBytes(LARGEST_ANSWER + 1);
            if (bytes.length > LARGEST_ANSWER) {
                throw new CallException(
                        ErrorCode.EXECUTION_ERROR,
                        "the answer has more than " + LARGEST_ANSWER + " bytes");
            }
            if (!contentType(response).contains("json")) {
                throw noHub("it answered with " + what);
            }
            JsonNode json = Json.parse(bytes);
            if (!isOk(response)) {
                throw problem(json, what);
            }
            return json;
        } catch (IOException e) {
            throw lost(e);
        } catch (IllegalArgumentException e) {
            throw noHub("it answered with " + what + " that is " + e.getMessage());
        }
    }

    private void readEvents(InputStream stream, Predicate<JsonNode> reader) {
        ArrayDeque<SseEvent> events = new ArrayDeque<>();
        SseParser parser = new SseParser(events::add);
        byte[] buffer = new byte[8 * 1024];
        try (InputStream body = IdleBody.of(stream, TimeSource.system(), timeouts.events())) {
            while (true) {
                int count = body.read(buffer);
                if (count < 0) {
                    throw new IOException("the stream broke off");
                }
                parser.feed(buffer, 0, count);
                while (!events.isEmpty()) {
                    if (!goesOn(events.remove(), reader)) {
                        return;
                    }
                }
            }
        } catch (IOException e) {
            throw lost(e);
        } catch (IllegalStateException e) {
            throw noHub(String.valueOf(e.getMessage()));
        }
    }

    /** Whether anything is to be read after an event. */
    private boolean goesOn(SseEvent event, Predicate<JsonNode> reader) {
        return switch (event.event()) {
            case "item", "item-error" -> reader.test(data(event));
            case "error" -> throw problem(data(event), "an invalid error");
            case "complete" -> false;
            // A newer hub may send more than we know of.
            default -> true;
        };
    }

    private JsonNode data(SseEvent event) {
        try {
            return Json.parse(event.data());
        } catch (IllegalArgumentException e) {
            throw noHub("an event is " + e.getMessage());
        }
    }

    private static boolean isOk(HttpResponse<?> response) {
        return response.statusCode() >= 200 && response.statusCode() < 300;
    }

    private static String contentType(HttpResponse<?> response) {
        return response.headers().firstValue("Content-Type").orElse("no content type");
    }

    /** What a problem of the hub means. */
    private RuntimeException problem(JsonNode problem, String what) {
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

    private CommandFailure noHub(String why) {
        return CommandFailure.unreachable(
                address + " is not a hub: " + why,
                "Name another with --hub URL or OPERATIONS_HUB.");
    }

    private CommandFailure lost(IOException cause) {
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
}
