package dev.alkdev.operations.hub;

import dev.alkdev.operations.http.AuthenticationException;
import dev.alkdev.operations.http.RequestAuthenticator;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Gives the measurements in the text format of Prometheus, to whoever may call the hub. */
final class MetricsServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final transient PrometheusMeterRegistry meters;
    private final transient SourceGauges sources;
    private final transient DriftCounters drift;
    private final transient RequestAuthenticator authenticator;

    MetricsServlet(
            PrometheusMeterRegistry meters,
            SourceGauges sources,
            DriftCounters drift,
            RequestAuthenticator authenticator) {
        this.meters = meters;
        this.sources = sources;
        this.drift = drift;
        this.authenticator = authenticator;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        try {
            authenticator.authenticate(request);
        } catch (AuthenticationException e) {
            response.setHeader("WWW-Authenticate", e.challenge().orElse(authenticator.challenge()));
            response.setStatus(HttpServletResponse.SC_UNAUTHORIZED);
            response.setContentType(ProblemPages.MEDIA_TYPE);
            byte[] problem =
                    ProblemPages.problem(HttpServletResponse.SC_UNAUTHORIZED, e.getMessage());
            response.getOutputStream().write(problem);
            return;
        }
        sources.update();
        drift.update();
        byte[] text = meters.scrape().getBytes(StandardCharsets.UTF_8);
        response.setContentType(CONTENT_TYPE);
        response.setHeader("Cache-Control", "no-store");
        response.setContentLength(text.length);
        response.getOutputStream().write(text);
    }
}
