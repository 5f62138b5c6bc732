package dev.alkdev.operations.config;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** A presented token; {@code toString()} is masked. For one thread. */
public final class ShownToken {
    private final String text;
    private byte @Nullable [] hash;

    public ShownToken(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }

    /** Whether it has this hash; takes the same time whatever the token is. */
    public boolean hasHash(TokenHash wanted) {
        byte[] own = hash;
        if (own == null) {
            own = TokenHash.of(text).hex().getBytes(StandardCharsets.US_ASCII);
            hash = own;
        }
        return MessageDigest.isEqual(wanted.hex().getBytes(StandardCharsets.US_ASCII), own);
    }

    @Override
    public String toString() {
        return "***";
    }
}
