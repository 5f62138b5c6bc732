package dev.alkdev.operations.jwt;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyType;

import dev.alkdev.operations.base.TimeSource;
import dev.alkdev.operations.web.HttpSender;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.util.List;

/** Fetches the keys that an issuer publishes, within limits. */
record KeyFetch(JwtOptions options, HttpSender sender, TimeSource time) {
    private static final int MOST_KEYS = 100;
    private static final int LEAST_RSA_BITS = 2_048;

    /**
     * The public keys of now.
     *
     * @throws IOException saying why there are none
     */
    JWKSet keys() throws IOException, InterruptedException {
        IssuerDocuments documents = new IssuerDocuments(options.issuer(), sender, time);
        URI uri =
                options.jwksUri() == null
                        ? documents.metadata().url("jwks_uri")
                        : options.jwksUri();
        JWKSet all;
        try {
            all = JWKSet.parse(new String(documents.get(uri), StandardCharsets.UTF_8));
        } catch (ParseException | RuntimeException e) {
            throw new IOException(uri + " is not a set of keys (JWKS)", e);
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
}
