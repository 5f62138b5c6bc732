package dev.alkdev.operations.openapi;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.Headers;
import dev.alkdev.operations.NormalizeMode;
import dev.alkdev.operations.base.TimeSource;
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
public final class HttpServiceOptions implements Cloneable {
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

    final String namespace;
    Map<String, String> headers = new LinkedHashMap<>();
    Map<String, String> serverVariables = new LinkedHashMap<>();
    Map<String, JsonNode> parameters = new LinkedHashMap<>();
    Set<Origin> trustedOrigins = new LinkedHashSet<>();
    @Nullable String baseUrl;
    @Nullable CredentialSupplier credentials;

    /** The credential of every request, if it does not change. */
    @Nullable Credential fixedCredential;

    @Nullable Duration timeout = Duration.ofMinutes(2);
    long maxResponseBytes = ResponseMemory.LONGEST_BODY;
    int maxErrorBytes = 64 * 1024;
    RetryOptions retry = RetryOptions.whenAsked();
    @Nullable NormalizeMode normalize;
    boolean keepIds;
    EventStreamOptions events = EventStreamOptions.defaults();
    AccessControl access = AccessControl.none();
    Defaults defaults = Defaults.SAFE;
    ImportOptions imports = ImportOptions.defaults();
    TimeSource time = TimeSource.system();
    HttpTransport transport = new HttpTransport(HttpSender.shared(), Redirects.SAME_ORIGIN, 5);
    private WithheldHeaders withheld = new WithheldHeaders(List.of());

    private HttpServiceOptions(String namespace) {
        this.namespace = namespace;
    }

    private HttpServiceOptions copy() {
        try {
            HttpServiceOptions copy = (HttpServiceOptions) clone();
            copy.headers = Map.copyOf(headers);
            copy.serverVariables = Map.copyOf(serverVariables);
            copy.parameters = Map.copyOf(parameters);
            copy.trustedOrigins = Set.copyOf(trustedOrigins);
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    /** A service whose operations are called {@code namespace.name}; everything else by default. */
    public static HttpServiceOptions of(String namespace) {
        return builder(namespace).build();
    }

    /**
     * Creates a builder.
     *
     * @throws IllegalArgumentException if the namespace has a dot, which ends a namespace
     */
    public static Builder builder(String namespace) {
        if (namespace.indexOf('.') >= 0) {
            throw new IllegalArgumentException(
                    "the namespace \"" + namespace + "\" has a dot; use letters, digits, _ and -");
        }
        return new Builder(namespace);
    }

    public String namespace() {
        return namespace;
    }

    /** Whether requests carry anything that is not for everybody. */
    boolean hasSecrets() {
        boolean credential = credentials != null && !Credential.none().equals(fixedCredential);
        return credential || !headers.isEmpty() || !parameters.isEmpty();
    }

    /** The headers of a response as callers see them. */
    Headers shown(Headers headers) {
        return withheld.shown(headers);
    }

    @Override
    public String toString() {
        return "HttpServiceOptions[" + namespace + "]";
    }

    /** Collects the options. For one thread. */
    public static final class Builder {
        private final HttpServiceOptions made;
        private HttpSender sender = HttpSender.shared();
        private Redirects redirects = Redirects.SAME_ORIGIN;
        private int maxRedirects = 5;

        private Builder(String namespace) {
            made = new HttpServiceOptions(namespace);
        }

        /**
         * What the paths are appended to, instead of the document's {@code servers}.
         *
         * @throws IllegalArgumentException if it is no http or https URL, or has a query, a
         *     fragment or user information
         */
        public Builder baseUrl(String baseUrl) {
            made.baseUrl = Servers.base(URI.create(baseUrl));
            return this;
        }

        /** The value of a variable in the document's {@code servers}, instead of its default. */
        public Builder serverVariable(String name, String value) {
            made.serverVariables.put(name, value);
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
            made.headers.put(name, value);
            return this;
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
            made.parameters.put(name, value);
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
            made.trustedOrigins.add(Origin.of(uri));
            return this;
        }

        /** One credential for every request. */
        public Builder credential(Credential credential) {
            credentials(operation -> credential);
            made.fixedCredential = credential;
            return this;
        }

        /** Called for a credential before every request. */
        public Builder credentials(CredentialSupplier credentials) {
            made.credentials = credentials;
            made.fixedCredential = null;
            return this;
        }

        /**
         * The longest time of a call with all its retries and their pauses, two minutes unless
         * given; the call's deadline applies if it is sooner. Of a stream, the time until it
         * begins.
         */
        public Builder timeout(Duration timeout) {
            made.timeout = timeout;
            return this;
        }

        /** Sends the requests; a client that the process shares unless given. */
        public Builder sender(HttpSender sender) {
            this.sender = sender;
            return this;
        }

        /**
         * The largest body of a response, decoded; a 16th of the heap and at most 64 MiB unless
         * given. What its value takes in memory is always bounded by the heap.
         */
        public Builder maxResponseBytes(long maxResponseBytes) {
            made.maxResponseBytes = maxResponseBytes;
            return this;
        }

        /** How much of the body of an error is passed on; 64 KiB unless given. */
        public Builder maxErrorBytes(int maxErrorBytes) {
            made.maxErrorBytes = maxErrorBytes;
            return this;
        }

        /**
         * Headers of responses that callers are not shown, neither with results nor with errors;
         * none unless given. {@link #PRIVATE_HEADERS} is a list for callers one does not know.
         *
         * @param patterns names, or beginnings of names followed by {@code *}
         */
        public Builder withholdHeaders(List<String> patterns) {
            made.withheld = new WithheldHeaders(List.copyOf(patterns));
            return this;
        }

        /** Which redirects are followed, and how many of them for one call. */
        public Builder redirects(Redirects redirects, int maxRedirects) {
            this.redirects = redirects;
            this.maxRedirects = maxRedirects;
            return this;
        }

        /** Tries queries again; {@link RetryOptions#whenAsked()} unless given. */
        public Builder retry(RetryOptions retry) {
            made.retry = retry;
            return this;
        }

        public Builder events(EventStreamOptions events) {
            made.events = events;
            return this;
        }

        /** Requires all of these scopes for every operation. */
        public Builder requires(String... scopes) {
            return access(AccessControl.requires(scopes));
        }

        /** What callers of every operation need; nothing unless given. */
        public Builder access(AccessControl access) {
            made.access = access;
            return this;
        }

        /** How results are normalized; as the registry does unless given. */
        public Builder normalize(NormalizeMode mode) {
            made.normalize = mode;
            return this;
        }

        /**
         * Operations of another registry keep the ids and the error codes that they have there, so
         * that typed clients can call them. Other operations of the document are in the namespace.
         */
        public Builder keepIds() {
            made.keepIds = true;
            return this;
        }

        /** Which defaults of the document are sent; {@link Defaults#SAFE} unless given. */
        public Builder defaults(Defaults defaults) {
            made.defaults = defaults;
            return this;
        }

        public Builder imports(ImportOptions imports) {
            made.imports = imports;
            return this;
        }

        /** What pauses and timeouts are measured by; for tests. */
        public Builder time(TimeSource time) {
            made.time = time;
            return this;
        }

        public HttpServiceOptions build() {
            made.transport = new HttpTransport(sender, redirects, maxRedirects);
            return made.copy();
        }
    }
}
