package dev.alkdev.operations.jwt;

import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.http.Exchange;
import dev.alkdev.operations.http.ExchangeServlet;
import dev.alkdev.operations.http.Refusal;
import dev.alkdev.operations.http.RequestAuthenticator;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.web.Challenge;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.net.URI;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * OAuth protected resource metadata of a server (RFC 9728): who issues tokens for it, and which
 * scopes to ask for. Gives the challenges that lead to that document, and the servlet that serves
 * it. Immutable; threads may share it.
 *
 * <pre>{@code
 * ProtectedResource resource = ProtectedResource.issuedBy("https://idp.example").build();
 * context.addServlet(
 *         new ServletHolder(resource.servlet()), ProtectedResource.PATH + "/*");
 * }</pre>
 */
public final class ProtectedResource {
    /** Where the document is, with the path of the resource after it. */
    public static final String PATH = "/.well-known/oauth-protected-resource";

    private static final Pattern HOST =
            Pattern.compile("([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+])(:[0-9]{1,5})?");
    private static final Pattern RESOURCE_PATH = Pattern.compile("(/[A-Za-z0-9._~-]+)*");

    /** Scopes that do not fit into a header of this length are left to the document. */
    private static final int MOST_SCOPE_CHARACTERS = 1_000;

    private final Builder given;

    private ProtectedResource(Builder given) {
        this.given = given;
    }

    /** For tokens of these authorization servers. */
    public static Builder issuedBy(String... issuers) {
        return new Builder(List.of(issuers));
    }

    /** The optional parts. For one thread. */
    public static final class Builder {
        private final List<String> issuers;
        private List<String> ownPaths = List.of("/mcp");
        private Supplier<? extends Collection<String>> scopes = List::of;
        private @Nullable URI publicUrl;
        private String name = "";

        private Builder(List<String> issuers) {
            this.issuers = issuers;
        }

        /**
         * The URL under which clients reach this server, if a proxy is before it. Unless given, the
         * URL that each request was sent to.
         */
        public Builder publicUrl(@Nullable URI publicUrl) {
            this.publicUrl = publicUrl;
            return this;
        }

        /** Scopes for clients to ask for, read each time; none unless given. */
        public Builder scopes(Supplier<? extends Collection<String>> scopes) {
            this.scopes = scopes;
            return this;
        }

        /** What it is called for people. */
        public Builder name(String name) {
            this.name = name;
            return this;
        }

        /**
         * Paths that are resources of their own, with what is below them; {@code /mcp} unless
         * given. Everything else belongs to the resource that is the whole server.
         */
        public Builder ownPaths(String... paths) {
            this.ownPaths = List.of(paths);
            return this;
        }

        public ProtectedResource build() {
            return new ProtectedResource(this);
        }
    }

    /** A servlet to be mapped to {@value #PATH}{@code /*}. */
    public HttpServlet servlet() {
        return servlet(() -> Optional.of(this));
    }

    /** A servlet for what may change or go: without anything, there is no document. */
    public static HttpServlet servlet(Supplier<Optional<ProtectedResource>> current) {
        return new Metadata(current);
    }

    /** How to authenticate a request. */
    public Challenge challenge(HttpServletRequest request) {
        return challenge(request.getScheme(), request.getHeader("Host"), request.getRequestURI());
    }

    /**
     * How to authenticate a request.
     *
     * @param scheme {@code http} or {@code https}
     * @param host as its header has it
     */
    public Challenge challenge(String scheme, @Nullable String host, String path) {
        Challenge bearer = Challenge.bearer().with("realm", "operations");
        Challenge located =
                base(scheme, host)
                        .map(
                                base ->
                                        bearer.with(
                                                "resource_metadata",
                                                base.origin + PATH + base.path + resource(path)))
                        .orElse(bearer);
        Collection<String> scopes = given.scopes.get();
        boolean fits =
                scopes.stream().mapToInt(scope -> scope.length() + 1).sum() < MOST_SCOPE_CHARACTERS;
        return located.withScopes(fits ? scopes : List.of());
    }

    /** The path of the resource that a request is for; empty for the whole server. */
    private String resource(String path) {
        boolean own =
                given.ownPaths.stream()
                        .anyMatch(each -> path.equals(each) || path.startsWith(each + "/"));
        return own && RESOURCE_PATH.matcher(path).matches() ? path : "";
    }

    /**
     * The document for a resource.
     *
     * @param path what follows {@link #PATH}
     * @return nothing if there can be no such resource
     */
    private Optional<ObjectNode> document(HttpServletRequest request, String path) {
        String trimmed = path.equals("/") ? "" : path;
        if (!RESOURCE_PATH.matcher(trimmed).matches()) {
            return Optional.empty();
        }
        return base(request.getScheme(), request.getHeader("Host"))
                .map(base -> document(base.resource(trimmed)));
    }

    private ObjectNode document(String resource) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("resource", resource);
        json.set("authorization_servers", Json.mapper().valueToTree(given.issuers));
        json.set("scopes_supported", Json.mapper().valueToTree(List.copyOf(given.scopes.get())));
        json.putArray("bearer_methods_supported").add("header");
        if (!given.name.isEmpty()) {
            json.put("resource_name", given.name);
        }
        return json;
    }

    private record Base(String origin, String path) {
        /** A proxy may or may not take away the path of the public URL. */
        String resource(String asked) {
            boolean whole = asked.equals(path) || asked.startsWith(path + "/");
            return origin + (whole ? asked : path + asked);
        }
    }

    private Optional<Base> base(String scheme, @Nullable String host) {
        URI url = given.publicUrl;
        if (url != null) {
            String path = url.getRawPath() == null ? "" : url.getRawPath();
            return Optional.of(
                    new Base(
                            url.getScheme() + "://" + url.getRawAuthority(),
                            path.endsWith("/") ? path.substring(0, path.length() - 1) : path));
        }
        return host != null && HOST.matcher(host).matches()
                ? Optional.of(new Base(scheme + "://" + host, ""))
                : Optional.empty();
    }

    /** Serves the metadata of a protected resource (RFC 9728) to everybody, browsers included. */
    private static final class Metadata extends ExchangeServlet {
        private static final long serialVersionUID = 1L;

        private final transient Supplier<Optional<ProtectedResource>> current;

        Metadata(Supplier<Optional<ProtectedResource>> current) {
            super(RequestAuthenticator.anonymous(), ByteBudget.unlimited());
            this.current = current;
        }

        @Override
        protected void answer(Exchange exchange) throws IOException {
            HttpServletResponse response = exchange.response();
            // It holds nothing but what everybody may know, and has no effects.
            response.setHeader("Access-Control-Allow-Origin", "*");
            if (exchange.method().equals("OPTIONS")) {
                response.setHeader("Access-Control-Allow-Methods", "GET, HEAD");
                // Clients of MCP send the version of their protocol with each request.
                response.setHeader("Access-Control-Allow-Headers", "Accept, MCP-Protocol-Version");
            }
            serve(this::send, exchange);
        }

        private void send(Exchange exchange) throws IOException {
            HttpServletRequest request = exchange.request();
            String below = request.getPathInfo() == null ? "" : request.getPathInfo();
            exchange.send(
                    current.get()
                            .flatMap(resource -> resource.document(request, below))
                            .orElseThrow(
                                    () -> Refusal.notFound("there is no protected resource here")));
        }
    }
}
