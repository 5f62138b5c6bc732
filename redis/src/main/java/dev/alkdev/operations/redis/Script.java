package dev.alkdev.operations.redis;

import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;

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
    GONE,
    ABORT,
    SERVER;

    private final String text;
    private final String digest;

    Script() {
        text = load(name().toLowerCase(Locale.ROOT) + ".lua");
        digest = HexFormat.of().formatHex(sha1(text));
    }

    long number(
            RedisClusterCommands<String, byte[]> redis, List<String> keys, String... arguments) {
        Object answer = run(redis, ScriptOutputType.INTEGER, keys, arguments);
        return answer instanceof Long number ? number : 0;
    }

    List<String> texts(
            RedisClusterCommands<String, byte[]> redis, List<String> keys, String... arguments) {
        List<?> answer = (List<?>) run(redis, ScriptOutputType.MULTI, keys, arguments);
        return answer.stream().map(Script::text).toList();
    }

    String text(RedisClusterCommands<String, byte[]> redis, List<String> keys) {
        return text(run(redis, ScriptOutputType.VALUE, keys));
    }

    private static String text(Object value) {
        return value instanceof byte[] utf8
                ? new String(utf8, StandardCharsets.UTF_8)
                : String.valueOf(value);
    }

    private Object run(
            RedisClusterCommands<String, byte[]> redis,
            ScriptOutputType type,
            List<String> keys,
            String... arguments) {
        String[] names = keys.toArray(String[]::new);
        byte[][] values = new byte[arguments.length][];
        for (int i = 0; i < values.length; i++) {
            values[i] = arguments[i].getBytes(StandardCharsets.UTF_8);
        }
        return Resharding.outlast(
                () -> {
                    try {
                        return redis.evalsha(digest, type, names, values);
                    } catch (RedisNoScriptException unknown) {
                        return redis.eval(text, type, names, values);
                    }
                });
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
