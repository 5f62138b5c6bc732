package dev.alkdev.operations.http;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.base.Durations;
import dev.alkdev.operations.base.TimeSource;
import dev.alkdev.operations.schema.Json;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One request and its answer, as every gateway over HTTP sees it, and the bytes that both keep in
 * memory. For one thread at a time; bytes may be taken by many.
 */
public final class Exchange {
    static final String JSON = "application/json";

    private static final String TIMEOUT = "Operation-Timeout";
    private static final String[] METADATA = {"traceparent", "tracestate"};

    /** What a client sent is shortened to this before it is sent back. */
    private static final int LONGEST_TEXT = 300;

    private static final int LONGEST_TIMEOUT = 40;

    private final HttpServletRequest request;
    private final HttpServletResponse response;
    private final String path;
    private final String requestId = Call.newRequestId();
    private final ByteBudget budget;
    private final AtomicLong small = new AtomicLong();
    private final AtomicLong large = new AtomicLong();
    private Caller caller = Caller.anonymous();

    Exchange(HttpServletRequest request, HttpServletResponse response, ByteBudget budget) {
        this.request = request;
        this.response = response;
        this.budget = budget;
        String below = request.getPathInfo();
        this.path = below == null ? request.getServletPath() : below;
    }

    public HttpServletRequest request() {
        return request;
    }

    public HttpServletResponse response() {
        return response;
    }

    /** The path below where the gateway is mounted. */
    public String path() {
        return path;
    }

    /** Where the gateway is mounted, without a slash at the end. */
    String mount() {
        String above = request.getContextPath();
        return request.getPathInfo() == null ? above : above + request.getServletPath();
    }

    public String method() {
        return request.getMethod();
    }

    boolean isHead() {
        return method().equals("HEAD");
    }

    /** Whether the method is safe. */
    public boolean isGet() {
        return method().equals("GET") || isHead();
    }

    /** Ours, not the client's: it identifies what runs. */
    public String requestId() {
        return requestId;
    }

    /** Who sends it; anonymous until it is authenticated. */
    public Caller caller() {
        return caller;
    }

    public void caller(Caller caller) {
        this.caller = caller;
    }

    /**
     * The timeout that the client asks for; null if it does not.
     *
     * @throws Refusal if it is none
     */
    public @Nullable Duration timeout() {
        String header = request.getHeader(TIMEOUT);
        return header == null ? null : timeout(TIMEOUT, header);
    }

    /**
     * Reads a timeout: a duration, or a number of seconds.
     *
     * @param name the name of the header or member
     * @throws Refusal if it is none, or nothing
     */
    static Duration timeout(String name, String text) {
        return Durations.parseSeconds(text.strip())
                .filter(Duration::isPositive)
                .orElseThrow(
                        () ->
                                Refusal.malformed(
                                        name
                                                + " should be a time as 5, 1.5, 5s or 250ms, more"
                                                + " than 0, but is \""
                                                + shortened(text, LONGEST_TIMEOUT)
                                                + "\"",
                                        null));
    }

    /**
     * A call of the caller that ends in time.
     *
     * @param asked its timeout, as far as the limits allow it; null for the default, which progress
     *     extends
     */
    public CallBuilder call(@Nullable Duration asked, LimitOptions limits, TimeSource time) {
        return limits.apply(call(), asked, time);
    }

    /** A call of the caller, without a timeout. */
    CallBuilder call() {
        CallBuilder call = Call.builder().caller(caller).requestId(requestId).gateway("rest");
        Map<String, JsonNode> metadata = Map.of();
        for (String name : METADATA) {
            String value = request.getHeader(name);
            if (value != null) {
                metadata = metadata.isEmpty() ? new HashMap<>() : metadata;
                metadata.put(name, StringNode.valueOf(value));
            }
        }
        return metadata.isEmpty() ? call : call.metadata(metadata);
    }

    /** Keeps so many bytes more in memory, if the budget has room for them. */
    public boolean tryHold(long bytes) {
        boolean isSmall = small.get() + large.get() + bytes <= ByteBudget.SMALL_REQUEST;
        if (!(isSmall ? budget : budget.bulk()).tryAcquire(bytes)) {
            return false;
        }
        (isSmall ? small : large).addAndGet(bytes);
        return true;
    }

    /**
     * Keeps so many bytes more in memory, which are not there yet.
     *
     * @throws Refusal 503 if the budget has no room for them
     */
    public void hold(long bytes) {
        if (!tryHold(bytes)) {
            throw Refusal.overloaded("the server has no memory left for this request");
        }
    }

    /** Gives all bytes back to the budget. */
    void release() {
        budget.release(small.getAndSet(0));
        budget.bulk().release(large.getAndSet(0));
    }

    /** Sends JSON. */
    public void send(JsonNode json) throws IOException {
        byte[] body = Json.write(json);
        hold(body.length);
        send(200, JSON, body);
    }

    /** Sends the whole answer. */
    public void send(int status, String contentType, byte[] body) throws IOException {
        response.setStatus(status);
        response.setContentType(contentType);
        response.setContentLength(body.length);
        if (!isHead()) {
            response.getOutputStream().write(body);
        }
    }

    /**
     * Sends the whole response while the handler of the request still runs. The connection closes
     * afterwards, since its next request would wait for the handler.
     */
    public void sendEarly(int status, String contentType, byte[] body) throws IOException {
        response.setHeader("Connection", "close");
        send(status, contentType, body);
        response.flushBuffer();
    }

    /** Sends a failure while the handler of the request still runs. */
    void sendEarly(Refusal refusal) throws IOException {
        refusal.headers().forEach(response::setHeader);
        sendEarly(refusal.status(), Problem.MEDIA_TYPE, Json.write(json(refusal.problem())));
    }

    /** Sends why there is no other answer. */
    void send(Refusal refusal) throws IOException {
        refusal.headers().forEach(response::setHeader);
        send(refusal.status(), Problem.MEDIA_TYPE, Json.write(json(refusal.problem())));
    }

    JsonNode json(Problem problem) {
        return problem.toJson(shortened(request.getRequestURI()), requestId);
    }

    static String shortened(String text) {
        return shortened(text, LONGEST_TEXT);
    }

    private static String shortened(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most) + "…";
    }
}
