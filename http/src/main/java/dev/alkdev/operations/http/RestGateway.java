package dev.alkdev.operations.http;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.base.Registration;
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
public final class RestGateway implements Cloneable {
    final OperationRegistry registry;
    RequestAuthenticator authenticator = RequestAuthenticator.anonymous();
    LimitOptions limits = LimitOptions.defaults();
    @Nullable CorsOptions cors;
    String title = "Operations";
    String version = "1";
    Supplier<List<SourceEntry>> sources = List::of;
    Supplier<Readiness> readiness = () -> Readiness.READY;
    @Nullable ClientWatch watch;
    Consumer<Caller> reads = caller -> {};
    @Nullable OperationSearch search;

    private RestGateway(OperationRegistry registry) {
        this.registry = registry;
    }

    private RestGateway copy() {
        try {
            return (RestGateway) clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
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
    Refusal failed(OperationRequest asked, CallException failure) {
        Exchange exchange = asked.exchange();
        return Refusal.of(
                failure,
                asked.spec(),
                exchange.caller(),
                authenticator.challenge(exchange.request()));
    }

    /** The optional parts of a gateway. For one thread. */
    public static final class Builder {
        private final RestGateway made;

        private Builder(OperationRegistry registry) {
            made = new RestGateway(registry);
        }

        /** Authenticates requests; all callers are anonymous unless given. */
        public Builder authenticator(RequestAuthenticator authenticator) {
            made.authenticator = authenticator;
            return this;
        }

        public Builder limits(LimitOptions limits) {
            made.limits = limits;
            return this;
        }

        /** Allows other origins (CORS); none unless given. */
        public Builder cors(CorsOptions cors) {
            made.cors = cors;
            return this;
        }

        /** What the OpenAPI document calls the whole. */
        public Builder info(String title, String version) {
            made.title = title;
            made.version = version;
            return this;
        }

        /** Gives the sources for listings and health checks. */
        public Builder sources(Supplier<List<SourceEntry>> sources) {
            made.sources = sources;
            return this;
        }

        /** Gives the readiness for {@code /health/ready}; always ready unless given. */
        public Builder readiness(Supplier<Readiness> readiness) {
            made.readiness = readiness;
            return this;
        }

        /**
         * What notices that a client has gone during a call. Unless given, calls go on, and streams
         * end when a heartbeat cannot be written.
         */
        public Builder clientWatch(ClientWatch watch) {
            made.watch = watch;
            return this;
        }

        /**
         * Called before a listing, a description or the OpenAPI document is sent, which are no
         * calls; it throws a {@link CallException} to refuse. Nothing is refused unless given.
         */
        public Builder onRead(Consumer<Caller> reads) {
            made.reads = reads;
            return this;
        }

        /**
         * Ranks what is searched for, for as long as the servlet lives; one of its own unless
         * given. Whoever gives it closes it.
         */
        public Builder search(OperationSearch search) {
            made.search = search;
            return this;
        }

        public RestGateway build() {
            return made.copy();
        }
    }
}
