package dev.alkdev.operations.signin;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;

import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts and authenticates texts that a browser keeps (AES-256-GCM). The key is random and never
 * leaves the process, so that a restart makes all texts void. Threads may share it.
 */
final class SealedText {
    private static final String ALGORITHM = "AES/GCM/NoPadding";
    private static final String SEPARATOR = "\n";
    private static final int KEY_BYTES = 32;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final int MOST_CHARACTERS = 4_096;

    private final SecureRandom random = new SecureRandom();
    private final SecretKeySpec key;

    SealedText() {
        byte[] bytes = new byte[KEY_BYTES];
        random.nextBytes(bytes);
        this.key = new SecretKeySpec(bytes, "AES");
    }

    /**
     * Seals lines of text.
     *
     * @param purpose must be the same to open it
     */
    String seal(String purpose, String... lines) {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        byte[] text = String.join(SEPARATOR, lines).getBytes(StandardCharsets.UTF_8);
        try {
            byte[] encrypted = cipher(Cipher.ENCRYPT_MODE, purpose, nonce).doFinal(text);
            byte[] all = Arrays.copyOf(nonce, NONCE_BYTES + encrypted.length);
            System.arraycopy(encrypted, 0, all, NONCE_BYTES, encrypted.length);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(all);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The lines; null if the text was not sealed here, or for another purpose. */
    String @Nullable [] open(String purpose, String sealed) {
        if (sealed.length() > MOST_CHARACTERS) {
            return null;
        }
        try {
            byte[] all = Base64.getUrlDecoder().decode(sealed);
            if (all.length < NONCE_BYTES) {
                return null;
            }
            byte[] nonce = Arrays.copyOf(all, NONCE_BYTES);
            byte[] text =
                    cipher(Cipher.DECRYPT_MODE, purpose, nonce)
                            .doFinal(all, NONCE_BYTES, all.length - NONCE_BYTES);
            return new String(text, StandardCharsets.UTF_8).split(SEPARATOR, -1);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            // Another process sealed it, or somebody changed it.
            return null;
        }
    }

    private Cipher cipher(int mode, String purpose, byte[] nonce) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance(ALGORITHM);
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(purpose.getBytes(StandardCharsets.UTF_8));
        return cipher;
    }
}
