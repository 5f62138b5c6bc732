package dev.alkdev.operations.mcp;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/** Names of tools and servers as parts of operation ids. */
final class OperationNames {
    private static final int MOST = 128;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,128}");
    private static final Pattern NAMESPACE = Pattern.compile("[A-Za-z0-9_-]{1,128}");

    private OperationNames() {}

    /** A name as the second part of an id: as it is if it can be one. */
    static String operation(String name) {
        return NAME.matcher(name).matches() ? name : mapped(name, "[^A-Za-z0-9_.-]");
    }

    /** A name as the first part of an id. */
    static String namespace(String name) {
        return NAMESPACE.matcher(name).matches() ? name : mapped(name, "[^A-Za-z0-9_-]");
    }

    /** Different names stay different, and the same one is always the same. */
    private static String mapped(String name, String odd) {
        CRC32 sum = new CRC32();
        sum.update(name.getBytes(StandardCharsets.UTF_8));
        String tail = "_" + String.format(Locale.ROOT, "%08x", sum.getValue()).substring(0, 6);
        String plain = name.replaceAll(odd, "_");
        return plain.substring(0, Math.min(plain.length(), MOST - tail.length())) + tail;
    }
}
