package dev.alkdev.operations.jwt;

import dev.alkdev.operations.base.Sha256;

import java.net.URI;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * One sign-in on its way: what the issuer has to give back, and what proves that it was begun here.
 * Its text form tells nothing of it. Immutable; threads may share it.
 *
 * @param redirectUri where the issuer sends the browser
 * @param state comes back with the browser
 * @param nonce comes back in the id token
 * @param verifier shown when the code is redeemed (PKCE)
 */
public record OidcRequest(URI redirectUri, String state, String nonce, String verifier) {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int BYTES = 32;

    /** A sign-in that nobody can guess. */
    public static OidcRequest to(URI redirectUri) {
        return new OidcRequest(redirectUri, secret(), secret(), secret());
    }

    private static String secret() {
        byte[] bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return text(bytes);
    }

    private static String text(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** What the issuer learns of the verifier. */
    String challenge() {
        return text(Sha256.of(verifier));
    }

    @Override
    public String toString() {
        return "OidcRequest[" + redirectUri + "]";
    }
}
