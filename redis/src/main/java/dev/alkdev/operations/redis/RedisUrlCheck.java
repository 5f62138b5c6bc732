package dev.alkdev.operations.redis;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rejects URLs with a port, database or time that the Redis client would ignore, or fail on when it
 * connects. No message quotes the URL, which may hold a password.
 */
final class RedisUrlCheck {
    private static final Pattern PARTS =
            Pattern.compile(
                    "rediss?(?:-cluster|-sentinel)?://(?:[^/?#]*@)?(?<hosts>[^@/?#]*)(?:/(?<path>[^?#]*))?"
                        + "(?:\\?(?<query>[^#]*))?(?:#.*)?");
    private static final Pattern PORT = Pattern.compile(":(?<port>[^:\\]]*)$");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,5}");
    private static final Pattern TIME = Pattern.compile("[0-9]+(ns|us|ms|s|m|h|d)?");
    private static final int LAST_PORT = 65_535;

    private RedisUrlCheck() {}

    /**
     * Checks a URL.
     *
     * @throws IllegalArgumentException saying what is wrong
     */
    static void check(String url) {
        Matcher parts = PARTS.matcher(url);
        if (!parts.matches()) {
            // A socket for instance, or no URL at all, as whoever parses it finds.
            return;
        }
        for (String host : parts.group("hosts").split(",", -1)) {
            checkPort(host);
        }
        String path = parts.group("path");
        if (path != null && !path.isEmpty()) {
            checkDatabase(path);
        }
        String query = parts.group("query");
        if (query != null) {
            for (String parameter : query.split("&", -1)) {
                checkParameter(parameter);
            }
        }
    }

    private static void checkPort(String host) {
        Matcher port = PORT.matcher(host);
        if (!port.find()) {
            return;
        }
        String text = port.group("port");
        int number = NUMBER.matcher(text).matches() ? Integer.parseInt(text) : 0;
        if (number < 1 || number > LAST_PORT) {
            throw new IllegalArgumentException(
                    "the port of a Redis URL should be from 1 to " + LAST_PORT);
        }
    }

    private static void checkDatabase(String text) {
        if (!NUMBER.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "the path of a Redis URL should be the number of a database, as in /0");
        }
    }

    private static void checkParameter(String parameter) {
        int equals = parameter.indexOf('=');
        String name = equals < 0 ? parameter : parameter.substring(0, equals);
        String value = equals < 0 ? "" : parameter.substring(equals + 1);
        if (name.equals("timeout") && !TIME.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    "the timeout of a Redis URL should be a duration, as in timeout=5s");
        }
        if (name.equals("database")) {
            checkDatabase(value);
        }
    }
}
