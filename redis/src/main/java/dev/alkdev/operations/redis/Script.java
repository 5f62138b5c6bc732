package dev.alkdev.operations.redis;

import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.sync.RedisCommands;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** What Redis does in one step. The scripts stand beside this class and say what they take. */
enum Script {
    ANNOUNCE,
    BEAT,
    LEAVE,
    VIEW,
    SWEEP,
    ABORT;

    private final String text;
    private final String digest;

    Script() {
        text = load(name().toLowerCase(Locale.ROOT) + ".lua");
        digest = HexFormat.of().formatHex(sha1(text));
    }

    long number(RedisCommands<String, String> redis, List<String> keys, String... arguments) {
        Object answer = run(redis, ScriptOutputType.INTEGER, keys, arguments);
        return answer instanceof Long number ? number : 0;
    }

    List<String> texts(RedisCommands<String, String> redis, List<String> keys) {
        List<?> answer = (List<?>) run(redis, ScriptOutputType.MULTI, keys);
        return answer.stream().map(String::valueOf).toList();
    }

    private Object run(
            RedisCommands<String, String> redis,
            ScriptOutputType type,
            List<String> keys,
            String... arguments) {
        String[] names = keys.toArray(String[]::new);
        try {
            return redis.evalsha(digest, type, names, arguments);
        } catch (RedisNoScriptException unknown) {
            return redis.eval(text, type, names, arguments);
        }
    }

    private static String load(String name) {
        try (InputStream file = Script.class.getResourceAsStream(name)) {
            if (file == null) {
                throw new IllegalStateException("the resource " + name + " is missing");
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] sha1(String text) {
        try {
            return MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
