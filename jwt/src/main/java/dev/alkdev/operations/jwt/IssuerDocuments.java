package dev.alkdev.operations.jwt;

import dev.alkdev.operations.base.TimeSource;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.web.HttpSender;
import dev.alkdev.operations.web.HttpTransport;
import dev.alkdev.operations.web.Outgoing;
import dev.alkdev.operations.web.Redirects;
import dev.alkdev.operations.web.Reply;
import dev.alkdev.operations.web.TimeLimit;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/** Fetches what an issuer publishes about itself, within limits. */
record IssuerDocuments(String issuer, HttpSender sender, TimeSource time) {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final int MOST_BYTES = 512 * 1024;

    /** Metadata, and where it was. */
    record Metadata(URI place, JsonNode json) {

        /**
         * A URL of the issuer.
         *
         * @throws IOException if there is none that can be used: what is found safely must not lead
         *     to where anybody can listen
         */
        URI url(String name) throws IOException {
            URI url;
            try {
                url = URI.create(json.path(name).asString(""));
            } catch (IllegalArgumentException e) {
                throw new IOException(place + " has a " + name + " that is not a URL", e);
            }
            String scheme = String.valueOf(url.getScheme());
            boolean secure = scheme.equals("https") || scheme.equals(place.getScheme());
            if (!secure || url.getHost() == null) {
                throw new IOException(place + " has no " + name + " that can be used");
            }
            return url;
        }
    }

    /** The metadata of OpenID Connect, or else that of RFC 8414. */
    Metadata metadata() throws IOException, InterruptedException {
        URI place = URI.create(issuer);
        String origin = place.getScheme() + "://" + place.getRawAuthority();
        String path = place.getRawPath() == null ? "" : place.getRawPath();
        String base = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        IOException first;
        try {
            return metadata(URI.create(origin + base + "/.well-known/openid-configuration"));
        } catch (IOException e) {
            first = e;
        }
        try {
            return metadata(URI.create(origin + "/.well-known/oauth-authorization-server" + base));
        } catch (IOException e) {
            first.addSuppressed(e);
            throw first;
        }
    }

    private Metadata metadata(URI place) throws IOException, InterruptedException {
        byte[] body = get(place);
        JsonNode json;
        try {
            json = Json.mapper().readTree(body);
        } catch (JacksonException e) {
            throw new IOException(place + " is not JSON", e);
        }
        if (!json.path("issuer").asString("").equals(issuer)) {
            throw new IOException(place + " is about another issuer than " + issuer);
        }
        return new Metadata(place, json);
    }

    /**
     * Redirects are not followed: keys are fetched only from where the config or the issuer has
     * them.
     */
    byte[] get(URI uri) throws IOException, InterruptedException {
        Outgoing request =
                new Outgoing("GET", uri, List.of("Accept", "application/json, */*;q=0.5"), null);
        HttpTransport transport = new HttpTransport(sender, Redirects.NEVER, 0);
        try (TimeLimit limit = TimeLimit.of(time, TIMEOUT);
                Reply reply = transport.send(request, limit)) {
            limit.guard(reply.body());
            if (reply.status() != 200) {
                throw new IOException(uri + " answered " + reply.statusText());
            }
            return reply.bytes(MOST_BYTES);
        } catch (IOException e) {
            String message = String.valueOf(e.getMessage());
            throw message.startsWith(uri.toString())
                    ? e
                    : new IOException(uri + " cannot be read: " + reason(e), e);
        }
    }

    private static String reason(IOException e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
