package dev.alkdev.operations.http;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.jspecify.annotations.Nullable;

import java.net.URI;

/** Tells requests of web pages by where the page came from. */
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
     * @throws Refusal if a page of a foreign origin posts: without being asked, a browser sends
     *     such requests for any page, and some of them would be calls
     */
    void check(Exchange exchange) {
        HttpServletRequest request = exchange.request();
        HttpServletResponse response = exchange.response();
        if (rule != null) {
            response.addHeader("Vary", "Origin");
        }
        String origin = request.getHeader("Origin");
        if (origin == null || isOwn(origin, request)) {
            return;
        }
        if (rule != null && rule.allows(origin)) {
            response.setHeader("Access-Control-Allow-Origin", origin);
            if (isPreflight(request)) {
                allow(response, rule);
            } else {
                response.setHeader("Access-Control-Expose-Headers", RESPONSE_HEADERS);
            }
        } else if (!exchange.isGet() && !request.getMethod().equals("OPTIONS")) {
            throw Refusal.forbidden("pages of " + origin + " may not call operations here");
        }
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

    /** By host and port only: a proxy in front may have taken the TLS off. */
    private static boolean isOwn(String origin, HttpServletRequest request) {
        String host = request.getHeader("Host");
        try {
            return host != null && host.equalsIgnoreCase(URI.create(origin).getRawAuthority());
        } catch (IllegalArgumentException noAddress) {
            return false;
        }
    }
}
