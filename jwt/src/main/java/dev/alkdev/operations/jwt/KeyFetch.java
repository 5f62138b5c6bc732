package dev.alkdev.operations.jwt;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyType;

import dev.alkdev.operations.TimeSource;
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
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Duration;
import java.util.List;

/** Fetches the keys that an issuer publishes, within limits. */
record KeyFetch(JwtOptions options, HttpSender sender, TimeSource time) {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final int MOST_BYTES = 512 * 1024;
    private static final int MOST_KEYS = 100;
    private static final int LEAST_RSA_BITS = 2_048;

    /**
     * The public keys of now.
     *
     * @throws IOException saying why there are none
     */
    JWKSet keys() throws IOException, InterruptedException {
        URI uri = options.jwksUri() == null ? discovered() : options.jwksUri();
        JWKSet all;
        try {
            all = JWKSet.parse(new String(get(uri), StandardCharsets.UTF_8));
        } catch (ParseException | RuntimeException e) {
            throw new IOException(uri + " is no set of keys (JWKS)", e);
        }
        List<JWK> usable = all.toPublicJWKSet().getKeys().stream().filter(this::isUsable).toList();
        if (usable.isEmpty() || usable.size() > MOST_KEYS) {
            throw new IOException(
                    uri + " has " + usable.size() + " usable keys instead of 1 to " + MOST_KEYS);
        }
        return new JWKSet(usable);
    }

    private boolean isUsable(JWK key) {
        return !KeyType.RSA.equals(key.getKeyType()) || key.size() >= LEAST_RSA_BITS;
    }

    /** Where the metadata of the issuer says that the keys are (OpenID Connect, RFC 8414). */
    private URI discovered() throws IOException, InterruptedException {
        URI issuer = URI.create(options.issuer());
        String origin = issuer.getScheme() + "://" + issuer.getRawAuthority();
        String path = issuer.getRawPath() == null ? "" : issuer.getRawPath();
        String base = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        IOException first;
        try {
            return keysOf(URI.create(origin + base + "/.well-known/openid-configuration"));
        } catch (IOException e) {
            first = e;
        }
        try {
            return keysOf(URI.create(origin + "/.well-known/oauth-authorization-server" + base));
        } catch (IOException e) {
            first.addSuppressed(e);
            throw first;
        }
    }

    private URI keysOf(URI metadata) throws IOException, InterruptedException {
        byte[] body = get(metadata);
        JsonNode json;
        try {
            json = Json.mapper().readTree(body);
        } catch (JacksonException e) {
            throw new IOException(metadata + " is no JSON", e);
        }
        if (!json.path("issuer").asString("").equals(options.issuer())) {
            throw new IOException(metadata + " is about another issuer than " + options.issuer());
        }
        URI keys;
        try {
            keys = URI.create(json.path("jwks_uri").asString(""));
        } catch (IllegalArgumentException e) {
            throw new IOException(metadata + " has a jwks_uri that is no URL", e);
        }
        String scheme = String.valueOf(keys.getScheme());
        boolean secure = scheme.equals("https") || scheme.equals(metadata.getScheme());
        if (!secure || keys.getHost() == null) {
            throw new IOException(metadata + " has no jwks_uri that can be used");
        }
        return keys;
    }

    /** Redirects are not followed: keys come from where the config or the issuer says. */
    private byte[] get(URI uri) throws IOException, InterruptedException {
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
