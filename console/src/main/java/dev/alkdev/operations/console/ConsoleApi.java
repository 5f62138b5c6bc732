package dev.alkdev.operations.console;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.http.Endpoint;
import dev.alkdev.operations.http.Exchange;
import dev.alkdev.operations.http.ExchangeServlet;
import dev.alkdev.operations.http.LimitOptions;
import dev.alkdev.operations.http.OperationListing;
import dev.alkdev.operations.http.OriginCheck;
import dev.alkdev.operations.http.Refusal;
import dev.alkdev.operations.http.RequestAuthenticator;
import dev.alkdev.operations.search.OperationSearch;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The internal HTTP API of the console's pages, which may change at any time. To be mapped to
 * {@code console/api/*} below the page; beside it the page needs a REST gateway over the same
 * registry. Threads share it.
 *
 * <pre>{@code
 * ConsoleApi api =
 *         ConsoleApi.over(registry, activity, search)
 *                 .session(new HostSession("Shop", "1", paths))
 *                 .build();
 * }</pre>
 */
public final class ConsoleApi extends ExchangeServlet {
    private static final long serialVersionUID = 1L;
    private static final OriginCheck ORIGINS =
            new OriginCheck(null, new OriginCheck.Allowed("GET", "", ""));
    private static final String NOTHING = "the console asks for nothing here";

    private final transient ConsoleOptions options;
    private final transient ActivityEvents events;
    private final transient Predicate<String> entrances;

    /** By path; those that end with a slash have a name behind it. */
    private final transient Map<String, Endpoint> endpoints;

    private ConsoleApi(ConsoleOptions options, Builder builder) {
        super(options.authenticator(), options.registry().byteBudget());
        this.options = options;
        this.events = new ActivityEvents(options);
        this.entrances = builder.entrances;
        this.endpoints = new LinkedHashMap<>(builder.endpoints);
        endpoints.put("/sources", read((viewer, asked) -> view(viewer).all()));
        endpoints.put("/sources/", read((viewer, asked) -> view(viewer).one(name(asked))));
        endpoints.put("/activity", read((viewer, asked) -> activity(viewer).calls(filter(asked))));
        endpoints.put(
                "/activity/summary",
                read((viewer, asked) -> activity(viewer).summary(filter(asked))));
        endpoints.put("/activity/events", events);
        endpoints.put(
                "/facets", read((viewer, asked) -> Facets.of(options.listing(), viewer, asked)));
        endpoints.put("/check/", new CheckEndpoint(options));
    }

    /**
     * Builds the interface; without further options all callers are anonymous, as one.
     *
     * @param activity must observe the registry
     * @param search over the same registry; whoever gives it closes it
     */
    public static Builder over(
            OperationRegistry registry, Activity activity, OperationSearch search) {
        return new Builder(registry, activity, search);
    }

    /** What is shown to somebody. */
    private interface Shown {
        JsonNode of(Viewer viewer, Exchange asked);
    }

    private SourceView view(Viewer viewer) {
        return new SourceView(options, viewer);
    }

    private ActivityView activity(Viewer viewer) {
        return new ActivityView(options.activity(), viewer);
    }

    private static ActivityFilter filter(Exchange asked) {
        return ActivityFilter.parse(asked.request().getQueryString());
    }

    private Endpoint read(Shown shown) {
        return exchange -> {
            Caller caller = exchange.caller();
            options.reads().accept(caller);
            exchange.send(shown.of(options.viewer(caller), exchange));
        };
    }

    /** The part of a path after that of its endpoint. */
    public static String name(Exchange exchange) {
        return exchange.path().substring(exchange.path().indexOf('/', 1) + 1);
    }

    @Override
    protected void answer(Exchange exchange) throws IOException {
        ORIGINS.check(exchange, !entrances.test(exchange.path()));
        serve(endpoint(exchange.path()), exchange);
    }

    private Endpoint endpoint(String path) {
        Endpoint exact = endpoints.get(path);
        int slash = path.indexOf('/', 1);
        Endpoint named = slash < 0 ? null : endpoints.get(path.substring(0, slash + 1));
        if (exact != null && !path.endsWith("/")) {
            return exact;
        }
        if (named == null || slash + 1 == path.length()) {
            throw Refusal.notFound(NOTHING);
        }
        return named;
    }

    /** Ends the streams of some viewers, since they may not look any longer. */
    public void sendAway(Predicate<Caller> whose) {
        events.close(whose);
    }

    /** Ends all streams, now and later. */
    @Override
    public void destroy() {
        events.close();
    }

    /** The optional parts of the interface. For one thread. */
    public static final class Builder {
        private final OperationRegistry registry;
        private final Activity activity;
        private final OperationSearch search;
        private final Map<String, Endpoint> endpoints = new LinkedHashMap<>();
        private Predicate<String> entrances = path -> false;
        private ConsoleSources sources = List::of;
        private RequestAuthenticator authenticator = RequestAuthenticator.anonymous();
        private LimitOptions limits = LimitOptions.defaults();
        private Consumer<Caller> reads = caller -> {};
        private BooleanSupplier open = () -> true;

        private Builder(OperationRegistry registry, Activity activity, OperationSearch search) {
            this.registry = registry;
            this.activity = activity;
            this.search = search;
        }

        /** Sets the session of the viewer; required. */
        public Builder session(Endpoint session) {
            return endpoint("/session", session);
        }

        /**
         * Serves one more path.
         *
         * @param path below the servlet; if it ends with a slash, with a name behind it
         */
        public Builder endpoint(String path, Endpoint endpoint) {
            endpoints.put(path, endpoint);
            return this;
        }

        /** The paths to which pages of other origins may lead, such as an issuer's. */
        public Builder entrances(Predicate<String> paths) {
            this.entrances = paths;
            return this;
        }

        /** What the registry has its operations from; nothing unless given. */
        public Builder sources(ConsoleSources sources) {
            this.sources = sources;
            return this;
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

        /** Called before anything is shown to a caller; it throws to refuse. */
        public Builder onRead(Consumer<Caller> reads) {
            this.reads = reads;
            return this;
        }

        /**
         * Whether all anonymous callers are one, so that they see the details of all calls. They do
         * unless given.
         */
        public Builder open(BooleanSupplier open) {
            this.open = open;
            return this;
        }

        public ConsoleApi build() {
            if (!endpoints.containsKey("/session")) {
                throw new IllegalStateException("the console needs a session");
            }
            OperationListing listing = new OperationListing(registry, List::of, search);
            return new ConsoleApi(
                    new ConsoleOptions(
                            registry,
                            listing,
                            activity,
                            sources,
                            authenticator,
                            limits,
                            reads,
                            open),
                    this);
        }
    }
}
