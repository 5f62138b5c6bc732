package dev.alkdev.operations.mcp;

import dev.alkdev.operations.base.TimeSource;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.web.HttpTransport;
import dev.alkdev.operations.web.Outgoing;
import dev.alkdev.operations.web.Redirects;
import dev.alkdev.operations.web.Reply;
import dev.alkdev.operations.web.TimeLimit;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Makes and sends the HTTP requests to a server. Threads may share it. */
final class HttpEndpoint {
    private static final Logger LOG = LoggerFactory.getLogger(HttpEndpoint.class);
    private static final Duration GOODBYE = Duration.ofSeconds(2);

    private final McpTarget.Web target;
    private final HttpTransport transport;

    HttpEndpoint(McpTarget.Web target) {
        this.target = target;
        // Nothing is sent to another origin: the headers may hold secrets.
        this.transport = new HttpTransport(target.sender(), Redirects.SAME_ORIGIN, 5);
    }

    /**
     * The headers of a request about the connection.
     *
     * @param session null for none
     */
    record Heading(McpVersion version, @Nullable String session) {}

    /** A request that is not finished. */
    record Draft(Outgoing request) {
        Draft withHeaders(Map<String, String> more) {
            List<String> all = new ArrayList<>(request.headers());
            more.forEach(
                    (name, value) -> {
                        all.add(name);
                        all.add(value);
                    });
            return new Draft(request.withHeaders(all));
        }
    }

    URI uri() {
        return target.uri();
    }

    /** Carries a message. */
    Draft post(RpcMessage message, Heading heading) {
        return post(target.uri(), message, heading);
    }

    /** Carries a message to another place of the server. */
    Draft post(URI place, RpcMessage message, Heading heading) {
        List<String> headers = headers(heading);
        headers.addAll(
                List.of(
                        "Content-Type",
                        "application/json",
                        "Accept",
                        "application/json, text/event-stream"));
        if (heading.version().isModern()) {
            HeaderMirror.standard(message, headers);
        }
        byte[] body = Json.write(message.toJson());
        return new Draft(new Outgoing("POST", place, headers, body));
    }

    /** Opens a stream of events. */
    Outgoing get(Heading heading) {
        List<String> headers = headers(heading);
        headers.addAll(List.of("Accept", "text/event-stream"));
        return new Outgoing("GET", target.uri(), headers, null);
    }

    private List<String> headers(Heading heading) {
        List<String> headers = new ArrayList<>();
        target.headers()
                .forEach(
                        (name, value) -> {
                            headers.add(name);
                            headers.add(value);
                        });
        if (heading.version().atLeast(McpVersion.V2025_06_18)) {
            headers.addAll(List.of("MCP-Protocol-Version", heading.version().text()));
        }
        if (heading.session() != null) {
            headers.addAll(List.of("Mcp-Session-Id", heading.session()));
        }
        return headers;
    }

    Reply send(Outgoing request) throws IOException, InterruptedException {
        return send(request, TimeLimit.of(TimeSource.system(), null));
    }

    private Reply send(Outgoing request, TimeLimit limit) throws IOException, InterruptedException {
        return transport.send(request.authorized(target.credentials(), ""), limit);
    }

    /** Ends a session; a server need not know that there is such a thing. */
    void delete(Heading heading) {
        Outgoing request = new Outgoing("DELETE", target.uri(), headers(heading), null);
        boolean interrupted = Thread.interrupted();
        try (TimeLimit limit = TimeLimit.of(TimeSource.system(), GOODBYE);
                Reply reply = send(request, limit)) {
            LOG.debug("The session was ended: {}", reply.statusText());
        } catch (IOException | RuntimeException e) {
            LOG.debug("The session could not be ended", e);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The text of a value that JSON has at a place; null if there is none that a header has. */
    static @Nullable String text(JsonNode value) {
        if (value.isString()) {
            return value.asString();
        }
        return value.isBoolean() || value.isIntegralNumber() ? value.asString() : null;
    }
}
