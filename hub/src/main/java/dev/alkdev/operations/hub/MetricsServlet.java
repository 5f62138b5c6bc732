package dev.alkdev.operations.hub;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.http.AuthenticationException;
import dev.alkdev.operations.http.RequestAuthenticator;
import dev.alkdev.operations.jetty.ProblemPages;
import dev.alkdev.operations.web.Challenge;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;

/**
 * Gives the measurements in the text format of Prometheus. They name all operations, so a hub with
 * tokens asks for a scope.
 */
final class MetricsServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final String SCOPE = "hub:metrics";
    private static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final transient HubMeters meters;
    private final transient Runnable update;
    private final transient RequestAuthenticator authenticator;
    private final transient Consumer<Caller> reads;

    MetricsServlet(
            HubMeters meters,
            Runnable update,
            RequestAuthenticator authenticator,
            Consumer<Caller> reads) {
        this.meters = meters;
        this.update = update;
        this.authenticator = authenticator;
        this.reads = reads;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        try {
            Caller caller = authenticator.authenticate(request);
            if (caller instanceof Caller.Authenticated(Identity identity)
                    && !identity.scopes().contains(SCOPE)) {
                Challenge challenge =
                        authenticator.challenge(request).insufficientScope(List.of(SCOPE));
                response.setHeader(Challenge.HEADER, challenge.text());
                refuse(response, 403, "the metrics need the scope " + SCOPE);
                return;
            }
            reads.accept(caller);
        } catch (AuthenticationException e) {
            Challenge challenge = e.challenge().orElse(authenticator.challenge(request));
            response.setHeader(Challenge.HEADER, challenge.text());
            refuse(response, 401, String.valueOf(e.getMessage()));
            return;
        } catch (CallException later) {
            boolean tooOften = later.code().equals(ErrorCode.OVERLOADED);
            response.setHeader("Retry-After", "1");
            refuse(response, tooOften ? 429 : 503, later.getMessage());
            return;
        }
        update.run();
        byte[] text = meters.withJvm().scrape().getBytes(StandardCharsets.UTF_8);
        response.setContentType(CONTENT_TYPE);
        response.setHeader("Cache-Control", "no-store");
        response.setContentLength(text.length);
        response.getOutputStream().write(text);
    }

    private static void refuse(HttpServletResponse response, int status, String reason)
            throws IOException {
        response.setStatus(status);
        response.setContentType(ProblemPages.MEDIA_TYPE);
        response.getOutputStream().write(ProblemPages.problem(status, reason));
    }
}
