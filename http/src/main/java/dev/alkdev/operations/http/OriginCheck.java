package dev.alkdev.operations.http;

import dev.alkdev.operations.web.AllowedOrigins;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.jspecify.annotations.Nullable;

/** Checks the origin of requests that browsers send. */
final class OriginCheck {
    private static final String REQUEST_HEADERS =
            "Authorization, Content-Type, Accept, Operation-Timeout, Last-Event-ID, traceparent,"
                    + " tracestate";
    private static final String RESPONSE_HEADERS =
            "X-Operation-Id, X-Operation-Source, X-Operation-Status, X-Operation-Timestamp,"
                    + " X-Operation-Error, X-Request-Id, Retry-After, WWW-Authenticate, Allow";

    private final @Nullable CorsRule rule;

    OriginCheck(@Nullable CorsRule rule) {
        this.rule = rule;
    }

    /**
     * Sets what a browser must know.
     *
     * @throws Refusal if a page of a foreign origin calls: without being asked, a browser sends
     *     such requests for any page, by GET for an image as well
     */
    void check(Exchange exchange) {
        HttpServletRequest request = exchange.request();
        HttpServletResponse response = exchange.response();
        if (rule != null) {
            response.addHeader("Vary", "Origin");
        }
        String origin = request.getHeader("Origin");
        if (origin == null) {
            if (isForeign(request.getHeader("Sec-Fetch-Site")) && isCall(exchange)) {
                throw refused("another site");
            }
            return;
        }
        if (AllowedOrigins.isOwn(origin, request.getHeader("Host"))) {
            return;
        }
        if (rule != null && rule.allows(origin)) {
            response.setHeader("Access-Control-Allow-Origin", origin);
            if (isPreflight(request)) {
                allow(response, rule);
            } else {
                response.setHeader("Access-Control-Expose-Headers", RESPONSE_HEADERS);
            }
        } else if (isCall(exchange)) {
            throw refused(ShortText.of(origin));
        }
    }

    private static Refusal refused(String origin) {
        return Refusal.forbidden("pages of " + origin + " may not call operations here");
    }

    /** Whether it may run something; what merely describes cannot be read by a foreign page. */
    private static boolean isCall(Exchange exchange) {
        return exchange.isGet()
                ? exchange.path().startsWith(OperationEndpoint.PREFIX)
                : !exchange.method().equals("OPTIONS");
    }

    /** Browsers send it for images and links, which have no origin; other clients do not. */
    private static boolean isForeign(@Nullable String site) {
        return site != null && !site.equals("same-origin") && !site.equals("none");
    }

    private static boolean isPreflight(HttpServletRequest request) {
        return request.getMethod().equals("OPTIONS")
                && request.getHeader("Access-Control-Request-Method") != null;
    }

    private static void allow(HttpServletResponse response, CorsRule rule) {
        response.setHeader("Access-Control-Allow-Methods", "GET, HEAD, POST");
        response.setHeader("Access-Control-Allow-Headers", REQUEST_HEADERS);
        response.setHeader("Access-Control-Max-Age", Long.toString(rule.maxAge().toSeconds()));
    }
}
