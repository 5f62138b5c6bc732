package dev.alkdev.operations.metrics;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.http.Exchange;
import dev.alkdev.operations.http.ExchangeServlet;
import dev.alkdev.operations.http.Refusal;
import dev.alkdev.operations.http.RequestAuthenticator;
import dev.alkdev.operations.web.Challenge;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Gives measurements in the text format of Prometheus. They name all operations, so callers who are
 * known need the scope {@code hub:metrics}.
 */
public final class MetricsServlet extends ExchangeServlet {
    private static final long serialVersionUID = 1L;
    private static final String SCOPE = "hub:metrics";
    private static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final transient RequestAuthenticator authenticator;
    private final transient Consumer<Caller> reads;
    private final transient Supplier<String> text;

    /**
     * A servlet.
     *
     * @param reads called before measurements are sent; it throws to refuse
     * @param text the measurements of now
     */
    public MetricsServlet(
            OperationRegistry registry,
            RequestAuthenticator authenticator,
            Consumer<Caller> reads,
            Supplier<String> text) {
        super(authenticator, registry.byteBudget());
        this.authenticator = authenticator;
        this.reads = reads;
        this.text = text;
    }

    @Override
    protected void answer(Exchange exchange) throws IOException {
        serve(this::send, exchange);
    }

    private void send(Exchange exchange) throws IOException {
        Caller caller = exchange.caller();
        if (caller instanceof Caller.Authenticated(Identity identity)
                && !identity.scopes().contains(SCOPE)) {
            Challenge usual = authenticator.challenge(exchange.request());
            String challenge = usual.insufficientScope(List.of(SCOPE)).text();
            exchange.response().setHeader(Challenge.HEADER, challenge);
            throw Refusal.forbidden("the metrics need the scope " + SCOPE);
        }
        reads.accept(caller);
        exchange.send(200, CONTENT_TYPE, text.get().getBytes(StandardCharsets.UTF_8));
    }
}
