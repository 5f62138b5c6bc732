package dev.alkdev.operations.http;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.http.OperationEndpoint.Asked;
import dev.alkdev.operations.search.OperationSearch;

import jakarta.servlet.http.HttpServlet;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Serves the operations of a registry over HTTP: calls as JSON, subscriptions as server-sent
 * events, listings, an OpenAPI document, health. Immutable; threads may share it.
 *
 * <pre>{@code
 * RestGateway gateway = RestGateway.over(registry).authenticator(tokens::check).build();
 * context.addServlet(new ServletHolder(gateway.servlet()), "/api/*");
 * }</pre>
 */
public final class RestGateway {
    final OperationRegistry registry;
    final RequestAuthenticator authenticator;
    final LimitOptions limits;
    final @Nullable CorsOptions cors;
    final String title;
    final String version;
    final Supplier<List<SourceEntry>> sources;
    final Supplier<Readiness> readiness;
    final @Nullable ClientWatch watch;
    final Consumer<Caller> reads;
    final @Nullable OperationSearch search;

    private RestGateway(Builder given) {
        registry = given.registry;
        authenticator = given.authenticator;
        limits = given.limits;
        cors = given.cors;
        title = given.title;
        version = given.version;
        sources = given.sources;
        readiness = given.readiness;
        watch = given.watch;
        reads = given.reads;
        search = given.search;
    }

    /** Builds a gateway; without further options all callers are anonymous. */
    public static Builder over(OperationRegistry registry) {
        return new Builder(registry);
    }

    /**
     * A servlet for one container, to be mapped to {@code /*}, {@code /} or {@code /prefix/*}.
     * Event streams use asynchronous requests if the container lets them. When the container
     * destroys it, streams that are open are ended.
     */
    public HttpServlet servlet() {
        return new RestServlet(this);
    }

    /** Runs an action if the client is seen to go away before the registration is closed. */
    Registration onGone(Exchange exchange, Runnable action) {
        return watch == null ? () -> {} : watch.watch(exchange.request(), action);
    }

    /** The answer to a call that failed. */
    Refusal failed(Asked asked, CallException failure) {
        Exchange exchange = asked.exchange();
        return Refusal.of(
                failure,
                asked.spec(),
                exchange.caller(),
                authenticator.challenge(exchange.request()));
    }

    /** The optional parts of a gateway. For one thread. */
    public static final class Builder {
        private final OperationRegistry registry;
        private RequestAuthenticator authenticator = RequestAuthenticator.anonymous();
        private LimitOptions limits = LimitOptions.defaults();
        private @Nullable CorsOptions cors;
        private String title = "Operations";
        private String version = "1";
        private Supplier<List<SourceEntry>> sources = List::of;
        private Supplier<Readiness> readiness = () -> Readiness.READY;
        private @Nullable ClientWatch watch;
        private Consumer<Caller> reads = caller -> {};
        private @Nullable OperationSearch search;

        private Builder(OperationRegistry registry) {
            this.registry = registry;
        }

        /** Authenticates requests; all callers are anonymous unless given. */
        public Builder authenticator(RequestAuthenticator authenticator) {
            this.authenticator = authenticator;
            return this;
        }

        public Builder limits(LimitOptions limits) {
            this.limits = limits;
            return this;
        }

        /** Allows other origins (CORS); none unless given. */
        public Builder cors(CorsOptions cors) {
            this.cors = cors;
            return this;
        }

        /** What the OpenAPI document calls the whole. */
        public Builder info(String title, String version) {
            this.title = title;
            this.version = version;
            return this;
        }

        /** Gives the sources for listings and health checks. */
        public Builder sources(Supplier<List<SourceEntry>> sources) {
            this.sources = sources;
            return this;
        }

        /** Gives the readiness for {@code /health/ready}; always ready unless given. */
        public Builder readiness(Supplier<Readiness> readiness) {
            this.readiness = readiness;
            return this;
        }

        /**
         * What notices that a client has gone during a call. Unless given, calls go on, and streams
         * end when a heartbeat cannot be written.
         */
        public Builder clientWatch(ClientWatch watch) {
            this.watch = watch;
            return this;
        }

        /**
         * Called before a listing, a description or the OpenAPI document is sent, which are no
         * calls; it throws a {@link CallException} to refuse. Nothing is refused unless given.
         */
        public Builder onRead(Consumer<Caller> reads) {
            this.reads = reads;
            return this;
        }

        /**
         * Ranks what is searched for, for as long as the servlet lives; one of its own unless
         * given. Whoever gives it closes it.
         */
        public Builder search(OperationSearch search) {
            this.search = search;
            return this;
        }

        public RestGateway build() {
            return new RestGateway(this);
        }
    }
}
