package dev.alkdev.operations.openapi;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.Headers;
import dev.alkdev.operations.TimeSource;
import dev.alkdev.operations.web.Credential;
import dev.alkdev.operations.web.CredentialSupplier;
import dev.alkdev.operations.web.EventStreamOptions;
import dev.alkdev.operations.web.HeaderText;
import dev.alkdev.operations.web.HttpSender;
import dev.alkdev.operations.web.HttpTransport;
import dev.alkdev.operations.web.Origin;
import dev.alkdev.operations.web.Redirects;
import dev.alkdev.operations.web.RetryOptions;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How an API is called: base URL, credentials, limits. Immutable; threads may share it.
 *
 * <pre>{@code
 * HttpServiceOptions petstore = HttpServiceOptions.builder("petstore")
 *         .baseUrl("https://petstore.example/v1")
 *         .credentials(operation -> Credential.bearer(tokens.current()))
 *         .build();
 * }</pre>
 */
public final class HttpServiceOptions {
    private final Builder given;

    /** Headers about sessions and servers behind an API, not about results. */
    public static final List<String> PRIVATE_HEADERS =
            List.of(
                    "set-cookie",
                    "set-cookie2",
                    "server",
                    "via",
                    "x-powered-by",
                    "x-aspnet-version",
                    "x-aspnetmvc-version",
                    "x-backend*",
                    "x-envoy-*",
                    "x-internal*",
                    "x-runtime",
                    "x-served-by");

    private final HttpTransport transport;
    private final WithheldHeaders withheld;

    private HttpServiceOptions(Builder given) {
        this.given = given;
        this.withheld = new WithheldHeaders(given.withheldHeaders);
        this.transport = new HttpTransport(given.sender(), given.redirects, given.maxRedirects);
    }

    /** A service whose operations are called {@code namespace.name}; everything else by default. */
    public static HttpServiceOptions of(String namespace) {
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

    Map<String, JsonNode> parameters() {
        return given.parameters;
    }

    Set<Origin> trustedOrigins() {
        return given.trustedOrigins;
    }

    /** Whether requests carry anything that is not for everybody. */
    boolean hasSecrets() {
        boolean credential =
                given.credentials != null && !Credential.none().equals(given.fixedCredential);
        return credential || !given.headers.isEmpty() || !given.parameters.isEmpty();
    }

    /** The credential of every request, if it does not change. */
    @Nullable Credential fixedCredential() {
        return given.fixedCredential;
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

    int maxErrorBytes() {
        return given.maxErrorBytes;
    }

    /** The headers of a response as callers see them. */
    Headers shown(Headers headers) {
        return withheld.shown(headers);
    }

    RetryOptions retry() {
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
        return "HttpServiceOptions[" + given.namespace + "]";
    }

    /** Collects the options. For one thread. */
    public static final class Builder {
        private final String namespace;
        private @Nullable String baseUrl;
        private Map<String, String> headers = Map.of();
        private Map<String, String> serverVariables = Map.of();
        private Map<String, JsonNode> parameters = Map.of();
        private Set<Origin> trustedOrigins = Set.of();
        private @Nullable Credential fixedCredential;
        private @Nullable CredentialSupplier credentials;
        private @Nullable Duration timeout = Duration.ofMinutes(2);
        private @Nullable HttpSender sender;
        private long maxResponseBytes = 64L * 1024 * 1024;
        private int maxErrorBytes = 64 * 1024;
        private List<String> withheldHeaders = List.of();
        private Redirects redirects = Redirects.SAME_ORIGIN;
        private int maxRedirects = 5;
        private RetryOptions retry = RetryOptions.none();
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
            parameters = Map.copyOf(given.parameters);
            trustedOrigins = Set.copyOf(given.trustedOrigins);
            fixedCredential = given.fixedCredential;
            credentials = given.credentials;
            timeout = given.timeout;
            sender = given.sender;
            maxResponseBytes = given.maxResponseBytes;
            maxErrorBytes = given.maxErrorBytes;
            withheldHeaders = given.withheldHeaders;
            redirects = given.redirects;
            maxRedirects = given.maxRedirects;
            retry = given.retry;
            events = given.events;
            access = given.access;
            defaults = given.defaults;
            imports = given.imports;
            time = given.time;
        }

        private HttpSender sender() {
            return sender == null ? HttpSender.shared() : sender;
        }

        /**
         * What the paths are appended to, instead of the document's {@code servers}.
         *
         * @throws IllegalArgumentException if it is no http or https URL, or has a query, a
         *     fragment or user information
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

        /**
         * A header of every request. Callers cannot change it, and a parameter of this name is not
         * asked of them.
         *
         * @throws IllegalArgumentException if HTTP cannot carry it
         */
        public Builder header(String name, String value) {
            HeaderText.check(name, value);
            headers = with(headers, name, value);
            return this;
        }

        private static Map<String, String> with(
                Map<String, String> map, String name, String value) {
            Map<String, String> more = new LinkedHashMap<>(map);
            more.put(name, value);
            return more;
        }

        /** As {@link #parameter(String, JsonNode)}, for a text. */
        public Builder parameter(String name, String value) {
            return parameter(name, StringNode.valueOf(value));
        }

        /**
         * The value of a path, query, header or cookie parameter in every operation that has one of
         * this name. It is not asked of callers, and they cannot change it.
         */
        public Builder parameter(String name, JsonNode value) {
            Map<String, JsonNode> more = new LinkedHashMap<>(parameters);
            more.put(name, value);
            parameters = more;
            return this;
        }

        /**
         * An origin besides that of the document which may have the configured credentials, headers
         * and parameters, where the document's {@code servers} name it and no base URL is given.
         *
         * @throws IllegalArgumentException if it is no http or https URL
         */
        public Builder trustedOrigin(String origin) {
            URI uri = URI.create(origin);
            if (!Origin.isWeb(uri)) {
                throw new IllegalArgumentException(
                        "an origin begins with http or https, not as " + origin);
            }
            Set<Origin> more = new LinkedHashSet<>(trustedOrigins);
            more.add(Origin.of(uri));
            trustedOrigins = more;
            return this;
        }

        /** One credential for every request. */
        public Builder credential(Credential credential) {
            credentials(operation -> credential);
            fixedCredential = credential;
            return this;
        }

        /** Called for a credential before every request. */
        public Builder credentials(CredentialSupplier credentials) {
            this.credentials = credentials;
            fixedCredential = null;
            return this;
        }

        /**
         * The longest time of a call with all its retries and their pauses, two minutes unless
         * given; the call's deadline applies if it is sooner. Of a stream, the time until it
         * begins.
         */
        public Builder timeout(Duration timeout) {
            this.timeout = timeout;
            return this;
        }

        /** Sends the requests; a client that the process shares unless given. */
        public Builder sender(HttpSender sender) {
            this.sender = sender;
            return this;
        }

        /** The largest body of a response, decoded; 64 MiB unless given. */
        public Builder maxResponseBytes(long maxResponseBytes) {
            this.maxResponseBytes = maxResponseBytes;
            return this;
        }

        /** How much of the body of an error is passed on; 64 KiB unless given. */
        public Builder maxErrorBytes(int maxErrorBytes) {
            this.maxErrorBytes = maxErrorBytes;
            return this;
        }

        /**
         * Headers of responses that callers are not shown, neither with results nor with errors;
         * none unless given. {@link #PRIVATE_HEADERS} is a list for callers one does not know.
         *
         * @param patterns names, or beginnings of names followed by {@code *}
         */
        public Builder withholdHeaders(List<String> patterns) {
            withheldHeaders = List.copyOf(patterns);
            return this;
        }

        /** Which redirects are followed, and how many of them for one call. */
        public Builder redirects(Redirects redirects, int maxRedirects) {
            this.redirects = redirects;
            this.maxRedirects = maxRedirects;
            return this;
        }

        /** Tries queries again; off unless given. */
        public Builder retry(RetryOptions retry) {
            this.retry = retry;
            return this;
        }

        public Builder events(EventStreamOptions events) {
            this.events = events;
            return this;
        }

        /** Requires all of these scopes for every operation. */
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

        public HttpServiceOptions build() {
            return new HttpServiceOptions(new Builder(this));
        }
    }
}
