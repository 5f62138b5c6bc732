package dev.alkdev.operations.http;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.schema.Json;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.util.Map;

/** One request and its answer, as every gateway over HTTP sees it. For one thread at a time. */
public final class Exchange {
    static final String JSON = "application/json";

    private final HttpServletRequest request;
    private final HttpServletResponse response;
    private final String path;
    private final String requestId;
    private final HeldBytes held;
    private Caller caller = Caller.anonymous();

    /**
     * A request that has just arrived.
     *
     * @param requestId ours, not the client's
     * @param held what it keeps in memory, released by whoever made it
     */
    public Exchange(
            HttpServletRequest request,
            HttpServletResponse response,
            String requestId,
            HeldBytes held) {
        this.requestId = requestId;
        this.held = held;
        this.request = request;
        this.response = response;
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

    /** Ours, not the client's: what runs is told apart by it. */
    public String requestId() {
        return requestId;
    }

    /** What it keeps in memory. */
    public HeldBytes held() {
        return held;
    }

    /** Who sends it; anonymous until it is authenticated. */
    public Caller caller() {
        return caller;
    }

    public void caller(Caller caller) {
        this.caller = caller;
    }

    /** Sends JSON. */
    public void send(JsonNode json) throws IOException {
        byte[] body = Json.write(json);
        held.take(body.length);
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

    void send(Problem problem, Map<String, String> headers) throws IOException {
        headers.forEach(response::setHeader);
        send(problem.status(), Problem.MEDIA_TYPE, Json.write(json(problem)));
    }

    JsonNode json(Problem problem) {
        return problem.toJson(ShortText.of(request.getRequestURI()), requestId);
    }

    /** Only headers: nothing more is to be said. */
    public void sendEmpty(int status) {
        response.setStatus(status);
    }
}
