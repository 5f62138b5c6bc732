package dev.alkdev.operations.openapi;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.TimeSource;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How an API is called: where it is, who calls, and within which bounds. Immutable; threads may
 * share it.
 *
 * <pre>{@code
 * HttpServiceConfig petstore = HttpServiceConfig.builder("petstore")
 *         .baseUrl("https://petstore.example/v1")
 *         .credentials(operation -> Credential.bearer(tokens.current()))
 *         .build();
 * }</pre>
 */
public final class HttpServiceConfig {
    private final Builder given;
    private final HttpTransport transport;

    private HttpServiceConfig(Builder given) {
        this.given = given;
        this.transport = new HttpTransport(given.exchange(), given.redirects, given.maxRedirects);
    }

    /** A service whose operations are called {@code namespace.name}; everything else by default. */
    public static HttpServiceConfig of(String namespace) {
        return builder(namespace).build();
    }

    public static Builder builder(String namespace) {
        return new Builder(namespace);
    }

    public String namespace() {
        return given.namespace;
    }

    Optional<String> baseUrl() {
        return Optional.ofNullable(given.baseUrl);
    }

    Map<String, String> headers() {
        return given.headers;
    }

    @Nullable CredentialSupplier credentials() {
        return given.credentials;
    }

    @Nullable Duration timeout() {
        return given.timeout;
    }

    long maxResponseBytes() {
        return given.maxResponseBytes;
    }

    RetryPolicy retry() {
        return given.retry;
    }

    EventStreamOptions events() {
        return given.events;
    }

    AccessControl access() {
        return given.access;
    }

    Defaults defaults() {
        return given.defaults;
    }

    Map<String, String> serverVariables() {
        return given.serverVariables;
    }

    ImportOptions imports() {
        return given.imports;
    }

    TimeSource time() {
        return given.time;
    }

    HttpTransport transport() {
        return transport;
    }

    @Override
    public String toString() {
        return "HttpServiceConfig[" + given.namespace + "]";
    }

    /** Collects the parts of a config. For one thread. */
    public static final class Builder {
        private final String namespace;
        private @Nullable String baseUrl;
        private Map<String, String> headers = Map.of();
        private Map<String, String> serverVariables = Map.of();
        private @Nullable CredentialSupplier credentials;
        private @Nullable Duration timeout = Duration.ofMinutes(2);
        private @Nullable HttpExchange exchange;
        private long maxResponseBytes = 64L * 1024 * 1024;
        private Redirects redirects = Redirects.SAME_ORIGIN;
        private int maxRedirects = 5;
        private RetryPolicy retry = RetryPolicy.none();
        private EventStreamOptions events = EventStreamOptions.defaults();
        private AccessControl access = AccessControl.none();
        private Defaults defaults = Defaults.SAFE;
        private ImportOptions imports = ImportOptions.defaults();
        private TimeSource time = TimeSource.system();

        private Builder(String namespace) {
            this.namespace = namespace;
        }

        private Builder(Builder given) {
            this(given.namespace);
            baseUrl = given.baseUrl;
            headers = Map.copyOf(given.headers);
            serverVariables = Map.copyOf(given.serverVariables);
            credentials = given.credentials;
            timeout = given.timeout;
            exchange = given.exchange;
            maxResponseBytes = given.maxResponseBytes;
            redirects = given.redirects;
            maxRedirects = given.maxRedirects;
            retry = given.retry;
            events = given.events;
            access = given.access;
            defaults = given.defaults;
            imports = given.imports;
            time = given.time;
        }

        private HttpExchange exchange() {
            return exchange == null ? HttpExchange.shared() : exchange;
        }

        /**
         * What the paths are appended to, instead of the document's {@code servers}.
         *
         * @throws IllegalArgumentException if it is no http or https URL, or has a query or
         *     fragment
         */
        public Builder baseUrl(String baseUrl) {
            this.baseUrl = BaseUrl.of(baseUrl);
            return this;
        }

        /** The value of a variable in the document's {@code servers}, instead of its default. */
        public Builder serverVariable(String name, String value) {
            serverVariables = with(serverVariables, name, value);
            return this;
        }

        /** A header of every request. */
        public Builder header(String name, String value) {
            headers = with(headers, name, value);
            return this;
        }

        private static Map<String, String> with(
                Map<String, String> map, String name, String value) {
            Map<String, String> more = new LinkedHashMap<>(map);
            more.put(name, value);
            return more;
        }

        /** One credential for every request. */
        public Builder credential(Credential credential) {
            return credentials(operation -> credential);
        }

        /** Asked for a credential before every request. */
        public Builder credentials(CredentialSupplier credentials) {
            this.credentials = credentials;
            return this;
        }

        /**
         * The longest time of a call, two minutes unless given; the call's deadline counts if it is
         * sooner. Of a stream, the time until it begins.
         */
        public Builder timeout(Duration timeout) {
            this.timeout = timeout;
            return this;
        }

        /** Sends the requests; a client that the process shares unless given. */
        public Builder exchange(HttpExchange exchange) {
            this.exchange = exchange;
            return this;
        }

        /** The largest body of a response, decoded; 64 MiB unless given. */
        public Builder maxResponseBytes(long maxResponseBytes) {
            this.maxResponseBytes = maxResponseBytes;
            return this;
        }

        /** Which redirects are followed, and how many of them for one call. */
        public Builder redirects(Redirects redirects, int maxRedirects) {
            this.redirects = redirects;
            this.maxRedirects = maxRedirects;
            return this;
        }

        /** Tries queries again; off unless given. */
        public Builder retry(RetryPolicy retry) {
            this.retry = retry;
            return this;
        }

        public Builder events(EventStreamOptions events) {
            this.events = events;
            return this;
        }

        /** Asks callers of every operation for all of these scopes. */
        public Builder requires(String... scopes) {
            return access(AccessControl.requires(scopes));
        }

        /** What callers of every operation need; nothing unless given. */
        public Builder access(AccessControl access) {
            this.access = access;
            return this;
        }

        /** Which defaults of the document are sent; {@link Defaults#SAFE} unless given. */
        public Builder defaults(Defaults defaults) {
            this.defaults = defaults;
            return this;
        }

        public Builder imports(ImportOptions imports) {
            this.imports = imports;
            return this;
        }

        /** What pauses and timeouts are measured by; for tests. */
        public Builder time(TimeSource time) {
            this.time = time;
            return this;
        }

        public HttpServiceConfig build() {
            return new HttpServiceConfig(new Builder(this));
        }
    }
}
