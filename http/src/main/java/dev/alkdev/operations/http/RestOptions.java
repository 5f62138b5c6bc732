package dev.alkdev.operations.http;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.Registration;
import dev.alkdev.operations.search.OperationSearch;
import dev.alkdev.operations.web.Challenge;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The options of a gateway. */
record RestOptions(
        OperationRegistry registry,
        RequestAuthenticator authenticator,
        LimitOptions limits,
        @Nullable CorsOptions cors,
        ApiInfo info,
        Supplier<List<SourceEntry>> sources,
        Supplier<Readiness> readiness,
        @Nullable ClientWatch watch,
        Consumer<Caller> reads,
        @Nullable OperationSearch search) {

    private static final Registration NOTHING = () -> {};

    /** How to authenticate a request. */
    Challenge challenge(Exchange exchange) {
        return authenticator.challenge(exchange.request());
    }

    /** Runs an action if the client is seen to go away before the registration is closed. */
    Registration onGone(Exchange exchange, Runnable action) {
        return watch == null ? NOTHING : watch.watch(exchange.request(), action);
    }
}
