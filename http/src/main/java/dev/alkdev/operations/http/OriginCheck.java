package dev.alkdev.operations.http;

import dev.alkdev.operations.web.AllowedOrigins;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.jspecify.annotations.Nullable;

/** Checks the origin of requests that browsers send (CORS). Immutable; threads may share it. */
public final class OriginCheck {
    private static final String REQUEST_HEADERS =
            "Authorization, Content-Type, Accept, Operation-Timeout, Last-Event-ID, traceparent,"
                    + " tracestate";
    private static final String RESPONSE_HEADERS =
            "X-Request-Id, Retry-After, WWW-Authenticate, Allow";

    private final @Nullable CorsOptions rule;
    private final Allowed allowed;

    /**
     * What pages of other origins may do, besides what every gateway allows.
     *
     * @param methods separated by commas
     * @param requestHeaders that they may send, separated by commas
     * @param responseHeaders that they may read, separated by commas
     */
    public record Allowed(String methods, String requestHeaders, String responseHeaders) {
        public Allowed {
            requestHeaders = joined(REQUEST_HEADERS, requestHeaders);
            responseHeaders = joined(RESPONSE_HEADERS, responseHeaders);
        }

        private static String joined(String all, String more) {
            return more.isEmpty() ? all : all + ", " + more;
        }
    }

    /**
     * A check.
     *
     * @param rule which origins are allowed; null for none but the server's own
     */
    public OriginCheck(@Nullable CorsOptions rule, Allowed allowed) {
        this.rule = rule;
        this.allowed = allowed;
    }

    /**
     * Sets what a browser must know.
     *
     * @param isCall whether the request may run something; what merely describes cannot be read by
     *     a foreign page
     * @throws Refusal if a page of a foreign origin calls: without being asked, a browser sends
     *     such requests for any page, by GET for an image as well
     */
    public void check(Exchange exchange, boolean isCall) {
        HttpServletRequest request = exchange.request();
        HttpServletResponse response = exchange.response();
        if (rule != null) {
            response.addHeader("Vary", "Origin");
        }
        String origin = request.getHeader("Origin");
        if (origin == null) {
            if (isForeign(request.getHeader("Sec-Fetch-Site")) && isCall) {
                throw refused("another site");
            }
            return;
        }
        if (AllowedOrigins.isOwn(origin, request.getHeader("Host"))) {
            return;
        }
        if (rule != null && rule.origins().allows(origin)) {
            response.setHeader("Access-Control-Allow-Origin", origin);
            if (isPreflight(request)) {
                String maxAge = Long.toString(rule.maxAge().toSeconds());
                response.setHeader("Access-Control-Allow-Methods", allowed.methods());
                response.setHeader("Access-Control-Allow-Headers", allowed.requestHeaders());
                response.setHeader("Access-Control-Max-Age", maxAge);
            } else {
                response.setHeader("Access-Control-Expose-Headers", allowed.responseHeaders());
            }
        } else if (isCall) {
            throw refused(Exchange.shortened(origin));
        }
    }

    private static Refusal refused(String origin) {
        return Refusal.forbidden("pages of " + origin + " may not call operations here");
    }

    /** Browsers send it for images and links, which have no origin; other clients do not. */
    private static boolean isForeign(@Nullable String site) {
        return site != null && !site.equals("same-origin") && !site.equals("none");
    }

    private static boolean isPreflight(HttpServletRequest request) {
        return request.getMethod().equals("OPTIONS")
                && request.getHeader("Access-Control-Request-Method") != null;
    }
}
