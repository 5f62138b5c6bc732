package dev.alkdev.operations.config;

import dev.alkdev.operations.base.Sha256;

import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;

/**
 * The SHA-256 of a token, which can verify a token but does not reveal it. Immutable; threads may
 * share it.
 *
 * @param hex in lower case
 */
@Form(title = "the SHA-256 of a token", pattern = TokenHash.PATTERN, secret = true)
public record TokenHash(String hex) {
    static final String PREFIX = "sha256:";

    /** The text form, of either kind. */
    public static final String PATTERN = "^sha256:([0-9A-Fa-f]{64}|[A-Za-z0-9+/_-]{43}=?)$";

    /** What to do about a plain-text token, or none at all. */
    public static final String HOW_TO_HASH =
            "; give its hash: make both with `operations token`, or hash your own with"
                    + " `printf %s \"$TOKEN\" | sha256sum`";

    private static final int HEX_DIGITS = 64;

    public TokenHash {
        if (!isHex(hex)) {
            throw new IllegalArgumentException("a SHA-256 has 64 hex digits in lower case");
        }
    }

    /** By hand, since each request with a token or a session has its hash taken. */
    private static boolean isHex(String text) {
        boolean fits = text.length() == HEX_DIGITS;
        for (int i = 0; i < text.length() && fits; i++) {
            char c = text.charAt(i);
            fits = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
        }
        return fits;
    }

    /** The hash of a token. */
    public static TokenHash of(String token) {
        return new TokenHash(Sha256.hex(token));
    }

    /**
     * Reads {@code sha256:} and a hash in hex or base64, also the one for URLs.
     *
     * @throws IllegalArgumentException if it is none; the message does not repeat it
     */
    public static TokenHash parse(String text) {
        if (!text.matches(PATTERN)) {
            throw new IllegalArgumentException(
                    "a token's hash is sha256: and 64 hex digits, or 43 of base64");
        }
        String hash = text.substring(PREFIX.length());
        if (hash.length() == HEX_DIGITS) {
            return new TokenHash(hash.toLowerCase(Locale.ROOT));
        }
        String standard = hash.replace('-', '+').replace('_', '/').replace("=", "");
        return new TokenHash(HexFormat.of().formatHex(Base64.getDecoder().decode(standard)));
    }

    /** As a config has it, which may have the token itself by mistake. */
    @ShortForm
    static TokenHash declared(String text) {
        if (text.matches(PATTERN)) {
            return parse(text);
        }
        throw new IllegalArgumentException(
                (text.startsWith(PREFIX)
                                ? "should be sha256: and 64 hex digits, or 43 characters of base64"
                                : "should begin with sha256:; a plain-text token is not allowed"
                                        + " here")
                        + HOW_TO_HASH);
    }

    /** Whether this is the hash of a token; takes the same time whatever the token is. */
    public boolean matches(String token) {
        return new ShownToken(token).hasHash(this);
    }

    /** As a config has it. */
    public String text() {
        return PREFIX + hex;
    }

    /** The beginning only: a token that is easy to guess could be found by its hash. */
    @Override
    public String toString() {
        return PREFIX + hex.substring(0, 8) + "…";
    }
}
