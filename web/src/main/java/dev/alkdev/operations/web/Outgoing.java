package dev.alkdev.operations.web;

import dev.alkdev.operations.CallException;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A request ready to be sent. Immutable; threads may share it. */
public final class Outgoing {
    private static final Set<String> HARMLESS =
            Set.of("accept", "accept-encoding", "accept-language");

    private final String method;
    private final URI uri;
    private final List<String> headers;
    private final byte @Nullable [] body;
    private final @Nullable Grant grant;

    /** The supplier of the credential of a request. */
    private record Grant(
            Outgoing bare, CredentialSupplier supplier, String operation, Credential given) {}

    /**
     * A request.
     *
     * @param headers names and values in turn
     * @param body null for none
     */
    public Outgoing(String method, URI uri, List<String> headers, byte @Nullable [] body) {
        this(method, uri, headers, body, null);
    }

    private Outgoing(
            String method,
            URI uri,
            List<String> headers,
            byte @Nullable [] body,
            @Nullable Grant grant) {
        this.grant = grant;
        this.method = method;
        this.uri = uri;
        this.headers = headers;
        this.body = body;
    }

    public URI uri() {
        return uri;
    }

    /** Names and values in turn. */
    public List<String> headers() {
        return headers;
    }

    boolean hasBody() {
        return body != null;
    }

    public Outgoing withUri(URI other) {
        return new Outgoing(method, other, headers, body, grant);
    }

    public Outgoing withHeaders(List<String> other) {
        return new Outgoing(method, uri, other, body, grant);
    }

    /** The same request with one value of a header, instead of any it has. */
    public Outgoing withHeader(String name, String value) {
        List<String> more = new ArrayList<>();
        for (int i = 0; i < headers.size(); i += 2) {
            if (!headers.get(i).equalsIgnoreCase(name)) {
                more.addAll(headers.subList(i, i + 2));
            }
        }
        more.add(name);
        more.add(value);
        return withHeaders(more);
    }

    /** The value of a header, or null. */
    public @Nullable String header(String name) {
        for (int i = 0; i < headers.size(); i += 2) {
            if (headers.get(i).equalsIgnoreCase(name)) {
                return headers.get(i + 1);
            }
        }
        return null;
    }

    /**
     * The same request with one value of a query parameter, instead of any it has.
     *
     * @param name encoded, as is the value
     */
    Outgoing withQuery(String name, String value) {
        String before = uri.toString();
        int question = before.indexOf('?');
        StringBuilder text =
                new StringBuilder(question < 0 ? before : before.substring(0, question));
        char separator = '?';
        String query = question < 0 ? "" : before.substring(question + 1);
        for (String pair : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            String key = equals < 0 ? pair : pair.substring(0, equals);
            if (!pair.isEmpty() && !key.equalsIgnoreCase(name)) {
                text.append(separator).append(pair);
                separator = '&';
            }
        }
        text.append(separator).append(name).append('=').append(value);
        return withUri(URI.create(text.toString()));
    }

    /**
     * The same request with the credential that a supplier gives for an operation.
     *
     * @throws CallException if there is none, or none that HTTP can carry
     */
    public Outgoing authorized(CredentialSupplier credentials, String operation)
            throws InterruptedException {
        Credential given = Credentials.ask(credentials, operation);
        Outgoing complete = Credentials.add(this, given);
        return new Outgoing(
                complete.method,
                complete.uri,
                complete.headers,
                complete.body,
                new Grant(this, credentials, operation, given));
    }

    /**
     * The same request with another credential, since the one it has was refused.
     *
     * @return nothing if there is no other
     * @throws CallException if another cannot be had now
     */
    Optional<Outgoing> renewed() throws InterruptedException {
        return grant != null && grant.supplier.renew(grant.given)
                ? Optional.of(grant.bare.authorized(grant.supplier, grant.operation))
                : Optional.empty();
    }

    /** The same request as part of the trace that a call's metadata names, if it names one. */
    public Outgoing traced(Map<String, JsonNode> metadata) {
        return TraceHeaders.add(this, metadata);
    }

    HttpRequest toRequest() {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri);
        if ("http".equalsIgnoreCase(uri.getScheme())) {
            // Otherwise the client tries to upgrade every plain connection to HTTP/2.
            request.version(HttpClient.Version.HTTP_1_1);
        }
        for (int i = 0; i < headers.size(); i += 2) {
            request.header(headers.get(i), headers.get(i + 1));
        }
        return withBody(request).build();
    }

    /** A length of 0 belongs only to methods for which a body is expected. */
    private HttpRequest.Builder withBody(HttpRequest.Builder request) {
        byte[] bytes = body;
        if (bytes != null) {
            return request.method(method, BodyPublishers.ofByteArray(bytes));
        }
        return switch (method) {
            case "GET" -> request.GET();
            case "HEAD" -> request.HEAD();
            case "DELETE" -> request.DELETE();
            default -> request.method(method, BodyPublishers.noBody());
        };
    }

    /** The request that a redirect asks for within the same origin. */
    Outgoing redirected(int status, URI target) {
        boolean keeps = status == 307 || status == 308 || method.equals("HEAD");
        boolean becomesGet = status == 303 || method.equals("POST");
        return keeps || !becomesGet
                ? withUri(target)
                : new Outgoing("GET", target, withoutContentHeaders(), null);
    }

    /** The same for another origin: whatever could be a secret stays here. */
    Outgoing redirectedAway(int status, URI target) {
        Outgoing next = redirected(status, target);
        return new Outgoing(next.method, target, next.only(HARMLESS, true), null);
    }

    private List<String> withoutContentHeaders() {
        return only(Set.of("content-type", "content-encoding"), false);
    }

    private List<String> only(Set<String> names, boolean kept) {
        List<String> fewer = new ArrayList<>();
        for (int i = 0; i < headers.size(); i += 2) {
            if (names.contains(headers.get(i).toLowerCase(Locale.ROOT)) == kept) {
                fewer.add(headers.get(i));
                fewer.add(headers.get(i + 1));
            }
        }
        return fewer;
    }

    /** Method and place for messages; without the query, which may hold a key. */
    public String description() {
        return method + " " + Origin.of(uri) + uri.getRawPath();
    }

    @Override
    public String toString() {
        return "Outgoing[" + description() + "]";
    }
}
