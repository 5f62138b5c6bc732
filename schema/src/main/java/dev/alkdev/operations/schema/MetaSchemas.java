package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The meta-schemas of JSON Schema itself, which schemas may refer to without a resolver. */
final class MetaSchemas {
    private static final String BASE = "https://json-schema.org/draft/";
    private static final String DRAFT_7 = "http://json-schema.org/draft-07/schema";
    private static final Map<String, JsonNode> LOADED = new ConcurrentHashMap<>();

    private MetaSchemas() {}

    /** The dialect that a {@code $schema} names, or null if it is none of the official ones. */
    static @Nullable Rules rules(String schemaUri, boolean formats) {
        String uri =
                schemaUri.endsWith("#")
                        ? schemaUri.substring(0, schemaUri.length() - 1)
                        : schemaUri;
        return switch (uri.replaceFirst("^https?://", "")) {
            case "json-schema.org/draft/2020-12/schema" -> Rules.of(Dialect.DRAFT_2020_12, formats);
            case "json-schema.org/draft/2019-09/schema" -> Rules.of(Dialect.DRAFT_2019_09, formats);
            case "json-schema.org/draft-07/schema",
                    "json-schema.org/draft-06/schema",
                    "json-schema.org/schema" ->
                    Rules.of(Dialect.DRAFT_7, formats);
            case "json-schema.org/draft-04/schema" ->
                    new Rules(Dialect.DRAFT_7, true, true, formats, true);
            case "spec.openapis.org/oas/3.1/dialect/base" -> Rules.of(Dialect.OPENAPI_3_1, formats);
            default -> null;
        };
    }

    static @Nullable JsonNode document(String uri) {
        String path = path(uri);
        return path == null ? null : LOADED.computeIfAbsent(path, MetaSchemas::load);
    }

    private static @Nullable String path(String uri) {
        if (uri.equals(DRAFT_7)) {
            return "draft-07.json";
        }
        for (String draft : new String[] {"2020-12/", "2019-09/"}) {
            if (uri.startsWith(BASE + draft)) {
                String name = uri.substring((BASE + draft).length());
                String path = draft + name.replaceFirst("^meta/", "") + ".json";
                return name.matches("schema|meta/[a-z-]+") && exists(path) ? path : null;
            }
        }
        return null;
    }

    private static boolean exists(String path) {
        return MetaSchemas.class.getResource("meta/" + path) != null;
    }

    private static JsonNode load(String path) {
        try (InputStream in = MetaSchemas.class.getResourceAsStream("meta/" + path)) {
            return Json.mapper().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
