package dev.alkdev.operations.http;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.Deadlines;
import dev.alkdev.operations.TimeSource;

import jakarta.servlet.http.HttpServletRequest;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Makes a call from the headers of a request. Threads may share it. */
public final class CallRequests {
    static final String TIMEOUT = "Operation-Timeout";
    private static final String LAST_EVENT_ID = "Last-Event-ID";
    private static final String[][] METADATA = {
        {"traceparent", "traceparent"},
        {"tracestate", "tracestate"},
    };

    private final TimeSource time;
    private final LimitOptions limits;

    public CallRequests(TimeSource time, LimitOptions limits) {
        this.time = time;
        this.limits = limits;
    }

    CallRequests(RestOptions settings) {
        this(settings.registry().time(), settings.limits());
    }

    /** Ends in time. */
    CallBuilder ofCall(Exchange exchange) {
        return ofCall(exchange, asked(exchange.request()));
    }

    /**
     * A call that ends in time.
     *
     * @param standard the timeout if the request gives none, as far as the limits allow it
     */
    public CallBuilder within(Duration standard, Exchange exchange) {
        Duration asked = asked(exchange.request());
        return ofCall(exchange, asked == null ? standard : asked);
    }

    /** Has the timeout of the request, if the limits allow it. */
    CallBuilder ofCall(Exchange exchange, @Nullable Duration asked) {
        Duration timeout = asked == null ? limits.defaultTimeout() : asked;
        if (timeout.compareTo(limits.maxTimeout()) > 0) {
            timeout = limits.maxTimeout();
        }
        return of(exchange).deadline(Deadlines.after(timeout, time));
    }

    /** Has no timeout unless the request gives one. */
    CallBuilder ofStream(Exchange exchange) {
        Duration asked = asked(exchange.request());
        CallBuilder call = of(exchange);
        String lastEventId = exchange.request().getHeader(LAST_EVENT_ID);
        if (lastEventId != null) {
            call.lastEventId(utf8(lastEventId));
        }
        return asked == null ? call : call.timeout(asked);
    }

    /** Browsers send ids as they got them, in UTF-8; containers read headers byte by byte. */
    private static String utf8(String header) {
        boolean isBytes = header.chars().allMatch(c -> c < 0x100);
        return isBytes
                ? new String(header.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8)
                : header;
    }

    @Nullable Duration asked(HttpServletRequest request) {
        String header = request.getHeader(TIMEOUT);
        return header == null ? null : TimeoutText.parse(TIMEOUT, header);
    }

    private static CallBuilder of(Exchange exchange) {
        CallBuilder call =
                Call.builder()
                        .caller(exchange.caller())
                        .requestId(exchange.requestId())
                        .gateway("rest");
        Map<String, JsonNode> metadata = metadata(exchange.request());
        return metadata.isEmpty() ? call : call.metadata(metadata);
    }

    private static Map<String, JsonNode> metadata(HttpServletRequest request) {
        Map<String, JsonNode> metadata = Map.of();
        for (String[] header : METADATA) {
            String value = request.getHeader(header[0]);
            if (value != null) {
                metadata = metadata.isEmpty() ? new HashMap<>() : metadata;
                metadata.put(header[1], StringNode.valueOf(value));
            }
        }
        return metadata;
    }
}
