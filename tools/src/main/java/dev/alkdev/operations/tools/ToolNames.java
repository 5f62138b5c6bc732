package dev.alkdev.operations.tools;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The names under which operations are offered as tools to models. Clients put a prefix of their
 * own before them and models accept 64 characters, so that a name has 48 at most: a longer one is
 * cut and ends with a hash.
 */
public final class ToolNames {
    /** Both parts of the id. */
    public static final String WHOLE_ID = "{namespace}_{name}";

    static final int LONGEST = 48;
    private static final int HASH_BYTES = 4;

    private ToolNames() {}

    /**
     * The name of an operation by a pattern.
     *
     * @param pattern with {@code {namespace}} and {@code {name}}
     */
    public static String of(String pattern, String namespace, String name) {
        return safe(
                pattern.replace("{namespace}", namespace).replace("{name}", name),
                namespace + '.' + name);
    }

    /** A text as a name that every client accepts. */
    public static String safe(String text, String id) {
        StringBuilder safe = new StringBuilder(text.length());
        text.codePoints().forEach(point -> safe.append(isSafe(point) ? (char) point : '_'));
        String name = safe.toString();
        return name.length() <= LONGEST ? name : hashed(name, id);
    }

    private static boolean isSafe(int character) {
        return (character >= 'a' && character <= 'z')
                || (character >= 'A' && character <= 'Z')
                || (character >= '0' && character <= '9')
                || character == '_'
                || character == '-';
    }

    /** A name that no other operation has, for one whose own is too long or taken. */
    public static String hashed(String name, String id) {
        String tail = '_' + hash(id);
        int room = LONGEST - tail.length();
        return (name.length() <= room ? name : name.substring(0, room)) + tail;
    }

    private static String hash(String id) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256")
                            .digest(id.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, HASH_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
