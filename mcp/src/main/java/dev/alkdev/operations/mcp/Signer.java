package dev.alkdev.operations.mcp;

import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Supplier;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs what clients keep for the server, which so needs to remember nothing itself. Threads may
 * share it.
 */
final class Signer {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int KEY_BYTES = 32;

    private final Supplier<Optional<String>> secret;
    private final Mutex lock = new Mutex();
    private volatile @Nullable SecretKeySpec key;

    /**
     * A signer.
     *
     * @param secret read when it is first needed; empty for one of this process
     */
    Signer(Supplier<Optional<String>> secret) {
        this.secret = secret;
    }

    private SecretKeySpec key() {
        SecretKeySpec known = key;
        return known == null ? read() : known;
    }

    private SecretKeySpec read() {
        byte[] bytes =
                secret.get()
                        .map(text -> text.getBytes(StandardCharsets.UTF_8))
                        .orElseGet(Signer::random);
        try (Registration held = lock.hold()) {
            SecretKeySpec known = key;
            if (known == null) {
                known = new SecretKeySpec(bytes, ALGORITHM);
                key = known;
            }
            return known;
        }
    }

    private static byte[] random() {
        byte[] bytes = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }

    /**
     * A text that holds a value.
     *
     * @param use what it is for: for anything else it cannot be used
     */
    String sign(String use, JsonNode value) {
        byte[] payload = Json.mapper().writeValueAsBytes(value);
        return encode(payload) + '.' + encode(mac(use, payload));
    }

    /** The value that a text holds; null if it was not signed here for this use. */
    @Nullable JsonNode read(String use, String text) {
        int dot = text.indexOf('.');
        if (dot < 0) {
            return null;
        }
        try {
            byte[] payload = Base64.getUrlDecoder().decode(text.substring(0, dot));
            byte[] mac = Base64.getUrlDecoder().decode(text.substring(dot + 1));
            // Text that decodes to the same bytes is still not the same text.
            boolean isOurs =
                    MessageDigest.isEqual(mac, mac(use, payload))
                            && text.equals(encode(payload) + '.' + encode(mac));
            return isOurs ? Json.mapper().readTree(payload) : null;
        } catch (IllegalArgumentException | JacksonException e) {
            return null;
        }
    }

    private byte[] mac(String use, byte[] payload) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key());
            mac.update(use.getBytes(StandardCharsets.UTF_8));
            mac.update((byte) 0);
            return mac.doFinal(payload);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + ALGORITHM, e);
        }
    }

    static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
