package dev.alkdev.operations.schema;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * What a schema of a document is called in the {@code $defs} of those that leave it. The name
 * depends on nothing but the place of the schema, so that it is the same whatever was asked for
 * before, here and in every other process that has read the document.
 */
final class DefinitionName {
    private static final List<String> COMPONENTS = List.of("components", "schemas");
    private static final int MAX_LENGTH = 80;
    private static final int DIGITS = 12;

    private DefinitionName() {}

    static String of(Located schema) {
        Location location = schema.location();
        List<String> tokens = location.tokens();
        List<String> path = tokens.subList(1, tokens.size());
        boolean ofMainDocument = tokens.getFirst().isEmpty();
        boolean clear = ofMainDocument;
        if (path.size() > 2 && path.subList(0, 2).equals(COMPONENTS)) {
            path = path.subList(2, path.size());
        } else if (path.size() > 1 && Keyword.isDefinitions(path.getFirst())) {
            clear &= path.getFirst().equals("$defs") && !hasComponents(schema);
            path = path.subList(1, path.size());
        }
        String name = path.isEmpty() ? "root" : String.join(".", path);
        String readable = name.replaceAll("[^A-Za-z0-9_.-]+", "_");
        clear &= readable.equals(name) && name.length() <= MAX_LENGTH;
        clear &= path.stream().noneMatch(token -> token.indexOf('.') >= 0) && !path.isEmpty();
        return clear ? name : shortened(readable) + "_" + digest(location.pointer());
    }

    private static boolean hasComponents(Located schema) {
        return schema.resource().root().node().has("components");
    }

    private static String shortened(String name) {
        return name.length() <= MAX_LENGTH ? name : name.substring(name.length() - MAX_LENGTH);
    }

    private static String digest(String place) {
        try {
            byte[] bytes = place.getBytes(StandardCharsets.UTF_8);
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            return HexFormat.of().formatHex(digest).substring(0, DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
